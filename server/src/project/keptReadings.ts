import path from 'node:path';
import { shortHash } from '../base/contentHash.js';
import { parseJson } from '../base/json.js';
import { once } from '../base/memo.js';
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

/** Readings of source files that are kept from one question to the next, in this process and in a file. */
export interface KeptReadings<T> {
  /** What is known of a file; `isPlaced`: its imports lead where they would lead now. @param places tells projects with other files or settings apart. */
  readonly of: (file: string, places: string) => Known<T> | undefined;
  /** Whether a file is, by its stamp, as it was when it was read. */
  readonly isUnchanged: (file: string, stamp: FileStamp | undefined) => boolean;
  readonly keep: (file: string, source: Source<T>, stamp: FileStamp | undefined, places: string) => void;
  /** Writes down what was kept; other files than these are gone. */
  readonly write: (files: ReadonlySet<string>) => Promise<void>;
}

interface Known<T> {
  readonly source: Source<T>;
  readonly isPlaced: boolean;
}

/** Where readings are kept. */
export interface ReadingsPlace {
  readonly machine: Pick<Machine, 'files' | 'cache' | 'clock'>;
  /** Absolute; undefined if nothing is kept beyond this process. */
  readonly file: string | undefined;
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

interface Held<T> {
  readonly source: Source<T>;
  /** Empty if the file has to be read next time. */
  readonly stamp: string;
  readonly places: string;
}

/**
 * Opens readings that are kept in a file: a line for each source file with the hash of the rest of it, and a later line replaces an
 * earlier one of the same file. A line that is damaged is as good as none.
 *
 * @param isReading what a kept reading has to be.
 */
export async function openKeptReadings<T>(
  { machine, file: keptIn }: ReadingsPlace,
  isReading: (value: unknown) => value is T,
): Promise<KeptReadings<T>> {
  const held = new Map<string, Held<T>>();
  const written =
    keptIn === undefined ? { lines: new Map<string, Line>(), count: 0 } : await readLines(keptIn, machine);
  for (const [file, line] of written.lines) held.set(file, heldIn(line, isReading));
  let { count } = written;
  const added = new Set<string>();
  return {
    of: (file, places) => {
      const known = held.get(file);
      return known && { source: known.source, isPlaced: known.places === places };
    },
    isUnchanged: (file, stamp) => stamp !== undefined && held.get(file)?.stamp === stamp.text,
    keep: (file, source, stamp, places) => {
      held.set(file, { source, stamp: settledStamp(stamp, machine.clock()), places });
      added.add(file);
    },
    write: async (files) => {
      if (added.size === 0) return;
      for (const file of [...held.keys()].filter((one) => !files.has(one))) held.delete(file);
      const lines = Array.from(held).filter(([file]) => added.has(file));
      added.clear();
      if (keptIn === undefined) return;
      // What was replaced is read each time, and in the end it is most of what there is.
      const isWhole = count === 0 || 2 * (count + lines.length - held.size) > files.size;
      count = isWhole ? held.size : count + lines.length;
      const text = (isWhole ? Array.from(held) : lines).map(([file, one]) => lineOf(file, one)).join('');
      await (isWhole ? machine.cache.write(keptIn, text) : machine.cache.add(keptIn, text));
    },
  };
}

function heldIn<T>({ head, json }: Line, isReading: (value: unknown) => value is T): Held<T> {
  const [, hash, stamp, places, imports] = head;
  const reading = once(() => {
    const value = parseJson(Buffer.from(json).toString());
    if (!isReading(value)) throw new Error('what is kept of a source file is of another kind');
    return value;
  });
  return { source: { hash, imports, reading }, stamp, places };
}

function lineOf<T>(file: string, { source: { hash, imports, reading }, stamp, places }: Held<T>): string {
  const line: Head = [file, hash, stamp, places, [...imports]];
  const rest = `${JSON.stringify(line)}\t${JSON.stringify(reading())}`;
  return `${shortHash(rest)}\t${rest}\n`;
}

/** What a file is recognized by when it is asked about again; empty if its stamp may stay the same while it changes. */
export function settledStamp(stamp: FileStamp | undefined, now: number): string {
  return stamp !== undefined && stamp.changedAt < now - resolution ? stamp.text : '';
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
