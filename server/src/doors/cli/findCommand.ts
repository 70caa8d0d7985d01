import { nearestName } from '../../base/nearestName.js';
import { UsageError } from '../../base/usageError.js';
import type { Command, CommandEntries, CommandGroup } from './command.js';

export const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h';

/** The command that a command line calls, and what is behind its name; a group where no more is named. @throws UsageError */
export async function findCommand(
  [name = '', ...rest]: readonly string[],
  { commands, operations }: CommandEntries,
): Promise<{ readonly command: Command; readonly rest: readonly string[] } | CommandGroup> {
  const isOwn = commands.some((one) => one.name === name);
  const entries = isOwn ? commands : [...commands, ...(await operations())];
  const entry = entries.find((one) => one.name === name);
  if (!entry) {
    const names = entries.map((one) => one.name);
    throw new UsageError(`there is no command "${name}"${perhaps(name, names)} (\`pactwright --help\` lists them)`);
  }
  const found = await entry.load();
  if (!('members' in found)) return { command: found, rest };
  const [word] = rest;
  if (word === undefined || isHelp(word)) return found;
  const command = found.members.find((member) => isNamed(member, [name, ...rest]));
  if (command) return { command, rest: [name, ...rest].slice(wordsOf(command).length) };
  const words = found.members.map((member) => member.name.slice(name.length + 1));
  throw new UsageError(
    `${name} has no "${word}"${perhaps(word, words, `${name} `)} (\`pactwright ${name} --help\` lists them)`,
  );
}

const wordsOf = ({ name }: Command): readonly string[] => name.split(' ');

/** Whether a command line begins with the words of a command: most have two, some three (`pactkit board archive`). */
function isNamed(command: Command, words: readonly string[]): boolean {
  return wordsOf(command).every((word, index) => words[index] === word);
}

function perhaps(word: string, known: readonly string[], before = ''): string {
  const nearest = nearestName(word, known);
  return nearest === undefined ? '' : `; did you mean ${before}${nearest}?`;
}
