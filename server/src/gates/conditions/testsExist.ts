import { count } from '../../base/count.js';
import { excerpt } from '../../base/excerpt.js';
import type { Condition } from '../condition.js';
import type { Problem } from '../gate.js';
import { owedCriteria, running } from '../../trace/obligations.js';
import { codeUnread, lookedAt, outcomeOf } from '../support/outcomes.js';
import { placeOf } from '../support/places.js';

export const testsExist: Condition = {
  name: 'tests-exist',
  title: 'Every acceptance criterion has a test that is not skipped',
  why: 'A criterion without a test is a promise that nobody checks. A test counts if its name, suite, comment, tag or file names the criterion or one of its scenarios, or the item if that has no criteria. MAY requirements, and those a `DEFERRED(SHOULD)` note defers, need none.',
  gates: ['act-out', 'check', 'done', 'release'],
  required: true,
  backtrack: 'repeat',
  check: (context) => {
    const { item, project } = context;
    if (!project.code) return codeUnread;
    const evidence = [lookedAt(context, `${count(item.tests.length, 'test')} that name ${item.id}`)];
    const next = `Write a test with an id such as \`${item.id}/AC1\` in its name, or add the id to the existing one`;
    if (item.coverage.criteria.length === 0)
      return outcomeOf(
        running(item.tests).length > 0
          ? []
          : [{ message: `${item.id} has no acceptance criteria, and no active test names it` }],
        {
          pass: `no criteria; ${count(running(item.tests).length, 'test')} for the item as a whole`,
          fail: 'no active test names the item',
          next,
        },
        evidence,
      );
    const owed = owedCriteria(item);
    const problems = owed.flatMap(({ criterion, tests }): readonly Problem[] => {
      if (running(tests).length > 0) return [];
      const label = `${criterion.id} "${excerpt(criterion.name.value)}"`;
      return [
        {
          message: tests.length === 0 ? `No test names ${label}` : `The tests of ${label} are all skipped`,
          ...(item.spec ? { place: placeOf(item.spec, criterion.idSpan) } : {}),
        },
      ];
    });
    return outcomeOf(
      problems,
      {
        pass: `${count(owed.length, 'criterion', 'criteria')} with tests`,
        fail: `${problems.length} of ${count(owed.length, 'criterion', 'criteria')} without an active test`,
        next,
      },
      evidence,
    );
  },
};
