import { count } from '../../base/count.js';
import type { Condition } from '../condition.js';
import type { Problem } from '../gate.js';
import { openDependencies } from '../support/openDependencies.js';
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
    const problems = openDependencies(item, trace).map(({ dependency, message }): Problem => {
      const { span } = dependency.named;
      return { message, ...(item.spec ? { place: placeOf(item.spec, span) } : {}) };
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
