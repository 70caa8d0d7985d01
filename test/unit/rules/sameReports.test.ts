import { expect, it } from 'vitest';
import { parseDocument } from '../../../server/src/documents/parseDocument.js';
import { allRules } from '../../../server/src/rules/registry.js';
import { areSameReports, type RuleReport } from '../../../server/src/rules/ruleReport.js';

/** A report that names the heading of a context with this text. */
async function reportsOn(text: string): Promise<readonly RuleReport[]> {
  const document = await parseDocument('context', 'docs/product/context.md', text);
  const start = text.indexOf('# Context');
  const related = [{ document, span: { start, end: start + 9 }, message: 'Here' }];
  return allRules
    .slice(0, 1)
    .map((rule) => ({ rule, report: { span: { start: 0, end: 1 }, message: 'No', related }, severity: 'error' }));
}

it.each([
  ['is the same where an edit behind it did not move the place it names', '# Context\n\nMore.\n', true],
  ['is another one where an edit moved that place', '\n# Context\n', false],
])('a report %s', async (_, edited, expected) => {
  expect(areSameReports(await reportsOn('# Context\n'), await reportsOn(edited))).toBe(expected);
});
