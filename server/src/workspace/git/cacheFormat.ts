import { createHash } from 'node:crypto';
import type { BoardStep } from './boardEvents.js';
import { type CommitWithChanges, type MergedFile, toChange } from './commits.js';
import type { Commit, FileChange } from './gitFacts.js';
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
  readonly commits: readonly CommitWithChanges[];
  readonly boardSteps: Iterable<readonly [string, readonly BoardStep[]]>;
}

/** Another format, or another way to find the ids in a commit, is another version. */
const version = 3;

/** So many names or commits are in a line: more would take too long at once, and a line for each longer in all. */
const mostInLine = 200;

/** Lines of JSON: the head, names, commits, steps, and a checksum of all of it. Names are in thousands of commits, so by number. */
interface Head extends Pick<CachedHistory, 'tips' | 'most' | 'bounded'> {
  readonly version: number;
  readonly shallow: string | null;
  /** How many lines there are of names, commits and steps. */
  readonly lines: readonly [number, number, number];
}

/**
 * Numbers stand for names: hash, parents, seconds, author, subject, items, and path, blob before and blob after of each change; what
 * it reverts, and such changes of a merge.
 */
type CommitLine = readonly [
  number,
  readonly number[],
  number,
  number,
  string,
  readonly string[],
  readonly (number | null)[],
  readonly string[],
  readonly (number | null)[],
];

export async function writeCachedHistory(history: CachedHistory, slices: TimeSlices): Promise<string> {
  const numbers = new Map<string, number>();
  const number = (name: string): number => {
    const known = numbers.get(name);
    if (known !== undefined) return known;
    numbers.set(name, numbers.size);
    return numbers.size - 1;
  };
  const flat = (path: string, { before, after }: Pick<FileChange, 'before' | 'after'>): (number | null)[] => [
    number(path),
    before === undefined ? null : number(before),
    after === undefined ? null : number(after),
  ];
  const toLine = ({ commit, changes, merged = [] }: CommitWithChanges): CommitLine => [
    number(commit.hash),
    commit.parents.map(number),
    commit.at / 1000,
    number(commit.author),
    commit.subject,
    commit.items,
    changes.flatMap((change, place) => flat(commit.paths[place] ?? '', change)),
    commit.reverts ?? [],
    merged.flatMap((change) => flat(change.path, change)),
  ];
  const commits: string[] = [];
  for (const some of inParts(history.commits)) commits.push(await slices.run(() => JSON.stringify(some.map(toLine))));
  const names: string[] = [];
  for (const some of inParts([...numbers.keys()])) names.push(await slices.run(() => JSON.stringify(some)));
  const steps = Array.from(history.boardSteps, (pair) => JSON.stringify(pair));
  const head: Head = {
    version,
    shallow: history.shallow ?? null,
    tips: history.tips,
    most: history.most,
    bounded: history.bounded,
    lines: [names.length, commits.length, steps.length],
  };
  const lines = [JSON.stringify(head), ...names, ...commits, ...steps];
  return [...lines, await checksumOf(lines, slices)].join('\n');
}

/** Undefined if the text is of another version, cut off or damaged in any other way. */
export async function readCachedHistory(text: string, slices: TimeSlices): Promise<CachedHistory | undefined> {
  const lines = text.split('\n');
  const checksum = lines.pop();
  if (lines.length === 0 || checksum !== (await checksumOf(lines, slices))) return undefined;
  // What follows was written by the function above: the checksum says so, and the head's beginning of which version.
  if (!lines[0]?.startsWith(`{"version":${version},`)) return undefined;
  const head = JSON.parse(lines[0]) as Head;
  const [ofNames, ofCommits] = head.lines;
  const names = lines.slice(1, 1 + ofNames).flatMap((line) => JSON.parse(line) as readonly string[]);
  const name = (number: number): string => names[number] ?? '';
  const commits: CommitWithChanges[] = [];
  for (const some of lines.slice(1 + ofNames, 1 + ofNames + ofCommits)) {
    await slices.run(() => {
      for (const line of JSON.parse(some) as readonly CommitLine[]) commits.push(toCommit(line, name));
    });
  }
  const boardSteps = lines
    .slice(1 + ofNames + ofCommits)
    .map((line) => JSON.parse(line) as readonly [string, readonly BoardStep[]]);
  const { tips, shallow, most, bounded } = head;
  return { tips, shallow: shallow ?? undefined, most, bounded, commits, boardSteps };
}

function toCommit(line: CommitLine, name: (number: number) => string): CommitWithChanges {
  const [hash, parents, seconds, author, subject, items, flat, reverts, flatMerged] = line;
  const paths: string[] = [];
  for (let at = 0; at < flat.length; at += 3) paths.push(name(flat[at] ?? 0));
  const at = seconds * 1000;
  const own = { hash: name(hash), parents: parents.map(name), at, author: name(author), subject, items, paths };
  const commit: Commit = reverts.length === 0 ? own : { ...own, reverts };
  const blobAt = (files: typeof flat, place: number): string | undefined => {
    const blob = files[place];
    return typeof blob === 'number' ? name(blob) : undefined;
  };
  const changes = paths.map((_, place) => toChange(commit, blobAt(flat, 3 * place + 1), blobAt(flat, 3 * place + 2)));
  if (flatMerged.length === 0) return { commit, changes };
  const merged: MergedFile[] = [];
  for (let place = 0; place < flatMerged.length; place += 3) {
    const { before, after } = toChange(commit, blobAt(flatMerged, place + 1), blobAt(flatMerged, place + 2));
    const path = name(flatMerged[place] ?? 0);
    merged.push({ path, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) });
  }
  return { commit, changes, merged };
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

function* inParts<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += mostInLine) yield all.slice(from, from + mostInLine);
}
