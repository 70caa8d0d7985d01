import { canonicalJson } from '../base/canonicalJson.js';
import { contentHash } from '../base/contentHash.js';
import { fieldsOf, parseJson } from '../base/json.js';
import { read } from '../base/schema.js';
import { type RunEvent, runLine, type RunRecord } from './event.js';

/** Where the log of a run goes on: what its next line has to name. */
export interface LogEnd {
  readonly number: number;
  readonly hash: string;
}

export const emptyEnd: LogEnd = { number: 0, hash: '' };

/** The line of an event, without line end. */
export function lineAfter(end: LogEnd, at: number, event: RunEvent): string {
  // The fields in order, as `canonicalJson` has them, so that an event is written once.
  const before = `{"at":${JSON.stringify(at)},"event":${canonicalJson(event)},`;
  const after = `"number":${end.number + 1},"previous":${JSON.stringify(end.hash)}}`;
  return `${before}"hash":"${contentHash(before + after)}",${after}`;
}

/** What the hash of a line is of: the line without it. */
function hashOfLine(line: string, hash: string, value: unknown): string {
  const asWritten = contentHash(line.replace(`"hash":"${hash}",`, ''));
  // A copied log may be in another order.
  return asWritten === hash ? asWritten : contentHash(canonicalJson({ ...fieldsOf(value), hash: undefined }));
}

/** What a piece of a log says. */
export interface ParsedLines {
  readonly records: readonly RunRecord[];
  readonly end: LogEnd;
  /** Why what follows is not believed: a sentence without full stop. */
  readonly broken?: string;
}

/**
 * Reads lines of a log and follows their chain. What a writer left that was ended in the middle of a line is passed over, as the
 * next line names the one before it. Never throws.
 *
 * @param text whole lines, as far as they were written.
 * @param end what is before the text.
 */
export function parseLines(text: string, end: LogEnd = emptyEnd): ParsedLines {
  const records: RunRecord[] = [];
  let last = end;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const value = parseJson(line);
    if (fieldsOf(value) === undefined) continue;
    const found = read(runLine, value);
    const broken = `line ${last.number + 1} of the run’s log was changed or is missing`;
    if (found?.previous !== last.hash || found.number !== last.number + 1) return { records, end: last, broken };
    if (hashOfLine(line, found.hash, value) !== found.hash) return { records, end: last, broken };
    const { number, at, hash, event } = found;
    last = { number, hash };
    if (event) records.push({ number, at, event });
  }
  return { records, end: last };
}
