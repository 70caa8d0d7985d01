import { parseItemId } from '../../documents/itemId.js';
import { nearestName } from '../../base/nearestName.js';
import { entryTraces } from '../../trace/entryTraces.js';
import type { Project } from '../../workspace/project.js';
import { Refused } from '../errorCodes.js';

/** The branch that an item is worked on. @param item a whole item id. */
export function branchOfItem(item: string): string {
  return `${parseItemId(item)?.type === 'STORY' ? 'feature' : 'fix'}/${item}`;
}

/** A slip in the id would make a branch that belongs to nothing. @throws Refused (`not-found`) */
export function requireItem(project: Project, item: string): void {
  const known = [
    ...project.ofKind('spec').flatMap((spec) => spec.item ?? []),
    ...project.ofKind('board').flatMap((board) => entryTraces(board).map(({ id }) => id)),
  ];
  if (known.includes(item)) return;
  const nearest = nearestName(item, known);
  throw new Refused(
    'not-found',
    `${item} has no spec and no board entry${nearest === undefined ? ': create it with new-item' : `; did you mean ${nearest}?`}`,
    nearest === undefined ? [] : [nearest],
  );
}
