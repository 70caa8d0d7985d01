import { isOver, sectionWords } from '../../rules/drift/boardState.js';
import { count } from '../../base/count.js';
import type { ItemTrace } from '../../trace/graph.js';
import type { Condition } from '../condition.js';
import type { Problem } from '../gate.js';
import { lookedAt, outcomeOf } from '../support/outcomes.js';
import { placeOf } from '../support/places.js';

export const dependencies: Condition = {
  name: 'dependencies',
  title: 'The dependencies of the item are done',
  why: 'Work on top of something unfinished is based on guesses. Every item in the Dependency Surface of the spec must be in Done on the board or in the archive. For an item on neither, its Status counts.',
  gates: ['act-in', 'done', 'release'],
  required: true,
  backtrack: 'repeat',
  check: (context) => {
    const { item, trace } = context;
    const named = item.dependsOn.filter(({ id }) => id !== item.id);
    const problems = named.flatMap(({ id, named: { span } }): readonly Problem[] => {
      const other = trace.item(id);
      if (other && isFinished(other)) return [];
      const place = item.spec ? { place: placeOf(item.spec, span) } : {};
      return [{ message: `${item.id} depends on ${id}, which ${whereIs(other)}`, ...place }];
    });
    return outcomeOf(
      problems,
      {
        pass:
          named.length === 0
            ? 'it depends on no other item'
            : `${count(named.length, 'dependency', 'dependencies')} done`,
        fail: `${problems.length} of ${count(named.length, 'dependency', 'dependencies')} not done`,
        next: 'Finish the dependencies first, or remove those that are not real from the spec',
      },
      [lookedAt(context, 'the Dependency Surface, the board and the archive')],
    );
  },
};

/** Where the board says how far an item is, that is what counts: a Status alone is quickly written. */
function isFinished(item: ItemTrace): boolean {
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
