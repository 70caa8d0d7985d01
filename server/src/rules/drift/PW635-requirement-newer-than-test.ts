import { changesSinceTests } from '../../trace/earlierTexts.js';
import type { TestTrace } from '../../trace/graph.js';
import { defineRule } from '../rule.js';
import { changesAfterDone } from './changesAfterDone.js';
import { agreedParts, agreedPartsOf, isSameAgreement } from './whatWasAgreed.js';

export const requirementNewerThanTest = defineRule({
  code: 'PW635',
  name: 'requirement-newer-than-test',
  summary: 'A requirement or criterion is newer than the tests that cover it',
  severity: 'info',
  needs: 'git',
  since: '0.1.0',
  documents: ['spec'],
  why: 'A passing test shows that the old text is met. Nobody has checked the new one yet.',
  fix: 'Compare the test with the new text and update it. Requirements and criteria are compared word by word with the text at the time the most recent of their test files was last changed. Items in Backlog and in the archive are skipped. Changes after Done are reported by PW634.',
  pactkit: 'PactKit does not check this.',
  *check(document, { git, item }) {
    const history = git?.history;
    if (!history || !item || item.spec !== document || (item.stage !== 'inProgress' && item.stage !== 'done')) return;
    const traced: readonly { readonly id: string; readonly tests: readonly TestTrace[] }[] = [
      ...item.coverage.requirements.map(({ requirement, tests }) => ({ id: requirement.id, tests })),
      ...item.coverage.criteria.map(({ criterion, tests }) => ({ id: criterion.id, tests })),
    ];
    // Of these PW634 says enough.
    const afterDone = new Set(changesAfterDone(document, item, history)?.changed.map(({ id }) => id));
    for (const { id, tests } of traced) {
      if (afterDone.has(id)) continue;
      const since = changesSinceTests(history, document.path, tests);
      const text = since ? history.textOf(since.blob) : undefined;
      if (!since || text === undefined) continue;
      const was = agreedPartsOf(document, text)?.find((part) => part.id === id);
      const now = agreedParts(document).find((part) => part.id === id);
      if (!was || !now || isSameAgreement(was, now)) continue;
      const files = [...new Set(tests.map(({ file }) => file.path))];
      yield {
        span: now.place,
        anchor: `${id} newer than tests`,
        message: `${id} is newer than its test in ${files[0] ?? ''}${files.length > 1 ? ` and ${files.length - 1} more` : ''}, so the test may still check the old text. Compare it with the new one.`,
        related: tests.map(({ file, test }) => ({ document: file, span: test.name.span, message: `A test of ${id}` })),
        commits: since.commits.map(({ hash }) => hash),
      };
    }
  },
});
