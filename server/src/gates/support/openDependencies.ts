import { isOver, sectionWords } from '../../rules/drift/boardState.js';
import type { DependencyTrace, ItemTrace, TraceGraph } from '../../trace/graph.js';

/** What an item depends on that is not done, each with why: a sentence without full stop. */
export function openDependencies(
  item: Pick<ItemTrace, 'id' | 'dependsOn'>,
  trace: Pick<TraceGraph, 'item'>,
): readonly { readonly dependency: DependencyTrace; readonly message: string }[] {
  return item.dependsOn.flatMap((dependency) => {
    const { id } = dependency;
    const other = trace.item(id);
    if (id === item.id || (other && isFinished(other))) return [];
    return [{ dependency, message: `${item.id} depends on ${id}, which ${whereIs(other)}` }];
  });
}

/** Where the board says how far an item is, that is what counts: a Status alone is quickly written. */
export function isFinished(item: ItemTrace): boolean {
  return item.stage === 'unplanned' ? isOver(item) : item.stage === 'done' || item.stage === 'archived';
}

function whereIs(item: ItemTrace | undefined): string {
  if (!item) return 'does not exist';
  switch (item.stage) {
    case 'unplanned':
      return 'is not on the board and its Status is not Done';
    case 'backlog':
      return `is under ${sectionWords.backlog}`;
    case 'inProgress':
      return `is under ${sectionWords.inProgress}`;
    case 'done':
    case 'archived':
      return 'is done';
  }
}
