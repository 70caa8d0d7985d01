import { defineRule, type Report } from '../rule.js';
import { nearMissKeywords } from './nearMissKeywords.js';

export const nearMissKeyword = defineRule({
  code: 'PW207',
  name: 'near-miss-keyword',
  summary: 'A Gherkin keyword in a test case is misspelled',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['testCase'],
  why: 'A misspelled keyword usually causes no error: the line is simply not a step, or the heading not a scenario. The scenario passes without it.',
  fix: 'Write the keyword named in the message; the quick fix does this. In Gherkin (fences and feature files) case matters, titles need a colon and steps have none.',
  pactkit: 'PactKit does not notice, as long as the right word appears elsewhere in the document.',
  *check(document): Generator<Report> {
    for (const { span, keyword } of nearMissKeywords(document)) {
      const written = document.text.slice(span.start, span.end);
      yield {
        span,
        message: `"${written}" is not the keyword \`${keyword}\`, so this line is ignored. Write \`${keyword}\`.`,
        fix: { title: `Write \`${keyword}\``, safe: false, edits: [{ span, newText: keyword }] },
      };
    }
  },
});
