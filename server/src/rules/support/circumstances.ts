import type { ParsedDocument } from '../../documents/document.js';
import { hasStatus } from '../../documents/spec/specStatus.js';
import { parseItemId } from '../../documents/itemId.js';
import type { Project } from '../../workspace/project.js';
import type { RuleContext } from '../rule.js';
import { memoFor } from '../../base/memo.js';

type SpecDocument = ParsedDocument<'spec'>;

/** The items whose entries are in the archive. */
const archivedItems = memoFor(
  (project: Project): ReadonlySet<string> =>
    new Set(project.ofKind('archive').flatMap(({ facts }) => facts.named.map(([id]) => id))),
);

/**
 * Whether the item's entry was moved to the archive: its work is over, and its spec will not be completed.
 * The Status field alone does not say so: it is a word that anyone can set at any time.
 */
export function isArchived(item: string | undefined, project: Project): boolean {
  return item !== undefined && archivedItems(project).has(item);
}

/** How a rule speaks where what it asks for is not worth asking for; where nothing is said, as elsewhere. */
export interface Easing {
  /** The item is in the archive. */
  readonly archived: 'info' | 'silent';
  /** The spec's Status is Done: the rule asks for what helps to do the work. */
  readonly done?: 'info';
  /** The item is a HOTFIX: its spec is written by hand and short, and PactKit's own spec-lint gate does not apply to it. */
  readonly hotfix?: 'info';
}

const asElsewhere = {};
const softly = { severity: 'info' } as const;

/** To be spread into reports; undefined if the rule is to say nothing. Under `compat` nothing is eased. */
export function eased(
  document: SpecDocument,
  { archived: isInArchive, compat }: RuleContext,
  { archived, done, hotfix }: Easing,
): { readonly severity?: 'info' } | undefined {
  if (compat !== undefined) return asElsewhere;
  if (isInArchive && archived === 'silent') return undefined;
  const isSoft = isInArchive || (hotfix && isHotfix(document.item)) || (done && hasStatus(document, 'Done'));
  return isSoft ? softly : asElsewhere;
}

function isHotfix(item: string | undefined): boolean {
  return item !== undefined && parseItemId(item)?.type === 'HOTFIX';
}
