import { defineRule, type Report } from '../rule.js';

export const governanceTestCount = defineRule({
  code: 'PW421',
  name: 'governance-test-count',
  summary: 'The governance rules name different numbers of tests',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['governanceRules'],
  why: 'The sentence "All 120+ tests must pass" sets a minimum that is checked. With two numbers, nobody knows which one applies.',
  fix: 'Set all of them to the right number, or state it once.',
  pactkit: 'PactKit only compares the first number, and `invariants-refresh` overwrites all of them.',
  *check(document): Generator<Report> {
    const [first, ...others] = document.model.testCounts;
    if (!first) return;
    for (const { value, span } of others) {
      if (value === first.value) continue;
      yield {
        span,
        message: `This says ${value} tests, the first such sentence says ${first.value}, and only the first is checked. Set both to the right number.`,
        related: [{ document, span: first.span, message: `Says ${first.value}` }],
      };
    }
  },
});
