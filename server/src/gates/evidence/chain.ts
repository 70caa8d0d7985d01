import * as v from 'valibot';
import { contentHash } from '../../base/contentHash.js';
import { canonicalJson } from '../../base/canonicalJson.js';
import { fieldsOf } from '../../base/json.js';
import { count, finite, maybe, object, read, type Read } from '../../base/schema.js';
import { type CarriedRecord, type EvidenceEntry, evidenceEntry, type EvidenceRecord } from './evidenceLog.js';

/** A record as the log has it, one JSON object a line. */
export interface ChainedRecord extends EvidenceRecord {
  /** The hash of the record before; empty for the first. */
  readonly previous: string;
  /** SHA-256 over the canonical JSON of all the rest. */
  readonly hash: string;
}

/** Where the chain goes on: what the next record has to name. */
export interface ChainEnd {
  readonly number: number;
  readonly hash: string;
}

export const emptyChain: ChainEnd = { number: 0, hash: '' };

/** What a log's text says. */
export interface ParsedLog {
  /** All, or those before the first that does not fit; those of a kind that only a newer version knows are left out. */
  readonly records: readonly ChainedRecord[];
  /** The hash of each line, from the first. */
  readonly hashes: readonly string[];
  /** The number of the first line; 0 if there is none. */
  readonly first: number;
  readonly end: ChainEnd;
  /** `line`: from 1. `why`: a sentence without full stop. */
  readonly broken?: { readonly line: number; readonly why: string };
}

/** A line of the log; without `entry` where that is of a kind that only a newer version knows. */
const logLine = object({
  number: count,
  at: finite,
  previous: v.string(),
  hash: v.string(),
  entry: maybe(evidenceEntry),
});

type LogLine = Read<typeof logLine>;

export const emptyLog: ParsedLog = { records: [], hashes: [], first: 0, end: emptyChain };

/**
 * Reads a log and follows its chain. Never throws; linear.
 *
 * @param before what is before the text and is whole.
 */
export function parseLog(text: string, before: ParsedLog = emptyLog): ParsedLog {
  const records = [...before.records];
  const hashes = [...before.hashes];
  let { first, end } = before;
  const parsed = (why?: string): ParsedLog => {
    const line = hashes.length + 1;
    const broken = why === undefined ? {} : { broken: { line, why: `line ${line} of the evidence log ${why}` } };
    return { records, hashes, first, end, ...broken };
  };
  const lines = text.split('\n');
  const isTorn = lines.pop() !== '';
  for (const line of lines) {
    const record = readLine(line);
    if (typeof record === 'string') return parsed(record);
    const { number, hash, entry } = record;
    if (!follows(record, end)) return parsed('does not follow the one before it');
    if (hashes.length === 0) first = number;
    hashes.push(hash);
    if (entry) records.push({ ...record, entry });
    // What is left of a pruned log still names the last one dropped.
    end = { number, hash: entry?.kind === 'pruned' ? entry.hash : hash };
  }
  return isTorn ? parsed('is truncated') : parsed();
}

/** The record that follows `end`, or undefined if the entry is nested too deep. */
export function recordAfter(end: ChainEnd, at: number, entry: EvidenceEntry): ChainedRecord | undefined {
  return seal({ number: end.number + 1, at, entry, previous: end.hash });
}

/** The record that a pruned log begins with, in the place of the last one dropped. */
export function prunedRecord(
  dropped: ChainEnd,
  at: number,
  carried: readonly CarriedRecord[],
): ChainedRecord | undefined {
  const entry: EvidenceEntry = { kind: 'pruned', number: dropped.number, hash: dropped.hash, carried };
  return seal({ number: dropped.number, at, entry, previous: '' });
}

/** A record as a line of the log, with its line end: canonical JSON, so that its hash is that of the line without the hash. */
export function toLine(record: ChainedRecord): string {
  return `${canonicalJson(record)}\n`;
}

function seal(unsealed: Omit<ChainedRecord, 'hash'>): ChainedRecord | undefined {
  const hash = hashOf(unsealed);
  return hash === undefined ? undefined : { ...unsealed, hash };
}

/** @returns undefined for what is nested deeper than can be followed: nothing of ours is. */
function hashOf(unsealed: object): string | undefined {
  try {
    return contentHash(canonicalJson(unsealed));
  } catch {
    return undefined;
  }
}

/** @returns why the line is not a record, where it is none. */
function readLine(line: string): LogLine | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return 'is not JSON';
  }
  const record = read(logLine, value);
  if (!record) return 'is not a record';
  const { hash } = record;
  // Over what the line says, not over what is understood of it. As we write it, it need not be put in order again.
  if (
    contentHash(line.replace(`,"hash":"${hash}"`, '')) !== hash &&
    hashOf({ ...fieldsOf(value), hash: undefined }) !== hash
  )
    return 'was edited: its hash does not match its content';
  return record;
}

function follows({ number, previous, entry }: LogLine, end: ChainEnd): boolean {
  if (entry?.kind === 'pruned') return end === emptyChain && previous === '' && entry.number === number;
  return number === end.number + 1 && previous === end.hash;
}
