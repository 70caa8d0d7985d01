import { none } from '../../base/same.js';
import { createHash } from 'node:crypto';
import type { BoardStep } from './boardEvents.js';
import { HeldCommit } from './commits.js';
import type { Commit } from './gitFacts.js';
import { inAscii } from '../keptRecords.js';
import type { TimeSlices } from '../../base/timeSlices.js';

/** What is kept of a history between sessions. Nothing of it is believed but what a commit's or blob's hash stands for. */
export interface CachedHistory {
  /** The commits from which on, backwards, all are here. */
  readonly tips: readonly string[];
  /** Where the shallow clone ended, if it was one: at its end, parents are not what the hash says. */
  readonly shallow: string | undefined;
  /** How many commits were kept at most, and whether that left some out. */
  readonly most: number;
  readonly bounded: boolean;
  /** Newest first, with their places in that order. */
  readonly commits: readonly HeldCommit[];
  readonly boardSteps: Iterable<readonly [string, readonly BoardStep[]]>;
}

/** Another format, or another way to find the ids in a commit, is another version. */
const version = 4;

/** So many commits or steps are in a line: more would take too long at once, and a line for each longer in all. */
const mostInLine = 200;

/**
 * Lines of JSON, all ASCII, as `KeptRecords`: the head, hashes, names, commits, steps, and a checksum of all of it. Hashes are those of
 * the commits in their order, and then of parents that are not among them; names are those of authors, items and paths.
 */
interface Head extends Pick<CachedHistory, 'tips' | 'most' | 'bounded'> {
  readonly version: number;
  readonly shallow: string | null;
  /** How long a hash is. */
  readonly width: number;
  /** How many lines there are of hashes, names and commits. */
  readonly lines: readonly [number, number, number];
}

/** Few long texts and one list, as lists and objects for each of thousands of commits take longer than all the rest. */
interface CommitsLine {
  readonly subjects: readonly string[];
  /**
   * Of each commit: seconds, how late and how deep it is, its author, and parents, items and paths, with how many there are before them.
   * Numbers stand for hashes and names.
   */
  readonly numbers: readonly number[];
  /** Before and after each change. @see HeldCommit */
  readonly blobs: string;
  /** What few commits have, by their number in the line. */
  readonly rare: Readonly<Record<string, Pick<Commit, 'reverts'> & Pick<HeldCommit, 'merged'>>>;
}

export async function writeCachedHistory(history: CachedHistory, slices: TimeSlices): Promise<string> {
  const hashes = numbered(history.commits.map(({ commit }) => commit.hash));
  const names = numbered([]);
  const width = history.commits[0]?.commit.hash.length ?? 0;
  const linesOf = async <T>(all: readonly T[], toLine: (some: readonly T[]) => unknown): Promise<string[]> => {
    const lines: string[] = [];
    for (let from = 0; from < all.length; from += mostInLine)
      lines.push(await slices.run(() => toText(toLine(all.slice(from, from + mostInLine)))));
    return lines;
  };
  const commits = await linesOf(history.commits, (some) => toLine(some, hashes.of, names.of));
  const ofHashes = await linesOf(hashes.all(), (some) => some.join(''));
  const ofNames = await linesOf(names.all(), (some) => some);
  const steps = await linesOf([...history.boardSteps], (some) => some);
  const { tips, most, bounded, shallow = null } = history;
  const counts: Head['lines'] = [ofHashes.length, ofNames.length, commits.length];
  const head = toText({ version, shallow, tips, most, bounded, width, lines: counts } satisfies Head);
  const lines = [head, ...ofHashes, ...ofNames, ...commits, ...steps];
  return [...lines, await checksumOf(lines, slices)].join('\n');
}

const toText = (value: unknown): string => inAscii(JSON.stringify(value));

/** Numbers texts, each once; those that come first in their order. */
function numbered(first: readonly string[]): {
  readonly of: (text: string) => number;
  readonly all: () => readonly string[];
} {
  const numbers = new Map(first.map((text, at) => [text, at]));
  return {
    of: (text) => {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      numbers.set(text, numbers.size);
      return numbers.size - 1;
    },
    all: () => [...numbers.keys()],
  };
}

function toLine(
  some: readonly HeldCommit[],
  hash: (text: string) => number,
  name: (text: string) => number,
): CommitsLine {
  const numbers = some.flatMap(({ commit, late, depth }) => [
    ...[commit.at / 1000, late, depth, name(commit.author)],
    ...[commit.parents.length, ...commit.parents.map(hash)],
    ...[commit.items.length, ...commit.items.map(name)],
    ...[commit.paths.length, ...commit.paths.map(name)],
  ]);
  const rare = some.flatMap(({ commit: { reverts }, merged }, at) =>
    reverts || merged ? [[at, { ...(reverts ? { reverts } : {}), ...(merged ? { merged } : {}) }] as const] : [],
  );
  const blobs = some.flatMap(({ commit, changes }) => {
    const nothing = '-'.repeat(commit.hash.length);
    return changes.map(({ before = nothing, after = nothing }) => before + after);
  });
  return {
    subjects: some.map(({ commit }) => commit.subject),
    numbers,
    blobs: blobs.join(''),
    rare: Object.fromEntries(rare),
  };
}

/** Undefined if the text is of another version, cut off or damaged in any other way. */
export async function readCachedHistory(text: string, slices: TimeSlices): Promise<CachedHistory | undefined> {
  const lines = text.split('\n');
  const checksum = lines.pop();
  const [first] = lines;
  if (first === undefined || checksum !== (await checksumOf(lines, slices))) return undefined;
  // What follows was written by the function above: the checksum says so, and the head's beginning of which version.
  if (!first.startsWith(`{"version":${version},`)) return undefined;
  const { tips, shallow, most, bounded, width, lines: counts } = JSON.parse(first) as Head;
  const [ofHashes, ofNames, ofCommits] = counts;
  let end = 1;
  const next = (count: number): readonly string[] => lines.slice(end, (end += count));
  const hashes: string[] = [];
  for (const line of next(ofHashes)) addHashes(JSON.parse(line) as string, width, hashes);
  const names = next(ofNames).flatMap((line) => JSON.parse(line) as readonly string[]);
  const commits: HeldCommit[] = [];
  for (const line of next(ofCommits))
    await slices.run(() => addCommits(JSON.parse(line) as CommitsLine, hashes, names, commits));
  const boardSteps = next(lines.length).flatMap((line) => JSON.parse(line) as [string, readonly BoardStep[]][]);
  return { tips, shallow: shallow ?? undefined, most, bounded, commits, boardSteps };
}

function addHashes(some: string, width: number, hashes: string[]): void {
  for (let from = 0; from < some.length; from += width) hashes.push(some.slice(from, from + width));
}

function addCommits(
  { subjects, numbers, blobs, rare }: CommitsLine,
  hashes: readonly string[],
  names: readonly string[],
  commits: HeldCommit[],
): void {
  let next = 0;
  let from = 0;
  for (let number = 0; number < subjects.length; number++) {
    const own = next;
    const parents = textsAt(numbers, own + 4, hashes);
    next = own + 5 + parents.length;
    const items = textsAt(numbers, next, names);
    next += 1 + items.length;
    const paths = textsAt(numbers, next, names);
    next += 1 + paths.length;
    const hash = hashes[commits.length] ?? '';
    const at = (numbers[own] ?? 0) * 1000;
    const author = names[numbers[own + 3] ?? 0] ?? '';
    const commit: Commit = { hash, parents, at, author, subject: subjects[number] ?? '', items, paths };
    const held = withRare(commit, rare[number], blobs, from);
    held.late = numbers[own + 1] ?? 0;
    held.depth = numbers[own + 2] ?? 0;
    commits.push(held);
    from += 2 * hash.length * paths.length;
  }
}

function withRare(
  commit: Commit,
  rare: CommitsLine['rare'][string] | undefined,
  blobs: string,
  from: number,
): HeldCommit {
  if (!rare) return new HeldCommit(commit, undefined, blobs, from);
  const held = new HeldCommit(rare.reverts ? { ...commit, reverts: rare.reverts } : commit, undefined, blobs, from);
  if (rare.merged) held.merged = rare.merged;
  return held;
}

/** @param at where it says how many numbers of texts follow. */
function textsAt(numbers: readonly number[], at: number, texts: readonly string[]): readonly string[] {
  const count = numbers[at] ?? 0;
  if (count === 0) return none;
  if (count === 1) return [texts[numbers[at + 1] ?? 0] ?? ''];
  return numbers.slice(at + 1, at + 1 + count).map((number) => texts[number] ?? '');
}

async function checksumOf(lines: readonly string[], slices: TimeSlices): Promise<string> {
  const hash = createHash('sha256');
  for (const line of lines) {
    hash.update(line).update('\n');
    const others = slices.turn();
    if (others) await others;
  }
  return hash.digest('hex');
}
