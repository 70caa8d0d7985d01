import * as v from 'valibot';
import { parseJson } from '../../base/json.js';
import { maybe, object, read, type Read } from '../../base/schema.js';
import type { EvidencePlace } from '../../workspace/evidenceFiles.js';
import { canonicalJson } from '../../base/canonicalJson.js';
import { emptyChain, type ParsedLog } from './chain.js';

/** What a log is known by: how far it goes, and what it begins with. */
const headState = object({
  number: v.number(),
  /** The hash of the record with that number; empty for an empty log. */
  hash: v.string(),
  /** The hash of the first line; empty for an empty log. */
  start: v.string(),
});

export type HeadState = Read<typeof headState>;

const keptHead = object({
  place: object({ file: v.number(), born: maybe(v.number()) }),
  now: headState,
  next: maybe(headState),
});

/** What this machine last knew of a repository's log, kept outside of the repository. */
export interface LogHead {
  readonly place: EvidencePlace;
  readonly now: HeadState;
  /** What is being written: either may be true. */
  readonly next?: HeadState;
}

export function renderHead(head: LogHead): string {
  return `${canonicalJson({ version: 1, ...head })}\n`;
}

/** @returns undefined for what is no head, and for that of another folder that was at the same place. */
export function readHead(text: string | undefined, place: EvidencePlace): LogHead | undefined {
  const head = read(keptHead, parseJson(text ?? ''));
  if (head?.place.file !== place.file) return undefined;
  const { born } = head.place;
  return born !== undefined && place.born !== undefined && born !== place.born ? undefined : { ...head, place };
}

export function stateOf({ hashes, end }: ParsedLog): HeadState {
  return { ...end, start: hashes[0] ?? '' };
}

/** Whether the log is exactly what is known of it. */
export function isState(log: HeadState, known: HeadState | undefined): boolean {
  return known?.number === log.number && known.hash === log.hash && known.start === log.start;
}

/** Whether the log begins as it is known to, and has the record that is known to be the last. */
export function contains(log: ParsedLog, { number, hash, start }: HeadState): boolean {
  if (number === 0) return true;
  if (stateOf(log).start !== start) return false;
  return (log.end.number === number ? log.end.hash : log.hashes[number - log.first]) === hash;
}

export const emptyState: HeadState = { ...emptyChain, start: '' };
