import { excerpt } from '../../base/excerpt.js';
import { withoutSecrets } from '../support/withoutSecrets.js';
import { destructiveFiles } from './destructiveFiles.js';
import { destructiveGit } from './destructiveGit.js';
import { allCommands, programOf } from './innerCommands.js';
import type { ShellCommand } from './shellCommands.js';

/** A part of a command line that throws something away, or passes by what looks after it. */
export interface DestructiveCommand {
  /** With its arguments, without needless quotes; shortened, and without secrets. */
  readonly command: string;
  /** Completes "…, which". */
  readonly why: string;
}

const longest = 200;
/** A line that runs more of them is no clearer for it. */
const most = 10;

/**
 * Finds the parts of a command line that are destructive, as an agent hands it to its shell. Reads and knows nothing but the text:
 * what a script, an alias or a variable holds is not seen. Never throws; linear in the text.
 *
 * @param line any number of lines, in the language of POSIX shells and bash.
 * @returns each once, at most ten.
 */
export function destructiveCommands(line: string): readonly DestructiveCommand[] {
  const found = new Map<string, DestructiveCommand>();
  for (const command of allCommands(line)) {
    const why = whyOf(command);
    if (why === undefined) continue;
    const shown = shownCommand(command);
    found.set(shown, { command: shown, why });
    if (found.size >= most) break;
  }
  return [...found.values()];
}

function whyOf(command: ShellCommand): string | undefined {
  switch (programOf(command)) {
    case 'git':
      return destructiveGit(command);
    case 'pactwright':
      return destructiveOfOurs(command);
    default:
      return destructiveFiles(command);
  }
}

/** Only a person removes what asks the gates. */
function destructiveOfOurs({ words }: ShellCommand): string | undefined {
  const isRemoved = words.includes('remove') || (words.includes('git-hooks') && words.includes('--uninstall'));
  return isRemoved ? 'changes which hooks git runs' : undefined;
}

function shownCommand({ assignments, words }: ShellCommand): string {
  // Other variables change nothing here, and are often secrets.
  const telling = assignments.filter((one) => /^(?:HUSKY|HUSKY_SKIP_HOOKS|LEFTHOOK|SKIP)=/u.test(one));
  const text = [...telling, ...words].map((word) => (/^[^\s'"]+$/u.test(word) ? word : JSON.stringify(word))).join(' ');
  return excerpt(withoutSecrets(text.slice(0, longest * 10)), longest);
}
