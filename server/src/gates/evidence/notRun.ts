import type { EvidenceRecord } from './evidenceLog.js';

/** A filter that drops the recorded commands that an agent's program refused to run. */
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
