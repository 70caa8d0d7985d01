import * as v from 'valibot';
import { parseJson } from '../base/json.js';
import { finite, object, read, type Read } from '../base/schema.js';
import type { Phase } from './phase.js';

/** The size of a request in bytes, at most. */
export const longestRequest = 16 * 1024;

/** How many requests an agent may make in one run. */
export const mostRequests = 200;

/** How much of the end of a command's output is returned, in UTF-16 units. */
export const longestAnswer = 64 * 1024;

const word = v.pipe(v.string(), v.maxLength(4_000));

const request = object({
  version: v.literal(1),
  /** The command line after the program's name. */
  words: v.pipe(v.array(word), v.minLength(1), v.maxLength(20), v.readonly()),
});

const answer = object({ version: v.literal(1), code: finite, out: v.string(), err: v.string() });

/** The result of a request. */
export type RequestAnswer = Read<typeof answer>;

/** The file name of a request. The folder of answers gets `<id>.taken` when it starts, and `<id>.answer` when it has ended. */
export const requestName = /^([0-9a-f]{16})\.request$/u;

/** @returns undefined if it is not an answer. */
export function readAnswer(text: string): RequestAnswer | undefined {
  return read(answer, parseJson(text));
}

/** A command that is carried out for an agent, in these phases and with these arguments. */
interface Allowed {
  readonly words: readonly string[];
  readonly phases: readonly Phase[];
  /** The only options it may have. */
  readonly options?: readonly string[];
  /** Whether its arguments are allowed; other options are refused before. */
  readonly fits: (rest: readonly string[], asking: Asking) => boolean;
}

interface Asking {
  readonly phase: Phase;
  /** Undefined in a phase of the project. */
  readonly item: string | undefined;
}

const working = ['act', 'hotfix'] as const;
const closing: readonly Phase[] = ['done', 'pr'];
const ofItem = (rest: readonly string[], { item }: Asking): boolean => item !== undefined && rest[0] === item;
const ofAny = (): boolean => true;

/**
 * Everything an agent may ask for: what its phase tells it to do with `pactwright`, on its own item if it has one. Tests and gates run the agent's
 * code outside its sandbox, as the gate after the phase does anyway.
 */
const allowed: readonly Allowed[] = [
  { words: ['board', 'tick'], phases: ['plan', ...working], fits: ofItem },
  { words: ['board', 'untick'], phases: ['plan', ...working], fits: ofItem },
  { words: ['board', 'add-task'], phases: ['plan', 'check', ...working], fits: ofItem },
  { words: ['board', 'edit-task'], phases: ['plan', ...working], fits: ofItem },
  { words: ['set-release'], phases: ['plan', 'hotfix'], fits: ofItem },
  { words: ['new-test-case'], phases: ['plan'], fits: ofItem },
  {
    words: ['lesson-append'],
    phases: ['done'],
    options: ['--item'],
    fits: (rest, { item }) => rest.length === 3 && rest[rest.indexOf('--item') + 1] === item,
  },
  { words: ['lesson-append'], phases: ['init'], options: ['--context'], fits: ofAny },
  { words: ['context'], phases: ['init', 'design'], fits: (rest) => rest.length === 0 },
  { words: ['new-item'], phases: ['design'], options: ['--task'], fits: ofAny },
  { words: ['set-release'], phases: ['design'], fits: ofAny },
  { words: ['board', 'reorder'], phases: ['design'], options: ['--to-top'], fits: ofAny },
  {
    words: ['test'],
    phases: ['check', 'debug', ...working],
    fits: (rest, { item }) =>
      item !== undefined && rest.length > 0 && rest.every((name) => name === item || name.startsWith(`${item}/`)),
  },
  {
    words: ['gate'],
    phases: ['plan', 'check', ...working, ...closing],
    fits: ([gate = '', ...rest], { phase, item }) =>
      (closing.includes(phase) ? ['done'] : ['plan', 'act-out', 'check']).includes(gate) &&
      rest.length === 1 &&
      rest[0] === item,
  },
];

/** Whether agents may ask for such a command in any phase. */
export function isForwarded(words: readonly string[]): boolean {
  return allowed.some((one) => one.words.every((part, index) => words[index] === part));
}

/**
 * Reads a request. An agent wrote it, so nothing in it is trusted.
 *
 * @returns the command line to run, or why it is refused: a sentence without full stop.
 */
export function readRequest(
  text: string,
  asking: Asking,
): { readonly words: readonly string[] } | { readonly refused: string } {
  const { phase, item } = asking;
  const words = text.length > longestRequest ? undefined : read(request, parseJson(text))?.words;
  if (!words) return { refused: 'this is not a request' };
  const known = allowed.filter((one) => one.words.every((part, index) => words[index] === part));
  const name = known[0]?.words.join(' ') ?? '';
  const found = known.find(({ phases }) => phases.includes(phase));
  if (!found)
    return { refused: `an agent in ${phase} may not ask for \`pactwright ${name === '' ? words[0] : name}\`` };
  const rest = words.slice(found.words.length);
  // An option could name another folder, profile or command.
  const option = rest.find((one) => one.startsWith('-') && found.options?.includes(one) !== true);
  if (option !== undefined)
    return { refused: `an agent may not ask for \`${name}\` with ${option.split('=', 1)[0] ?? ''}` };
  if (!found.fits(rest, asking)) return { refused: `an agent may ask for \`${name}\` for ${item ?? 'its item'} only` };
  return { words };
}
