import { Refused } from '../errorCodes.js';
import { defineOperation } from '../operation.js';

/** Sets the number of tests that the governance rules name. */
export const invariantsRefresh = defineOperation({
  name: 'invariants-refresh',
  group: 'documents',
  summary: 'Sets the number of tests in the governance rules',
  details:
    'Every `All N+ tests must pass` gets the new number. The number is a floor: a lower one than there was is refused unless `--lower` says that it is meant.',
  fields: {
    tests: { type: 'integer', description: 'how many tests there are', required: true, positional: true },
    lower: { type: 'flag', description: 'the number may be lower than it was' },
  },
  reads: ['governanceRules'],
  needs: 'documents',
  writes: true,
  plan: ({ project, configuration }, { tests, lower }) => {
    if (tests < 0) throw new Refused('invalid-input', 'tests is a number of tests, and cannot be negative');
    const [rules] = project.ofKind('governanceRules');
    const path = configuration.paths.governanceRules;
    if (!rules) throw new Refused('not-found', `there are no governance rules (${path})`);
    const [problem] = rules.problems;
    if (problem) throw new Refused('unreadable', `${path} cannot be changed. ${problem.message}`);
    const counts = rules.model.testCounts;
    if (counts.length === 0)
      throw new Refused(
        'not-found',
        `${path} does not name a number: write "All ${tests}+ tests must pass" where it belongs`,
      );
    const before = counts.map(({ value }) => value);
    const most = Math.max(...before);
    if (tests < most && !lower)
      throw new Refused(
        'not-allowed',
        `${tests} is less than the ${most} that ${path} asks for: if tests are gone for good, say --lower`,
      );
    const edits = counts.filter(({ value }) => value !== tests).map(({ span }) => ({ span, newText: String(tests) }));
    const data = { from: before, to: tests, changed: edits.length > 0 };
    if (edits.length === 0) return { answer: { message: `${path} asks for ${tests} tests already`, data } };
    return {
      changes: [{ kind: 'edit', path, edits }],
      answer: { message: `${path} asked for ${[...new Set(before)].join(', ')} tests and now for ${tests}`, data },
    };
  },
});
