import { defineRule, type Report } from '../rule.js';
import { nearMissKeywords } from './nearMissKeywords.js';

export const gherkinSyntax = defineRule({
  code: 'PW210',
  name: 'gherkin-syntax',
  summary: 'Gherkin that does not parse',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['testCase'],
  why: 'A test runner refuses the whole file for one such line, and the scenarios behind it count for nothing. In a fence of a Markdown document, which no runner reads, it is information only.',
  ok: 'Feature: Carts\n\n  Scenario: reload\n    Given a cart\n    When the page reloads\n    Then it is there\n',
  notOk: 'Feature: Carts\n\n  Scenario: reload\n    Given a cart\n    the page reloads\n    Then it is there\n',
  fix: 'Begin each line with a keyword, or with `#` where it is a comment; the message says what is expected.',
  pactkit: 'PactKit does not read Gherkin.',
  *check(document): Generator<Report> {
    const syntax = document.problems.filter(({ kind }) => kind === 'syntax');
    if (syntax.length === 0) return;
    // A misspelt keyword has a rule of its own that says more.
    const misspelt = new Set(nearMissKeywords(document).map(({ line }) => line));
    for (const { message, span } of syntax) {
      if (misspelt.has(document.lines.positionAt(span.start).line)) continue;
      yield document.model.format === 'markdown'
        ? { span, severity: 'info', message: `${message}. As it is, this is no Gherkin that could be run.` }
        : { span, message: `${message}. Test runners refuse the file for it.` };
    }
  },
});
