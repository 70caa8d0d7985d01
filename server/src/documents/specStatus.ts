import type { ParsedDocument } from './document.js';
import type { FieldRow, Metadata, Spec } from './spec.js';

/** The metadata row with exactly this key; the last one counts, as in PactKit. */
export function metadataRow(metadata: Metadata | undefined, key: string): FieldRow | undefined {
  return metadata?.rows.findLast((row) => row.key.value === key);
}

/** Whether the spec's Status is exactly `status`. */
export function hasStatus({ model }: ParsedDocument<'spec'>, status: 'Draft' | 'Done'): boolean {
  return metadataRow(model.metadata, 'Status')?.value.value === status;
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
  ['superseded', 'done'],
  ['cancelled', 'done'],
]);

export function specProgress(spec: Spec): SpecProgress {
  const status = metadataRow(spec.metadata, 'Status')?.value.value ?? '';
  const words = status.toLowerCase().replace(/[-_\s]+/gu, ' ');
  return progressByStatus.get(words.trim()) ?? 'unknown';
}
