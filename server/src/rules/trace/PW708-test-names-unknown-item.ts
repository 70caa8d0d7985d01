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
  why: 'The id in a test says why it exists. An unknown id is usually a typo, and the intended item looks untested.',
  ok: '`test("STORY-012/AC1 keeps the cart")`, and there is `docs/specs/STORY-012.md`.',
  notOk: '`test("STORY-021/AC1 keeps the cart")`, and no spec, test case or entry has that id.',
  fix: 'Correct the id, or write the spec if it is missing. Only ids with the type, prefix and length of the project’s own ids count, so ids of other trackers are skipped. Each item is reported once per file.',
  pactkit: 'PactKit does not check this.',
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
          message: `No spec, test case or entry has the id ${id}, so the test belongs to no item. ${nearest === undefined ? 'Correct the id, or write its spec.' : `Did you mean ${nearest}? Otherwise write the spec.`}`,
        };
      }
    }
  },
});
