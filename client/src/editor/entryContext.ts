import type { BoardEntryView, BoardSectionView } from '../../../server/src/protocol.js';

/** What of an entry the menus depend on. */
export interface EntryLook {
  readonly id?: string | undefined;
  readonly tasks: readonly Pick<BoardEntryView['tasks'][number], 'checked'>[];
  readonly hasSpec: boolean;
  readonly hasFindings: boolean;
}

/**
 * What the menus of an entry depend on, in the tree and on its card: `entry item spec inProgress finished findings`, without the words
 * that do not hold. The section's kind is always there; `finished` is what can be archived.
 */
export function entryContext(
  { id, tasks, hasSpec, hasFindings }: EntryLook,
  section: BoardSectionView['kind'],
): string {
  const isFinished = tasks.every(({ checked }) => checked) && (tasks.length > 0 || section === 'done');
  return [
    'entry',
    ...(id === undefined ? [] : ['item']),
    ...(hasSpec ? ['spec'] : []),
    section,
    ...(isFinished ? ['finished'] : []),
    ...(hasFindings ? ['findings'] : []),
  ].join(' ');
}
