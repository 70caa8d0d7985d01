import type { ParsedDocument } from '../../documents/document.js';
import { agreedScenarios, readAgreement } from '../../rules/drift/agreedScenarios.js';
import { partHashes } from '../../rules/drift/whatWasAgreed.js';
import { type AgreedSpec, frozenHash, type RecordedItem, type RecordedItems } from '../../workspace/recordedItems.js';
import type { HookedTree } from '../../workspace/work/aroundHooks.js';
import type { EvidenceEntry, EvidenceLog } from './evidenceLog.js';

type BelievedLog = Pick<EvidenceLog, 'records' | 'words'>;

/**
 * The entry that says that a spec is agreed as it is, and the scenarios of its test cases.
 *
 * @param base the commit the item begins at.
 */
export function frozenEntry(
  item: string,
  spec: ParsedDocument<'spec'>,
  testCases: readonly ParsedDocument<'testCase'>[],
  base: string,
): EvidenceEntry {
  const scenarios = agreedScenarios(testCases);
  return { kind: 'frozen', item, base, spec: spec.path, hash: frozenHash(spec), parts: partHashes(spec), scenarios };
}

/** The spec of each item as it was agreed last: frozen by a gate, or agreed again by a person. */
export function frozenSpecs({ records, words }: BelievedLog): ReadonlyMap<string, AgreedSpec> {
  const frozen = new Map<string, AgreedSpec>();
  for (const { at, entry } of records)
    if (entry.kind === 'frozen') {
      const { item, hash, base, parts, scenarios } = entry;
      frozen.set(item, { hash, at, base, ...(parts ? { parts } : {}), ...(scenarios ? { scenarios } : {}) });
    }
  for (const { about, item, what, at } of [...words].sort((a, b) => a.at - b.at)) {
    const before = frozen.get(item);
    // An older word is about a text that was agreed before this one.
    if (about === 'refreeze' && before && at >= before.at && what !== before.hash)
      frozen.set(item, agreedAgain(before, what, at));
  }
  return frozen;
}

/** What a word does not mention stays as it was agreed before. */
function agreedAgain({ hash: old, base, parts, scenarios }: AgreedSpec, what: string, at: number): AgreedSpec {
  const { hash, scenarios: hashes } = readAgreement(what);
  const names = new Map(scenarios?.map((one) => [one.hash, one.name]));
  const now = hashes?.map((one) => ({ hash: one, name: names.get(one) ?? `a scenario agreed later (${one})` }));
  const kept = now ?? scenarios;
  return { hash, at, base, ...(parts && hash === old ? { parts } : {}), ...(kept ? { scenarios: kept } : {}) };
}

/** What rules may know of the record. */
export function recordedItems(log: BelievedLog): RecordedItems {
  const items = new Map<string, RecordedItem>();
  for (const { entry } of log.records) {
    // What is let into work again has to be let out again.
    if (entry.kind === 'frozen') items.set(entry.item, { done: false });
    if (entry.kind !== 'verdict') continue;
    const isDone = entry.gate === 'done' && entry.answer === 'allowed';
    items.set(entry.item, { done: isDone || items.get(entry.item)?.done === true });
  }
  for (const [item, agreed] of frozenSpecs(log)) items.set(item, { done: items.get(item)?.done ?? false, agreed });
  for (const [item, approved] of approvedChanges(log)) {
    const own = items.get(item);
    if (own) items.set(item, { ...own, approved });
  }
  return items;
}

function approvedChanges({ words }: BelievedLog): ReadonlyMap<string, ReadonlySet<string>> {
  const approved = new Map<string, Set<string>>();
  for (const { about, item, what } of words)
    if (about === 'approve') approved.set(item, (approved.get(item) ?? new Set<string>()).add(what));
  return approved;
}

/** The commits that ran the git hooks, as the hooks recorded them; oldest first. */
export function hookedTrees({ records }: Pick<EvidenceLog, 'records'>): readonly HookedTree[] {
  return records.flatMap(({ at, entry }) => (entry.kind === 'hooked' ? [{ at, tree: entry.tree }] : []));
}
