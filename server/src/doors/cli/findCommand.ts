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
  const named = found.members.filter((member) => isNamed(member, [name, ...rest]));
  // `pactkit visualize impact` before `pactkit visualize`.
  const [command] = named.sort((one, other) => wordsOf(other).length - wordsOf(one).length);
  if (command) return { command, rest: [name, ...rest].slice(wordsOf(command).length) };
  throw unknownMember(name, [word, ...rest.slice(1)], found.members);
}

/** Of `pactkit board shuffle` the third word is the unknown one. */
function unknownMember(name: string, [word = '', next]: readonly string[], members: readonly Command[]): UsageError {
  const below = members.filter((member) => wordsOf(member)[1] === word);
  if (below.length > 0 && next === undefined)
    return new UsageError(`${name} ${word} is incomplete: add ${listed(below.map((one) => wordsOf(one)[2] ?? ''))}`);
  const [group, unknown] = below.length > 0 ? [`${name} ${word}`, next ?? ''] : [name, word];
  const words = (below.length > 0 ? below : members).map((member) => member.name.slice(group.length + 1));
  const help = `\`pactwright ${name} --help\` lists them`;
  return new UsageError(`${group} has no "${unknown}"${perhaps(unknown, words, `${group} `)} (${help})`);
}

const listed = (words: readonly string[]): string => words.join(', ').replace(/, ([^,]*)$/u, ' or $1');

const wordsOf = ({ name }: Command): readonly string[] => name.split(' ');

/** Whether a command line begins with the words of a command: most have two, some three (`pactkit board archive`). */
function isNamed(command: Command, words: readonly string[]): boolean {
  return wordsOf(command).every((word, index) => words[index] === word);
}

function perhaps(word: string, known: readonly string[], before = ''): string {
  // `review` may be `review-pr`.
  const longer = known.filter((one) => word.length > 2 && one.startsWith(`${word}-`));
  const nearest = nearestName(word, known) ?? (longer.length === 1 ? longer[0] : undefined);
  return nearest === undefined ? '' : `; did you mean ${before}${nearest}?`;
}
