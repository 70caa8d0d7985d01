import type { EvidenceRecord } from './evidenceLog.js';

/** Tells the recorded commands that an agent's program did not let run from those that ran, or may have. */
export function ranOf(records: readonly EvidenceRecord[]): (record: EvidenceRecord) => boolean {
  const notRun = new Set(
    records.flatMap(({ entry }) => (entry.kind === 'notRun' ? [nameOf(entry.agent, entry.session, entry.call)] : [])),
  );
  return ({ entry }) =>
    entry.kind !== 'command' ||
    entry.session === undefined ||
    entry.call === undefined ||
    !notRun.has(nameOf(entry.agent, entry.session, entry.call));
}

function nameOf(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}
