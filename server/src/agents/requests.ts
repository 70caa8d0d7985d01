import * as v from 'valibot';
import { parseJson } from '../base/json.js';
import { finite, object, read, type Read } from '../base/schema.js';
import type { Phase } from './phase.js';

/** What a request may be, in bytes: nothing that is asked for is longer. */
export const longestRequest = 16 * 1024;

/** So many an agent may ask for in one start. */
export const mostRequests = 200;

/** So much of what a command says is handed back, in UTF-16 units, from its end. */
export const longestAnswer = 64 * 1024;

const word = v.pipe(v.string(), v.maxLength(4_000));

const request = object({
  version: v.literal(1),
  /** What stands behind the program's name. */
  words: v.pipe(v.array(word), v.minLength(1), v.maxLength(20), v.readonly()),
});

const answer = object({ version: v.literal(1), code: finite, out: v.string(), err: v.string() });

/** What became of a request. */
export type RequestAnswer = Read<typeof answer>;

/** Its file's name. In the folder of the answers there is `<id>.taken` once it is being carried out, and then `<id>.answer`. */
export const requestName = /^([0-9a-f]{16})\.request$/u;

/** @returns undefined for what is none. */
export function readAnswer(text: string): RequestAnswer | undefined {
  return read(answer, parseJson(text));
}

/** A command that is carried out for an agent: in which phases, and which words may follow. */
interface Allowed {
  readonly words: readonly string[];
  readonly phases: readonly Phase[];
  /** The only one it may have. */
  readonly option?: string;
  /** Whether the words behind its name are as they may be; other options never get here. */
  readonly fits: (rest: readonly string[], asking: Asking) => boolean;
}

interface Asking {
  readonly phase: Phase;
  readonly item: string;
}

const working = ['act', 'hotfix'] as const;
const closing: readonly Phase[] = ['done', 'pr'];
const ofItem = (rest: readonly string[], { item }: Asking): boolean => rest[0] === item;

/**
 * All that an agent may ask for: what its phase orders it to do by `pactwright`, on its own item. Tests and gates run what the agent
 * wrote outside of its sandbox, as the gate behind the phase does anyway.
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
    option: '--item',
    fits: (rest, { item }) => rest.length === 3 && rest[rest.indexOf('--item') + 1] === item,
  },
  {
    words: ['test'],
    phases: ['check', 'debug', ...working],
    fits: (rest, { item }) => rest.length > 0 && rest.every((name) => name === item || name.startsWith(`${item}/`)),
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

/** Whether a command line is of a kind that agents may ask for, in whatever phase. */
export function isForwarded(words: readonly string[]): boolean {
  return allowed.some((one) => one.words.every((part, index) => words[index] === part));
}

/**
 * Reads what an agent asks for. The agent has written it, so nothing in it is believed.
 *
 * @returns what is carried out, or why nothing is: a sentence without full stop.
 */
export function readRequest(
  text: string,
  asking: Asking,
): { readonly words: readonly string[] } | { readonly refused: string } {
  const { phase, item } = asking;
  const words = text.length > longestRequest ? undefined : read(request, parseJson(text))?.words;
  if (!words) return { refused: 'this is no request' };
  const found = allowed.find((one) => one.words.every((part, index) => words[index] === part));
  const name = found?.words.join(' ') ?? '';
  if (!found?.phases.includes(phase))
    return { refused: `an agent in ${phase} may not ask for \`pactwright ${name === '' ? words[0] : name}\`` };
  const rest = words.slice(found.words.length);
  // An option could name another folder, profile or command.
  const option = rest.find((one) => one.startsWith('-') && one !== found.option);
  if (option !== undefined)
    return { refused: `an agent may not ask for \`${name}\` with ${option.split('=', 1)[0] ?? ''}` };
  if (!found.fits(rest, asking)) return { refused: `an agent may ask for \`${name}\` for ${item} only` };
  return { words };
}
