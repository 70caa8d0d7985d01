import { expect, it } from 'vitest';
import { frozenEntry, recordedItems } from '../../../server/src/gates/evidence/frozen.js';
import type { GateContext } from '../../../server/src/gates/condition.js';
import { refusedDocument, refusedTest } from '../../../server/src/execution/hooks/judgeDraft.js';
import { change, gateContext, type StatedWork } from '../../support/checkCondition.js';
import { cases, gateProject } from '../../support/gateProject.js';

const specPath = 'docs/specs/STORY-001.md';
const casesPath = 'docs/test_cases/STORY-001_case.md';
const testPath = 'test/cart.test.ts';
const testText = "test('STORY-001/AC1 keeps the cart', () => { expect(cart()).toBe(1); });\n";

/** STORY-001 as it was agreed. */
async function frozen(): Promise<GateContext> {
  const { item } = await gateContext({ project: gateProject() });
  if (!item.spec) throw new Error('there is no spec');
  return gateContext({ project: gateProject(), log: [frozenEntry(item.id, item.spec, item.testCases, 'base')] });
}

async function documentRefusal(path: string, next: (text: string) => string | undefined): Promise<string> {
  const { item, log } = await frozen();
  const agreed = recordedItems(log).get(item.id)?.agreed;
  if (!agreed) throw new Error('nothing was agreed');
  const before = path === specPath ? (item.spec?.text ?? '') : cases;
  const after = next(before);
  expect(after).not.toBe(before);
  return (await refusedDocument({ item, agreed, words: log.words }, { path, before, after })) ?? '';
}

it.each<readonly [string, string, (text: string) => string | undefined, string]>([
  [
    'another requirement',
    specPath,
    (text) => text.replace(/^### R1.*$/mu, '$& on Sundays'),
    'The spec of STORY-001 is frozen',
  ],
  ['another spec', specPath, () => '# STORY-001: easy\n', 'is frozen'],
  ['what is not known', specPath, () => undefined, 'What becomes of the file is not known here'],
  ['another status', specPath, (text) => text.replace(/^(\| Status \| )[\w ]+/mu, '$1Done'), ''],
  [
    'a weaker step',
    casesPath,
    (text) => text.replace('it is there', 'something is there'),
    'The scenarios of STORY-001 are frozen',
  ],
  ['no scenario', casesPath, () => '# Test Cases\n', 'TC-1'],
  ['scenarios that are not known', casesPath, () => undefined, 'they would change or go'],
  [
    'one scenario more',
    casesPath,
    (text) =>
      `${text}\n## TC-2: Twice (AC1)\n\n- **Given** a cart\n- **When** it is reloaded twice\n- **Then** it is there\n`,
    '',
  ],
  ['another document', 'docs/specs/STORY-002.md', (text) => `${text}more`, ''],
])('of a frozen item, %s in %s is refused or not', async (_what, path, next, said) => {
  const why = await documentRefusal(path, next);
  if (said === '') expect(why).toBe('');
  else expect(why).toContain(said);
});

async function testRefusal(before: string, after: string | undefined, work: StatedWork = {}): Promise<string> {
  const context = await gateContext({ project: gateProject(), work });
  const answer = await context.work();
  if (answer.kind !== 'answer') throw new Error(answer.message);
  return refusedTest(context, answer.value, { path: testPath, before, after }) ?? '';
}

it.each<readonly [string, string | undefined, string | RegExp]>([
  ['a weaker assertion', testText.replace('toBe(1)', 'toBeDefined()'), /keeps the cart.*stay as they are/u],
  ['a skipped test', testText.replace("test('", "test.skip('"), 'keeps the cart'],
  ['what is not known', undefined, 'that were there before'],
  ['one test more', `${testText}test('STORY-001/AC1 again', () => { expect(cart()).toBe(1); });\n`, ''],
])('of a test that was there before, %s is refused or not', async (_what, after, said) => {
  const why = await testRefusal(testText, after);
  if (said === '') expect(why).toBe('');
  else expect(why).toMatch(said);
});

it('lets the work change its own tests, and again what it has changed', async () => {
  const own = { changes: [change(testPath, undefined, testText)] };
  expect(await testRefusal(testText, testText.replace('toBe(1)', 'toBe(2)'), own)).toBe('');
  expect(await testRefusal(testText, undefined, own)).toBe('');
  const weaker = testText.replace('toBe(1)', 'toBeDefined()');
  const weakened = { changes: [change(testPath, testText, weaker)] };
  expect(await testRefusal(weaker, `${weaker}// more\n`, weakened)).toBe('');
});
