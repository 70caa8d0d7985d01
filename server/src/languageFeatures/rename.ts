import { readBriefly } from '../documents/unreadDocument.js';
import type { Span } from '../markdown/span.js';
import { type IdReference, idReferencesOf } from '../trace/idReferences.js';
import type { FeatureContext } from './featureContext.js';
import { idsAt } from './idsAt.js';
import { occurrencesOf } from './references.js';
import { refused, renameItem, type Renaming } from './renameItem.js';
import { type PartKind, renameParts } from './renamePart.js';

export interface RenameStart {
  readonly span: Span;
  /** The id as it is offered for change. */
  readonly placeholder: string;
}

/** What a rename at an offset would be of: an item, requirement, criterion or scenario id; undefined on anything else. */
export function prepareRename({ document }: Pick<FeatureContext, 'document'>, offset: number): RenameStart | undefined {
  const target = targetAt(document, offset);
  return target && { span: target.span, placeholder: target.id };
}

/**
 * Renames the id at an offset everywhere. Refused, with the reason, where the new name is no such id, is taken, or is the one
 * it has; undefined if no id is there.
 */
export function rename(context: FeatureContext, offset: number, newName: string): Renaming | undefined {
  const target = targetAt(context.document, offset);
  if (!target) return undefined;
  const name = newName.trim();
  if (target.kind === 'item') return renameItem(context, target.id, name);
  return renamePart(context, target, target.kind, name);
}

/** `Scenario 1` is a criterion without an id to change, and the middle of a range is ambiguous. */
function targetAt(document: FeatureContext['document'], offset: number): IdReference | undefined {
  const [target, ...others] = idsAt(document, offset);
  return target && others.length === 0 && !target.id.startsWith('Scenario') ? target : undefined;
}

const forms: Readonly<Record<PartKind, { readonly pattern: RegExp; readonly letters: string; readonly what: string }>> =
  {
    requirement: { pattern: /^R0*(\d{1,15})$/i, letters: 'R', what: 'requirement' },
    criterion: { pattern: /^AC-?0*(\d{1,15})$/i, letters: 'AC', what: 'acceptance criterion' },
    scenario: { pattern: /^TC-(\d{1,15})$/i, letters: 'TC-', what: 'scenario' },
  };

function renamePart(context: FeatureContext, target: IdReference, kind: PartKind, name: string): Renaming {
  const { pattern, letters, what } = forms[kind];
  const number = pattern.exec(name)?.[1];
  if (number === undefined)
    return refused(`\`${name}\` is not an id of a ${what}: use ${letters} and a number, such as ${letters}2.`);
  const newId = letters + number;
  const { item, id } = target;
  if (newId === id) return refused(`This is already ${id}: enter another number.`);
  const definitions = context.project.documents
    .filter((document) => document.item === item)
    .flatMap((document) => readBriefly(document, () => idReferencesOf(document)))
    .filter((one) => one.role === 'definition' && one.kind === kind);
  if (definitions.some((one) => one.id === newId))
    return refused(`${newId} is taken: ${item} has a ${what} with that id. Choose a free number.`);
  if (definitions.filter((one) => one.id === id).length > 1)
    return refused(`${item} has several ${id}, and references do not say which: change one of the headings first.`);
  const [dangling] = occurrencesOf(context.project, { kind, item, id: newId });
  if (dangling) {
    const line = dangling.document.lines.positionAt(dangling.reference.span.start).line + 1;
    return refused(
      `${dangling.document.path}:${line} names a ${newId} that does not exist, and would then mean this one: correct it, or choose another number.`,
    );
  }
  const { changes, broken } = renameParts(context, item, kind, new Map([[id, newId]]));
  const [range] = broken;
  if (range) {
    const line = range.file.lines.positionAt(range.span.start).line + 1;
    const written = range.file.text.slice(range.span.start, range.span.end);
    return refused(
      `${range.file.path}:${line} names ${id} within the range ${written}, which cannot say ${newId} instead: write its ids one by one first.`,
    );
  }
  return { kind: 'renaming', changes, done: undefined };
}
