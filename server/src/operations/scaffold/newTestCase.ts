import { testCaseFor } from '../../documents/testCase/testCaseTemplate.js';
import { count } from '../../base/count.js';
import { Refused } from '../errorCodes.js';
import { defineOperation } from '../operation.js';
import { itemField } from '../support/fields.js';
import { findSpec } from '../support/findSpec.js';
import { newFile } from '../support/newFile.js';

/** Makes the test case document of a spec. */
export const newTestCase = defineOperation({
  name: 'new-test-case',
  group: 'scaffold',
  summary: 'Creates the test case of an item, with a scenario for each criterion of its spec',
  details: 'Each scenario cites its criterion and has its steps; missing steps are `TODO`.',
  example: { item: 'STORY-042' },
  fields: { item: itemField },
  reads: ['spec', 'testCase'],
  needs: 'documents',
  writes: true,
  plan: async (workspace, { item }) => {
    const spec = findSpec(workspace, item);
    const there = workspace.project.ofKind('testCase').find((testCase) => testCase.item === item);
    if (there) throw new Refused('exists', `${item} already has a test case: ${there.path}`, [there.path]);
    const made = testCaseFor(spec, workspace.configuration.paths.testCases);
    if (!made)
      throw new Refused(
        'not-allowed',
        `${spec.path} has no acceptance criterion to write a scenario for: write its criteria first`,
      );
    const scenarios = spec.model.criteria.length;
    return {
      changes: [await newFile(workspace, made)],
      answer: {
        message: `created ${made.path} with ${count(scenarios, 'scenario')}`,
        data: { item, path: made.path, scenarios },
      },
    };
  },
});
