import type { SourceFile } from '../../code/sourceFile.js';
import { defineProjectRule } from '../rule.js';
import { looksLikeOwn, nearestItem } from '../support/itemForms.js';

export const testNamesUnknownItem = defineProjectRule({
  code: 'PW708',
  name: 'test-names-unknown-item',
  summary: 'A test names an item that has no spec, no test case and no entry',
  severity: 'warning',
  needs: 'code',
  since: '0.1.0',
  documents: ['spec', 'testCase', 'board'],
  why: 'Who wants to know why a test is there follows the id in it. One that leads nowhere mostly is a slip, and the item that was meant seems to be untested.',
  ok: '`test("STORY-012/AC1 keeps the cart")`, and there is `docs/specs/STORY-012.md`.',
  notOk: '`test("STORY-021/AC1 keeps the cart")`, and no spec, test case or entry has that id.',
  fix: 'Correct the id, or write the spec if it is missing. Only ids of the type, prefix and length that the project’s own ids have count, so those of other trackers are left alone. Each file is told once of each item.',
  pactkit: 'PactKit does not look.',
  *checkProject({ trace: { items, strayTests } }) {
    for (const [id, tests] of strayTests) {
      if (!looksLikeOwn(id, items)) continue;
      const nearest = nearestItem(id, items);
      const seen = new Set<SourceFile>();
      for (const { file, test, items: mentions } of tests) {
        if (seen.has(file)) continue;
        seen.add(file);
        const span = mentions.find(({ item }) => item === id)?.span ?? test.name.span;
        yield {
          file,
          item: id,
          span: span.end > span.start ? span : test.name.span,
          anchor: file.path,
          message: `There is no ${id}: no spec, test case or entry has that id, so the test leads nowhere. ${nearest === undefined ? 'Correct the id, or write its spec.' : `If ${nearest} is meant, name that; else write the spec.`}`,
        };
      }
    }
  },
});
