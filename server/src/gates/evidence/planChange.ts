import { contentHash } from '../../base/contentHash.js';
import type { EvidenceChange, EvidenceTexts } from '../../workspace/evidenceFiles.js';
import {
  type ChainedRecord,
  type ChainEnd,
  emptyChain,
  emptyLog,
  type ParsedLog,
  parseLog,
  recordAfter,
  toLine,
} from './chain.js';
import type { EvidenceEntry } from './evidenceLog.js';
import { emptyState, type HeadState, readHead, renderHead, stateOf } from './head.js';
import { judgeLog, type LogState } from './judgeLog.js';
import { defaultLimits, type LogLimits, pruneLog } from './pruneLog.js';

/** A log's text, read and judged. */
export interface JudgedLog {
  /** Without what is behind the last whole line, where its writer was ended in the middle of it. */
  readonly text: string;
  /** Whether there is something behind it. */
  readonly isTorn: boolean;
  readonly log: ParsedLog;
  readonly state: LogState;
}

/** @param before what was read last: where the text only became longer since, no more is read than what is new. */
export function readLog(
  { log: whole = '', head: headText, place }: Pick<EvidenceTexts, 'log' | 'head' | 'place'>,
  before?: JudgedLog,
): JudgedLog {
  const head = readHead(headText, place);
  const isTorn = head?.next !== undefined && whole !== '' && !whole.endsWith('\n');
  const text = isTorn ? whole.slice(0, whole.lastIndexOf('\n') + 1) : whole;
  const grew = before?.log.broken === undefined && before?.text.endsWith('\n') && text.startsWith(before.text);
  const log = before && grew ? parseLog(text.slice(before.text.length), before.log) : parseLog(text);
  return { text, isTorn, log, state: judgeLog(log, head) };
}

/**
 * What to write so that the log holds the entries, and says, where it was not as it was left, that it was not.
 *
 * @param now what `judged` was read from.
 * @param at milliseconds since 1970.
 * @returns undefined if there is nothing to write.
 */
export function planChange(
  now: EvidenceTexts,
  { text, isTorn, log, state }: JudgedLog,
  entries: readonly EvidenceEntry[],
  at: number,
  limits: LogLimits = defaultLimits,
): EvidenceChange | undefined {
  const { place } = now;
  const heads = (before: HeadState, next: HeadState): EvidenceChange['heads'] => [
    renderHead({ place, now: before, next }),
    renderHead({ place, now: next }),
  ];
  const known = readHead(now.head, place)?.now;
  if (state.kind === 'rewritten') {
    const kept = text === '' ? undefined : `log-${contentHash(text).slice(0, 12)}.broken.jsonl`;
    const said: EvidenceEntry = { kind: 'broken', why: state.why, ...(kept === undefined ? {} : { kept }) };
    const restarted = recordsAfter(emptyChain, [said, ...entries], at);
    return {
      log: { kind: 'replace', text: restarted.map(toLine).join('') },
      ...(kept === undefined ? {} : { setAside: kept }),
      heads: heads(known ?? emptyState, stateAfter(emptyLog, restarted)),
    };
  }
  const said: readonly EvidenceEntry[] =
    state.kind === 'surplus' ? [{ kind: 'broken', why: state.why, from: state.from }] : [];
  const added = recordsAfter(log.end, [...said, ...entries], at);
  if (added.length === 0) return undefined;
  // As long as it does not say that there is too much, it is not known to be as it is.
  const before = state.kind === 'surplus' && known ? known : stateOf(log);
  const lines = added.map(toLine).join('');
  const pruned = pruneLog(`${text}${lines}`, log.hashes.length + added.length, at, limits);
  if (pruned !== undefined)
    return { log: { kind: 'replace', text: pruned }, heads: heads(before, stateOf(parseLog(pruned))) };
  return {
    log: isTorn ? { kind: 'replace', text: `${text}${lines}` } : { kind: 'append', text: lines },
    heads: heads(before, stateAfter(log, added)),
  };
}

function stateAfter(log: ParsedLog, added: readonly ChainedRecord[]): HeadState {
  const last = added.at(-1);
  return last ? { number: last.number, hash: last.hash, start: log.hashes[0] ?? added[0]?.hash ?? '' } : stateOf(log);
}

function recordsAfter(end: ChainEnd, entries: readonly EvidenceEntry[], at: number): readonly ChainedRecord[] {
  const records: ChainedRecord[] = [];
  for (const entry of entries) {
    const record = recordAfter(records.at(-1) ?? end, at, entry);
    if (record) records.push(record);
  }
  return records;
}
