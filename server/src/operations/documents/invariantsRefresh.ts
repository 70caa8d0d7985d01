import { Refused } from '../errorCodes.js';
import { defineOperation } from '../operation.js';

/** Sets the number of tests that the governance rules name. */
export const invariantsRefresh = defineOperation({
  name: 'invariants-refresh',
  group: 'documents',
  summary: 'Sets the number of tests in the governance rules',
  details:
    'Updates every `All N+ tests must pass`. The number is a minimum: a lower one is rejected unless you pass `--lower`.',
  example: { tests: 412 },
  fields: {
    tests: { type: 'integer', description: 'the number of tests', required: true, positional: true },
    lower: { type: 'flag', description: 'allow a lower number' },
  },
  reads: ['governanceRules'],
  needs: 'documents',
  writes: true,
  plan: ({ project, configuration }, { tests, lower }) => {
    if (tests < 0) throw new Refused('invalid-input', 'tests cannot be negative');
    const [rules] = project.ofKind('governanceRules');
    const path = configuration.paths.governanceRules;
    if (!rules) throw new Refused('not-found', `there are no governance rules (${path})`);
    const [problem] = rules.problems;
    if (problem) throw new Refused('unreadable', `${path} cannot be changed. ${problem.message}`);
    const counts = rules.model.testCounts;
    if (counts.length === 0)
      throw new Refused('not-found', `${path} has no test count: add "All ${tests}+ tests must pass" where it belongs`);
    const before = counts.map(({ value }) => value);
    const most = Math.max(...before);
    if (tests < most && !lower)
      throw new Refused(
        'not-allowed',
        `${tests} is less than the ${most} that ${path} requires: if tests were removed on purpose, pass --lower`,
      );
    const edits = counts.filter(({ value }) => value !== tests).map(({ span }) => ({ span, newText: String(tests) }));
    const data = { from: before, to: tests, changed: edits.length > 0 };
    if (edits.length === 0) return { answer: { message: `${path} already requires ${tests} tests`, data } };
    return {
      changes: [{ kind: 'edit', path, edits }],
      answer: {
        message: `changed the test count in ${path} from ${[...new Set(before)].join(', ')} to ${tests}`,
        data,
      },
    };
  },
});
