import { parseLog, prunedRecord, toLine } from './chain.js';
import type { CarriedRecord, EvidenceRecord } from './evidenceLog.js';
import { ranOf } from './notRun.js';
import { ownRecords, unpruned } from './ownRecords.js';

export interface LogLimits {
  /** UTF-16 units, which is bytes for what the log mostly holds. */
  readonly size: number;
  readonly records: number;
}

export const defaultLimits: LogLimits = { size: 8 * 1024 * 1024, records: 5_000 };

/**
 * The log with its older half left out, so that it is not pruned again soon. What still counts is carried over: the first and
 * the last agreement about each item, the words of persons, what was broken, the last verdict of each item and gate, and the last that
 * let it pass, the last destructive commands of each item, and what the last runs made.
 *
 * @param text a whole log, and `count` how many it has.
 * @param at milliseconds since 1970.
 * @returns undefined if nothing needs to be dropped.
 */
export function pruneLog(
  text: string,
  count: number,
  at: number,
  limits: LogLimits = defaultLimits,
): string | undefined {
  if (text.length <= limits.size && count <= limits.records) return undefined;
  const log = parseLog(text);
  const lines = text.split('\n').slice(0, -1);
  let kept = 0;
  let size = 0;
  // The newest stays, however large.
  for (let line = lines.length - 1; line > 0; line--) {
    size += lines[line]?.length ?? 0;
    if (kept > 0 && (size > limits.size / 2 || kept >= limits.records / 2)) break;
    kept++;
  }
  const dropped = lines.length - kept;
  const number = log.first + dropped - 1;
  const last = log.records.find((record) => record.number === number);
  const hash = last?.entry.kind === 'pruned' ? last.entry.hash : log.hashes[dropped - 1];
  if (kept === 0 || hash === undefined) return undefined;
  const all = unpruned(log.records);
  const isOlder = (record: EvidenceRecord): boolean => record.number <= number;
  const carried = stillCounting(ownRecords(all).filter(isOlder), all.filter(isOlder));
  const record = prunedRecord({ number, hash }, at, carried);
  return record && [toLine(record), ...lines.slice(dropped).map((line) => `${line}\n`)].join('');
}

/** @param all with those that were not written from here, of which only the words of persons may count: signatures prove them. */
function stillCounting(own: readonly CarriedRecord[], all: readonly CarriedRecord[]): readonly CarriedRecord[] {
  const first = new Map<string, EvidenceRecord>();
  const newest = new Map<string, EvidenceRecord>();
  for (const record of own) {
    const { entry } = record;
    if (entry.kind === 'frozen') {
      // Since then it is worked on.
      if (!first.has(entry.item)) first.set(entry.item, record);
      newest.set(`frozen ${entry.item}`, record);
    }
    if (entry.kind === 'verdict') {
      newest.set(`verdict ${entry.item} ${entry.gate}`, record);
      // What was let out stays so where it is asked for again and refused.
      if (entry.answer === 'allowed') newest.set(`allowed ${entry.item} ${entry.gate}`, record);
    }
  }
  const broken = own.filter(({ entry }) => entry.kind === 'broken');
  const made = own.filter(({ entry }) => entry.kind === 'made').slice(-madeCarried);
  const counting = new Set([...first.values(), ...newest.values(), ...broken, ...made, ...lastCommands(own)]);
  return all.filter((record) => record.entry.kind === 'word' || counting.has(record));
}

/** Reports may be called otherwise with each run. */
const madeCarried = 20;

/** Those of one item, or one branch, of which so many are open need no more of them to close a gate. */
const commandsCarried = 50;

function lastCommands(records: readonly EvidenceRecord[]): readonly EvidenceRecord[] {
  const byWork = new Map<string, number>();
  return records
    .filter(ranOf(records))
    .reverse()
    .filter(({ entry }) => {
      if (entry.kind !== 'command') return false;
      const work = `${entry.item ?? ''} ${entry.branch ?? ''}`;
      const count = (byWork.get(work) ?? 0) + 1;
      byWork.set(work, count);
      return count <= commandsCarried;
    });
}
