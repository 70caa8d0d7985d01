import { subcommandAt } from './destructiveGit.js';
import { allCommands, programOf } from './innerCommands.js';

/** Whether a command line runs `git commit`, as far as its text tells. Never throws. */
export function commits(line: string): boolean {
  for (const command of allCommands(line))
    if (programOf(command) === 'git' && command.words[subcommandAt(command.words)] === 'commit') return true;
  return false;
}
