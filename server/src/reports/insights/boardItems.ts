import { entriesOf, type Entry } from '../../documents/board/board.js';
import type { Project } from '../../workspace/project.js';

/** Whether an item is in the archive, as it is on the disk. */
export function archivedItems({ ofKind }: Pick<Project, 'ofKind'>): (item: string) => boolean {
  const items = new Set(ofKind('archive').flatMap(({ model }) => model.entries.flatMap(({ id }) => id?.value ?? [])));
  return (item) => items.has(item);
}

/** The titles of the items on the board and in the archive. */
export function titlesOf({ ofKind }: Pick<Project, 'ofKind'>): (item: string) => string | undefined {
  const entries: Entry[] = [
    ...ofKind('archive').flatMap(({ model }) => model.entries),
    ...ofKind('board').flatMap(({ model }) => entriesOf(model)),
  ];
  const titles = new Map(entries.flatMap(({ id, title }) => (id ? [[id.value, title.value] as const] : [])));
  return (item) => titles.get(item);
}
