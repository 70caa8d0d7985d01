import type { ParsedDocument } from '../../documents/document.js';
import type { FieldRow, Metadata } from '../../documents/spec.js';
import { parseItemId } from '../../documents/itemId.js';
import type { Project } from '../../workspace/project.js';
import { rememberFor } from './remember.js';

type SpecDocument = ParsedDocument<'spec'>;

/** The metadata row with exactly this key; the last one counts, as in PactKit. */
export function metadataRow(metadata: Metadata | undefined, key: string): FieldRow | undefined {
  return metadata?.rows.findLast((row) => row.key.value === key);
}

/** Whether the spec's Status is exactly `status`. */
export function hasStatus({ model }: SpecDocument, status: 'Draft' | 'Done'): boolean {
  return metadataRow(model.metadata, 'Status')?.value.value === status;
}

/** The items whose entries are in the archive. */
const archivedItems = rememberFor(
  (project: Project): ReadonlySet<string> =>
    new Set(
      project
        .ofKind('archive')
        .flatMap(({ model }) => model.entries.flatMap(({ id }) => (id === undefined ? [] : [id.value]))),
    ),
);

/**
 * Whether the item's entry was moved to the archive: its work is over, and nobody goes back to its spec to complete it.
 * The Status field alone does not say so: it is a word that anyone can set at any time.
 */
export function isArchived(item: string | undefined, project: Project): boolean {
  return item !== undefined && archivedItems(project).has(item);
}

/** What makes a finding of a rule information, beside the item being archived. */
export interface Leniency {
  /** The spec's Status is Done: the rule asks for something that helps to do the work, which is over. */
  readonly done?: true;
  /** The item is a HOTFIX: its spec is written by hand and short, and PactKit's spec-lint gate does not apply to it. */
  readonly hotfix?: true;
}

/** To be spread into a report: `info` where circumstances make the rule's finding one, else nothing. */
export function lenient(
  document: SpecDocument,
  project: Project,
  { done, hotfix }: Leniency = {},
): { readonly severity?: 'info' } {
  const eased =
    isArchived(document.item, project) ||
    (done === true && hasStatus(document, 'Done')) ||
    (hotfix === true && document.item !== undefined && parseItemId(document.item)?.type === 'HOTFIX');
  return eased ? { severity: 'info' } : {};
}
