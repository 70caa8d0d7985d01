import type { CarriedRecord, EvidenceRecord } from './evidenceLog.js';

/** All records of a log in order, those that pruning carried over in the place of what it left out. */
export function unpruned(records: readonly EvidenceRecord[]): readonly CarriedRecord[] {
  return records.flatMap(({ number, at, entry }) =>
    entry.kind === 'pruned' ? entry.carried : [{ number, at, entry }],
  );
}

/**
 * Records without those that were not written from here. What is none of ours cannot say of others that they are none.
 *
 * @param records in order of their numbers.
 * @param surplusFrom the number from which on none is, and the log does not say so yet.
 */
export function ownRecords<T extends EvidenceRecord>(records: readonly T[], surplusFrom = Infinity): readonly T[] {
  let foreignFrom = surplusFrom;
  const own: T[] = [];
  // From the newest, as a record mentions those in front of it.
  for (const record of records.toReversed()) {
    const { number, entry } = record;
    if (number >= foreignFrom) continue;
    own.push(record);
    if (entry.kind === 'broken' && entry.from !== undefined) foreignFrom = entry.from;
  }
  return own.reverse();
}
