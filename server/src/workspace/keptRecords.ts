import { shortHash, shortHashOf } from '../base/contentHash.js';
import type { Turns } from '../base/timeSlices.js';
import type { FileStamp, FileSystem } from './ports.js';

/** What is kept of a document. */
export interface KeptRecord {
  readonly kind: string;
  /** Empty if the file had changed so lately that another change might leave the same one. */
  readonly stamp: string;
  /** Of its text. */
  readonly hash: string;
  /** The hash of what others can ask of it. */
  readonly factsHash: string;
  /** Facts, or the whole model of kinds that are kept whole, as JSON; empty if there are none. */
  readonly facts: string;
  /** What stands for all that it was judged by when it was judged last; empty if that is not known. */
  readonly judgedIn: string;
  /** The findings, as JSON; empty if there are none. */
  readonly findings: string;
  /** What else was noted of how it was judged, as JSON; empty if nothing is known. */
  readonly said: string;
}

/** Records by the path of their document. */
export interface KeptRecords {
  readonly records: ReadonlyMap<string, KeptRecord>;
  /** Stands for all of them: another file of the same records may have another one. */
  readonly generation: string;
  /** The length of what was written at once, and of what was added since, in bytes; undefined if the end is damaged. */
  readonly sizes: { readonly whole: number; readonly added: number } | undefined;
}

const fieldCount = 9;
/** No field has one, as JSON escapes it. */
const fieldEnd = '\t';
const lineFeed = 10;

/** Records as they are added to a file in one go: a line with their length and hash, and then their fields with a tab behind each. */
export interface Batch {
  readonly header: string;
  readonly length: number;
  /** Made each time they are iterated: the whole text of thousands of records would take as much memory as they do. */
  readonly pieces: Iterable<string>;
}

type NamedRecord = readonly [path: string, record: KeptRecord];

/** So many characters are written at once: more of them would be collected later by the engine. */
const pieceLength = 16 * 1024;

/** @param slices in which others have their turn, as there may be thousands of records; undefined: it is done at once. */
export async function toBatch(records: readonly NamedRecord[], slices?: Turns): Promise<Batch> {
  const { hash, length } = await shortHashOf(textsOf(records), slices);
  const header = `${length} ${hash}\n`;
  return { header, length: header.length + length, pieces: { [Symbol.iterator]: () => piecesOf(header, records) } };
}

function* piecesOf(header: string, records: readonly NamedRecord[]): Iterator<string> {
  yield header;
  yield* textsOf(records);
}

function* textsOf(records: readonly NamedRecord[]): Iterable<string> {
  let piece = '';
  for (const record of records)
    for (const part of fieldsOf(record)) {
      piece += part;
      if (piece.length < pieceLength) continue;
      yield inAscii(piece);
      piece = '';
    }
  if (piece !== '') yield inAscii(piece);
}

/** Those of a large board have several megabytes, and each copy of them would be collected late. */
function* fieldsOf([path, one]: NamedRecord): Iterable<string> {
  const { kind, stamp, hash, factsHash, judgedIn } = one;
  yield [JSON.stringify(path).slice(1, -1), kind, stamp, hash, factsHash, judgedIn].join(fieldEnd);
  for (const long of [one.facts, one.findings, one.said]) {
    yield fieldEnd;
    for (let from = 0; from < long.length; from += pieceLength) yield long.slice(from, from + pieceLength);
  }
  yield fieldEnd;
}

/** JSON without any other character: what is all ASCII takes half the memory, and is read at once. */
export function inAscii(json: string): string {
  return json.replace(/[^\0-\x7f]/gu, (character) =>
    character.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}

/**
 * What a file of such batches holds; of two records of one document the later one counts. What is damaged, and all behind it, is
 * left out: a process may have ended while it wrote.
 */
export function readRecords(bytes: Uint8Array): KeptRecords {
  const records = new Map<string, KeptRecord>();
  let generation = '';
  let from = 0;
  let whole: number | undefined;
  while (from < bytes.length) {
    const batch = batchAt(bytes, from);
    if (!batch) return { records, generation, sizes: undefined };
    addRecords(records, batch.body.split(fieldEnd));
    generation = shortHash(generation + batch.hash);
    from = batch.end;
    whole ??= from;
  }
  return { records, generation, sizes: { whole: whole ?? 0, added: from - (whole ?? 0) } };
}

/** What {@link readRecords} says of the file once a batch was added to it. */
export function generationWith(generation: string, { header }: Pick<Batch, 'header'>): string {
  return shortHash(generation + header.slice(header.indexOf(' ') + 1, -1));
}

interface ReadBatch {
  readonly hash: string;
  readonly body: string;
  readonly end: number;
}

function batchAt(bytes: Uint8Array, from: number): ReadBatch | undefined {
  const lineEnd = bytes.indexOf(lineFeed, from);
  const [length = '', hash = ''] = textOf(bytes, from, Math.max(from, lineEnd)).split(' ');
  const end = lineEnd + 1 + Number(length);
  if (lineEnd < 0 || !/^\d+$/u.test(length) || end > bytes.length) return undefined;
  const body = bytes.subarray(lineEnd + 1, end);
  return shortHash(body) === hash ? { hash, body: textOf(bytes, lineEnd + 1, end), end } : undefined;
}

function textOf({ buffer, byteOffset }: Uint8Array, from: number, to: number): string {
  return Buffer.from(buffer, byteOffset + from, to - from).toString('latin1');
}

/** @param fields of all records, one after the other: a list for each of thousands takes longer than all the rest. */
function addRecords(records: Map<string, KeptRecord>, fields: readonly string[]): void {
  if (fields.length % fieldCount !== 1) throw new Error('this is not what is kept of documents');
  for (let at = 0; at + 1 < fields.length; at += fieldCount)
    records.set(pathIn(fields[at] ?? ''), {
      kind: fields[at + 1] ?? '',
      stamp: fields[at + 2] ?? '',
      hash: fields[at + 3] ?? '',
      factsHash: fields[at + 4] ?? '',
      facts: fields[at + 6] ?? '',
      judgedIn: fields[at + 5] ?? '',
      findings: fields[at + 7] ?? '',
      said: fields[at + 8] ?? '',
    });
}

/** Most paths are the same within JSON. */
function pathIn(escaped: string): string {
  return escaped.includes('\\') ? (JSON.parse(`"${escaped}"`) as string) : escaped;
}

/** Whether no file of which a stamp is kept can have changed since. */
export function areUnchanged(
  { records }: KeptRecords,
  stampOf: (path: string) => ReturnType<NonNullable<FileSystem['stamp']>>,
): boolean {
  for (const [path, { stamp }] of records) if (stamp !== '' && !isSameStamp(stamp, stampOf(path))) return false;
  return true;
}

export function isSameStamp(kept: string, stamp: FileStamp | undefined): boolean {
  return stamp !== undefined && stamp.text === kept;
}
