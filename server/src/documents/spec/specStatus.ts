import { once } from '../../base/memo.js';
import { none } from '../../base/same.js';
import type { Located } from '../../markdown/span.js';
import type { FieldRow, Metadata, Spec } from './spec.js';

/** A spec's facts, or what stands for them. */
interface Status {
  readonly status?: Located | undefined;
}

/** The metadata row with exactly this key; the last one counts, as in PactKit. */
export function metadataRow(table: Pick<Metadata, 'rows'> | undefined, key: string): FieldRow | undefined {
  let found: FieldRow | undefined;
  for (const row of table?.rows ?? none) if (row.key.value === key) found = row;
  return found;
}

/** The cell of the Status. */
export function statusOf({ metadata }: Pick<Spec, 'metadata'>): Located | undefined {
  return metadataRow(metadata, 'Status')?.value;
}

/** Whether the spec's Status is exactly `status`. */
export function hasStatus({ facts }: { readonly facts: Status }, status: 'Draft' | 'Done'): boolean {
  return facts.status?.value === status;
}

/** How far a spec is, whatever words a project uses for it. */
export type SpecProgress = 'draft' | 'inProgress' | 'done' | 'unknown';

// PactKit's three words, and those that projects are known to use instead (formats reference, A2).
const progressByStatus: ReadonlyMap<string, SpecProgress> = new Map([
  ['draft', 'draft'],
  ['open', 'draft'],
  ['new', 'draft'],
  ['planned', 'draft'],
  ['proposed', 'draft'],
  ['backlog', 'draft'],
  ['todo', 'draft'],
  ['in progress', 'inProgress'],
  ['in review', 'inProgress'],
  ['active', 'inProgress'],
  ['done', 'done'],
  ['closed', 'done'],
  ['completed', 'done'],
  ['released', 'done'],
  ['archived', 'done'],
]);

/** Made when it is needed: that takes long, and few words come here. */
const givenUp = once(
  () =>
    /^(?:cancel(?:l?ed)|superseded|replaced|rejected|withdrawn|abandoned|obsolete|dropped|duplicate|wontfix|won['’]?t (?:fix|do))(?!\p{L})/u,
);

export function specProgress(spec: Status): SpecProgress {
  const words = statusWords(spec);
  return progressByStatus.get(words) ?? (givenUp().test(words) ? 'done' : 'unknown');
}

/** Whether the spec is over without having been built: `Cancelled`, `Superseded by STORY-012`. */
export function isGivenUp(spec: Status): boolean {
  const words = statusWords(spec);
  return !progressByStatus.has(words) && givenUp().test(words);
}

function statusWords({ status }: Status): string {
  const words = (status?.value ?? '').toLowerCase();
  return progressByStatus.has(words) ? words : words.replace(/[-_\s]+/gu, ' ').trim();
}
