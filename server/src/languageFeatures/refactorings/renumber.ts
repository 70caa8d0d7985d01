import type { AnyDocument, ParsedDocument } from '../../documents/document.js';
import { readBriefly } from '../../documents/unreadDocument.js';
import { contains } from '../../markdown/span.js';
import { idReferencesOf, mayConcern } from '../../trace/idReferences.js';
import type { FeatureContext } from '../featureContext.js';
import { type PartKind, renameParts } from '../renamePart.js';
import type { Refactoring } from './refactoring.js';

/**
 * Numbers the requirements or criteria of a spec from 1 on in the order they are in, whichever of the two the cursor is
 * among, and changes every citation along. Undefined if they are numbered so, where two share an id, and where something
 * names an id that is free now: it would come to mean another one.
 */
export function renumber(context: FeatureContext, offset: number): Refactoring | undefined {
  const { document } = context;
  if (document.kind !== 'spec' || document.item === undefined) return undefined;
  const { item } = document;
  const kind = kindAt(document, offset);
  if (!kind) return undefined;
  const ids = newIds(document, kind);
  const moved = [...ids].filter(([id, newId]) => id !== newId);
  if (moved.length === 0 || ids.size !== partsOf(document, kind).length) return undefined;
  const free = new Set(moved.map(([, newId]) => newId).filter((newId) => !ids.has(newId)));
  const dangles = context.project.documents.some(
    (other) => mayConcern(other, item) && namesFree(other, item, kind, free),
  );
  if (dangles) return undefined;
  const { changes } = renameParts(context, item, kind, ids, 'list');
  const [first] = moved;
  const what = kind === 'requirement' ? 'requirements' : 'criteria';
  return { title: `Renumber the ${what} (${first?.join(' becomes ') ?? ''})`, kind: 'renumber', changes };
}

function kindAt({ model }: ParsedDocument<'spec'>, offset: number): 'requirement' | 'criterion' | undefined {
  const section = model.sections.find(({ span }) => contains(span, offset));
  if (section?.name === 'requirements') return 'requirement';
  return section?.name === 'acceptanceCriteria' ? 'criterion' : undefined;
}

function partsOf({ model }: ParsedDocument<'spec'>, kind: PartKind): readonly { readonly id: string }[] {
  if (kind === 'requirement') return model.requirements;
  // Those of the old form, `Scenario 1`, have no ids to cite.
  return model.criteria.filter(({ id }) => id.startsWith('AC'));
}

function newIds(document: ParsedDocument<'spec'>, kind: PartKind): ReadonlyMap<string, string> {
  const letters = kind === 'requirement' ? 'R' : 'AC';
  return new Map(partsOf(document, kind).map(({ id }, index) => [id, `${letters}${index + 1}`]));
}

/** A range may well run over a gap. */
function namesFree(document: AnyDocument, item: string, kind: PartKind, free: ReadonlySet<string>): boolean {
  return readBriefly(document, () => idReferencesOf(document)).some(
    (one) => one.kind === kind && one.item === item && !one.range && free.has(one.id),
  );
}
