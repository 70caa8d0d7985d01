import type { Spec } from '../../documents/spec.js';
import type { Severity } from '../finding.js';
import { metadataRow } from './circumstances.js';

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

/** A finished spec is history that nobody goes back for: what is wrong with it is worth knowing, not worth a warning. */
export function unlessDone(spec: Spec, severity: Severity): Severity {
  return specProgress(spec) === 'done' ? 'info' : severity;
}
