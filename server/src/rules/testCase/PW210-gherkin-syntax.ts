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
  why: 'One such line makes a test runner reject the whole file, with all its scenarios. In a fence of a Markdown document, which no runner reads, it is only information.',
  fix: 'Start each line with a keyword, or with `#` if it is a comment. The message says what is expected.',
  pactkit: 'PactKit does not read Gherkin.',
  suspects: ({ problems }) => problems.length > 0,
  *check(document): Generator<Report> {
    const syntax = document.problems.filter(({ kind }) => kind === 'syntax');
    // A misspelled keyword has a rule of its own that says more.
    const misspelt = new Set(nearMissKeywords(document).map(({ line }) => line));
    for (const { message, span } of syntax) {
      if (misspelt.has(document.lines.positionAt(span.start).line)) continue;
      yield document.model.format === 'markdown'
        ? { span, severity: 'info', message: `${message}. This Gherkin cannot run.` }
        : { span, message: `${message}. Test runners reject the whole file.` };
    }
  },
});
