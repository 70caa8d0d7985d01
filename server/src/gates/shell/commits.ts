import { subcommandAt } from './destructiveGit.js';
import { innerCommands, programOf } from './innerCommands.js';
import { type ShellCommand, shellCommands } from './shellCommands.js';

/** `sh -c` within `sudo` within `env` … */
const deepest = 8;

/** Whether a command line runs `git commit`, as far as its text tells. Never throws. */
export function commits(line: string): boolean {
  const isIn = (commands: readonly ShellCommand[], depth: number): boolean =>
    commands.some((one) => isCommit(one) || (depth < deepest && isIn(innerCommands(one), depth + 1)));
  return isIn(shellCommands(line), 0);
}

function isCommit(command: ShellCommand): boolean {
  return programOf(command) === 'git' && command.words[subcommandAt(command.words)] === 'commit';
}
