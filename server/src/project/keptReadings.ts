import path from 'node:path';
import { shortHash } from '../base/contentHash.js';
import { parseJson } from '../base/json.js';
import { listOf, read } from '../base/schema.js';
import type { Machine } from '../workspace/machine.js';
import type { FileStamp } from '../workspace/ports.js';
import * as v from 'valibot';

/** What is known of a source file. */
export interface Source<T> {
  /** The hash of its text. */
  readonly hash: string;
  /** The files of the project that it imports, in path order. */
  readonly imports: readonly string[];
  /** What was read of it: parsed when it is first asked for. */
  readonly reading: () => T;
}

/** Readings of source files that are kept from one run to the next. */
export interface KeptReadings<T> {
  /** What is known of a file; `isPlaced`: its imports lead where they would lead now. */
  readonly of: (file: string) => (Source<T> & { readonly isPlaced: boolean }) | undefined;
  /** Whether a file is, by its stamp, as it was when it was read. */
  readonly isUnchanged: (file: string, stamp: FileStamp | undefined) => boolean;
  readonly keep: (file: string, source: Source<T>, stamp: FileStamp | undefined) => void;
  /** Writes down what was kept; other files than these are gone. */
  readonly write: (files: ReadonlySet<string>) => Promise<void>;
}

/** Where readings are kept. */
export interface ReadingsPlace {
  readonly machine: Pick<Machine, 'files' | 'cache' | 'clock'>;
  /** Absolute; undefined if nothing is kept. */
  readonly file: string | undefined;
  /** Tells where imports lead from where they lead in a project with other files or settings. */
  readonly places: string;
}

const head = v.tuple([v.string(), v.string(), v.string(), v.string(), listOf(v.string())]);
type Head = v.InferOutput<typeof head>;
interface Line {
  readonly head: Head;
  /** The reading, as JSON. */
  readonly json: Uint8Array;
}

const maxBytes = 256 * 1024 * 1024;
/** A file that changed so short a time before it was read may change again and show the same times; in milliseconds. */
const resolution = 2_000;

/**
 * Opens readings that are kept in a file: a line for each source file with the hash of the rest of it, and a later line replaces an
 * earlier one of the same file. A line that is damaged is as good as none.
 *
 * @param isReading what a kept reading has to be.
 */
export async function openKeptReadings<T>(
  { machine, file: keptIn, places }: ReadingsPlace,
  isReading: (value: unknown) => value is T,
): Promise<KeptReadings<T>> {
  const { lines, count } =
    keptIn === undefined ? { lines: new Map<string, Line>(), count: 0 } : await readLines(keptIn, machine);
  const added = new Map<string, string>();
  return {
    of: (file) => {
      const line = lines.get(file);
      return line && { ...sourceOf(line, isReading), isPlaced: line.head[3] === places };
    },
    isUnchanged: (file, stamp) => stamp !== undefined && lines.get(file)?.head[2] === stamp.text,
    keep: (file, { hash, imports, reading }, stamp) => {
      if (keptIn === undefined) return;
      const isSettled = stamp !== undefined && stamp.changedAt < machine.clock() - resolution;
      added.set(
        file,
        lineOf([file, hash, isSettled ? stamp.text : '', places, [...imports]], JSON.stringify(reading())),
      );
    },
    write: async (files) => {
      if (keptIn === undefined || added.size === 0) return;
      const gone = [...lines.keys()].filter((file) => !files.has(file) || added.has(file));
      // What was replaced is read each time, and in the end it is most of what there is.
      const isWhole = lines.size === 0 || 2 * (count - lines.size + gone.length) > files.size;
      if (!isWhole) return machine.cache.add(keptIn, [...added.values()].join(''));
      for (const file of gone) lines.delete(file);
      const others = Array.from(lines.values(), (line) => lineOf(line.head, Buffer.from(line.json).toString()));
      await machine.cache.write(keptIn, [...others, ...added.values()].join(''));
    },
  };
}

function sourceOf<T>(
  { head: [, hash, , , imports], json }: Line,
  isReading: (value: unknown) => value is T,
): Source<T> {
  let known: { readonly value: T } | undefined;
  const parsed = (): { readonly value: T } => {
    const value = parseJson(Buffer.from(json).toString());
    if (!isReading(value)) throw new Error('what is kept of a source file is of another kind');
    return { value };
  };
  return { hash, imports, reading: () => (known ??= parsed()).value };
}

function lineOf(line: Head, json: string): string {
  const rest = `${JSON.stringify(line)}\t${json}`;
  return `${shortHash(rest)}\t${rest}\n`;
}

/** @returns the last line of each file, and how many lines there are. */
async function readLines(
  file: string,
  { files }: Pick<Machine, 'files'>,
): Promise<{ readonly lines: Map<string, Line>; readonly count: number }> {
  const lines = new Map<string, Line>();
  let count = 0;
  const within = await files.realPath(path.dirname(file));
  const found = within === undefined ? undefined : await files.read(file, { within, maxBytes });
  if (found?.kind !== 'file') return { lines, count };
  const bytes = Buffer.from(found.bytes.buffer, found.bytes.byteOffset, found.bytes.length);
  for (let start = 0, end = bytes.indexOf('\n'); end !== -1; start = end + 1, end = bytes.indexOf('\n', start)) {
    count++;
    const line = readLine(bytes.subarray(start, end));
    if (line) lines.set(line.head[0], line);
  }
  return { lines, count };
}

function readLine(bytes: Buffer): Line | undefined {
  const first = bytes.indexOf('\t');
  const second = bytes.indexOf('\t', first + 1);
  if (first === -1 || second === -1) return undefined;
  if (bytes.toString('latin1', 0, first) !== shortHash(bytes.subarray(first + 1))) return undefined;
  const found = read(head, parseJson(bytes.toString('utf8', first + 1, second)));
  return found && { head: found, json: bytes.subarray(second + 1) };
}
