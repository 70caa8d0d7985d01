import path from 'node:path';
import { plainText } from '../../base/plainText.js';
import { optionName } from '../../operations/commandOf.js';
import type { Command, CommandEntries, CommandEntry } from './command.js';
import type { CommandFacts, CommandField } from './commandFacts.js';
import type { Candidate, Typed } from './completionValues.js';
import { findCommand } from './findCommand.js';
import type { Io } from './io.js';

/** Where the shell itself lists files or folders, which it does best. */
type Completion = readonly Candidate[] | 'path' | 'folder';

/**
 * What may stand for the last word of a command line. No program is started, and of a project no more is read than names of files,
 * the board, and one item's documents where parts of it are asked for.
 *
 * @param words what is behind the program's name, as the shell has split it: bash splits at `=`, too.
 * A shell has no place to show what is wrong with an unfinished line: then there is nothing.
 *
 * @returns lines: a candidate, a tab and its description; or `:path` or `:folder` where the shell is to list these.
 */
export async function complete(
  words: readonly string[],
  entries: CommandEntries,
  io: Pick<Io, 'cwd' | 'machine'>,
): Promise<string> {
  const { all, hidden } = joinAtEquals(words);
  const word = all.at(-1) ?? '';
  const found = await candidatesFor(all.slice(0, -1), { word, folder: io.cwd, io }, entries).catch(() => []);
  if (typeof found === 'string') return `:${found}\n`;
  return found
    .filter(({ text }) => text.startsWith(word) && /^[\w./=:@+-]+$/u.test(text))
    .map(({ text, description }) => `${text.slice(hidden)}\t${plainText(description)}\n`)
    .join('');
}

/** @returns the words, and how many characters of the last one the shell keeps, as it has split it. */
function joinAtEquals(words: readonly string[]): { readonly all: readonly string[]; readonly hidden: number } {
  const all: string[] = [];
  let typed = '';
  let isOpen = false;
  for (const word of words) {
    const isEquals = word === '=' && all.length > 0;
    if (isEquals || isOpen) all.push(`${all.pop() ?? ''}${word}`);
    else all.push(word);
    isOpen = isEquals;
    typed = isEquals ? '' : word;
  }
  return { all, hidden: (all.at(-1) ?? '').length - typed.length };
}

async function candidatesFor(before: readonly string[], typed: Typed, entries: CommandEntries): Promise<Completion> {
  const [name] = before;
  if (name === undefined) {
    const all = [...entries.commands, ...(await entries.operations())].filter(({ hidden }) => !hidden);
    return [
      ...all.map(wordOf),
      wordOf({ name: '--help', summary: 'All commands' }),
      wordOf({ name: '--version', summary: '' }),
    ];
  }
  const found = await findCommand(before, entries);
  if (!('members' in found)) return argumentsFor(found.command, found.rest, typed);
  return found.members.map(({ name: whole, summary }) => ({
    text: whole.slice(name.length + 1),
    description: summary,
  }));
}

const wordOf = ({ name, summary }: Pick<CommandEntry, 'name' | 'summary'>): Candidate => ({
  text: name,
  description: summary,
});

/** What the words in front of the typed one leave to be said. */
interface Open {
  /** The option that still lacks its value. */
  readonly pending: CommandField | undefined;
  readonly given: ReadonlySet<string>;
  /** How many words are without a name. */
  readonly places: number;
  /** Behind `--` nothing is an option. */
  readonly isClosed: boolean;
  readonly root: string | undefined;
}

function readOpen(options: ReadonlyMap<string, CommandField>, before: readonly string[]): Open {
  const given = new Set<string>();
  let pending: string | undefined;
  let places = 0;
  let isClosed = false;
  let root: string | undefined;
  for (const word of before) {
    const [option = '', value] = word.split(/=(.*)/su, 2);
    if (pending !== undefined) {
      if (pending === '--root') root = word;
      pending = undefined;
    } else if (isClosed || !word.startsWith('-') || word === '-') places++;
    else if (word === '--') isClosed = true;
    else {
      given.add(option);
      if (option === '--root') root = value;
      const field = options.get(option);
      if (field && field.type !== 'flag' && value === undefined) pending = option;
    }
  }
  return { pending: pending === undefined ? undefined : options.get(pending), given, places, isClosed, root };
}

async function argumentsFor(command: Command, before: readonly string[], typed: Typed): Promise<Completion> {
  const options = optionsOf(command);
  const { pending, given, places, isClosed, root } = readOpen(options, before);
  const at = root === undefined ? typed : { ...typed, folder: path.resolve(typed.folder, root) };
  if (pending) return valuesOf([pending], at);
  const { word } = typed;
  if (!isClosed && word.startsWith('-')) {
    const equals = word.indexOf('=');
    const field = equals < 0 ? undefined : options.get(word.slice(0, equals));
    if (!field) return freeOptions(options, given);
    const values = await valuesOf([field], { ...at, word: word.slice(equals + 1) });
    return typeof values === 'string'
      ? values
      : values.map(({ text, description }) => ({ text: `${word.slice(0, equals + 1)}${text}`, description }));
  }
  const found = await valuesOf(fieldsAt(command, places), at);
  return found.length > 0 || isClosed || word !== '' ? found : freeOptions(options, given);
}

function optionsOf({ fields }: CommandFacts): ReadonlyMap<string, CommandField> {
  const own = Object.entries(fields).filter(([, { positional, hidden }]) => !positional && !hidden);
  return new Map<string, CommandField>([
    ...own.map(([name, field]) => [`--${optionName(name)}`, field] as const),
    ['--help', { type: 'flag', description: 'all that it takes' }],
  ]);
}

function freeOptions(options: ReadonlyMap<string, CommandField>, given: ReadonlySet<string>): readonly Candidate[] {
  return [...options].flatMap(([text, { type, description }]) =>
    given.has(text) && type !== 'texts' ? [] : [{ text, description }],
  );
}

/** What the word may be that is at a place: from the one that takes several on, any of those that follow. */
function fieldsAt({ fields }: CommandFacts, place: number): readonly CommandField[] {
  const places = Object.values(fields).filter(({ positional }) => positional);
  const several = places.findIndex(({ type }) => type === 'texts');
  return several < 0 || place < several ? places.slice(place, place + 1) : places.slice(several);
}

async function valuesOf(fields: readonly CommandField[], typed: Typed): Promise<Completion> {
  const all: Candidate[] = [];
  for (const { values, completes, description } of fields) {
    const words = values ?? (typeof completes === 'string' ? undefined : completes);
    if (words) all.push(...words.map((text) => ({ text, description })));
    else if (completes === 'path' || completes === 'folder') return completes;
    else if (typeof completes === 'string')
      all.push(...(await (await import('./completionValues.js')).completionValues(completes, typed)));
  }
  return all;
}
