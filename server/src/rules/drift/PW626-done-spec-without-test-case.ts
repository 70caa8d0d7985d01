import { parseItemId } from '../../documents/itemId.js';
import { defineRule } from '../rule.js';
import { newTestCase } from '../trace/newScenarios.js';
import { isDone, statusPlace } from './boardState.js';

export const doneSpecWithoutTestCase = defineRule({
  code: 'PW626',
  name: 'done-spec-without-test-case',
  summary: 'An item is done but has no test case document',
  severity: 'warning',
  needs: 'workspace',
  since: '0.1.0',
  documents: ['spec'],
  why: 'If a project writes test cases for its items, an item without them was marked as done and nobody wrote down how to tell.',
  fix: 'Write the test cases; the quick fix creates them with one scenario for each acceptance criterion. Reported only if the project follows the convention `testCases`: most done items have test cases, or the configuration requires them. For a HOTFIX, whose spec is short by design, it is reported as information. Specs of archived items are skipped.',
  pactkit: '`pactkit done-verify` (2.17) fails if a spec with MUST requirements has no test case document.',
  suspects: (_, { item, archived, conventions }) =>
    !archived && item?.testCases.length === 0 && conventions.testCases.enforced && isDone(item),
  *check(document, { item, configuration }) {
    if (!item) return;
    yield {
      span: statusPlace(document),
      anchor: 'test case',
      ...(parseItemId(item.id)?.type === 'HOTFIX' ? { severity: 'info' as const } : {}),
      message: `${item.id} is done but has no test cases, so nothing shows that it works. Write ${configuration.paths.testCases}/${item.id}_case.md.`,
      ...newTestCase(document, configuration.paths.testCases),
    };
  },
});
