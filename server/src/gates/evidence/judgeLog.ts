import type { ParsedLog } from './chain.js';
import { contains, isState, type LogHead, stateOf } from './head.js';

/** Whether a log is the one that was left. `why` and `note`: sentences without full stop. */
export type LogState =
  | { readonly kind: 'whole'; readonly note?: string }
  /** The records from `from` on were not written from here. */
  | { readonly kind: 'surplus'; readonly from: number; readonly why: string }
  /** Nothing of it can be believed. */
  | { readonly kind: 'rewritten'; readonly why: string };

/**
 * Compares a log with what this machine knows of it.
 *
 * @param head undefined if this machine knows nothing: then the log is taken as it is.
 */
export function judgeLog(log: ParsedLog, head: LogHead | undefined): LogState {
  const { broken, end } = log;
  if (broken) return { kind: 'rewritten', why: broken.why };
  if (!head)
    return end.number === 0
      ? { kind: 'whole' }
      : { kind: 'whole', note: 'this machine sees the evidence log for the first time and accepts it as it is' };
  const state = stateOf(log);
  if (isState(state, head.now) || isState(state, head.next)) return { kind: 'whole' };
  const known = head.now.number;
  if (end.number === 0) return { kind: 'rewritten', why: `the evidence log with ${known} records is missing` };
  if (end.number < known)
    return {
      kind: 'rewritten',
      why: `the evidence log ends at record ${end.number}, but the last one written was record ${known}`,
    };
  if (!contains(log, head.now))
    return {
      kind: 'rewritten',
      why: `the evidence log was rewritten: record ${known} is missing or different`,
    };
  const from = known + 1;
  const records = from === end.number ? `Record ${from}` : `Records ${from} to ${end.number}`;
  return {
    kind: 'surplus',
    from,
    why: `${records} of the evidence log ${from === end.number ? 'was' : 'were'} not written by Pactwright on this machine`,
  };
}
