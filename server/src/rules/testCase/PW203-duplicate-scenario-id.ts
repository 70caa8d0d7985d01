import type { TestCase } from '../../documents/testCase/testCase.js';
import type { Located } from '../../markdown/span.js';
import { defineRule, type Report } from '../rule.js';
import { scenarioKey } from '../../documents/testCase/scenarioIds.js';
import { numbering } from '../support/writing.js';

export const duplicateScenarioId = defineRule({
  code: 'PW203',
  name: 'duplicate-scenario-id',
  summary: 'A test case document uses the same scenario id twice',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['testCase'],
  why: 'Tests and reports refer to a scenario by its id. If two have the same id, a passing test for one makes the other look tested.',
  fix: 'Give the second one the next free number. `TC-1` and `TC-01` are the same id.',
  pactkit: 'PactKit does not check for duplicates.',
  suspects: ({ model }) => !areAscending(model),
  *check(document): Generator<Report> {
    const { groups, scenarios } = document.model;
    const ids = new Map<number, Located>();
    for (const { id } of [...groups, ...scenarios]) if (id) ids.set(id.span.start, id);
    const first = new Map<string, Located>();
    const numbers = [...ids.values()].map(({ value }) => ({ number: Number(scenarioKey(value) ?? 0) }));
    let repeat = 0;
    for (const id of [...ids.values()].sort((a, b) => a.span.start - b.span.start)) {
      const key = scenarioKey(id.value);
      if (key === undefined) continue;
      const earlier = first.get(key);
      if (!earlier) {
        first.set(key, id);
        continue;
      }
      yield {
        span: id.span,
        message: `${id.value} is used twice in this document${earlier.value === id.value ? '' : ` (\`${earlier.value}\` is the same id)`}, so a test for one seems to cover the other. Give this one the next free number.`,
        fix: numbering(document, { idSpan: id.span }, numbers, repeat++),
        related: [{ document, span: earlier.span, message: 'The first of the two' }],
      };
    }
  },
});

/** Whether each scenario has a higher number than the one before, and no other heading has an id, as in most documents. */
function areAscending({ scenarios, groups }: TestCase): boolean {
  let last = -1;
  for (const { id } of scenarios) {
    const number = id?.value.startsWith('TC-') ? Number(id.value.slice(3)) : last;
    if (!(number > last)) return false;
    last = number;
  }
  return groups.every(({ id }, index) => !id || id.span.start === scenarios[index]?.id?.span.start);
}
