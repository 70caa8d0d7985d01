import type { SourceFile } from '../../code/sourceFile.js';
import type { Span } from '../../markdown/span.js';
import type { TestTrace } from '../../trace/graph.js';
import type { Fix } from '../finding.js';
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
        const own = tests.filter((one) => one.file === file);
        yield {
          file,
          item: id,
          span: span.end > span.start ? span : test.name.span,
          anchor: file.path,
          message: `No spec, test case or entry has the id ${id}, so the test belongs to no item. ${nearest === undefined ? 'Correct the id, or write its spec.' : `Did you mean ${nearest}? Otherwise write the spec.`}`,
          otherFixes: nearest === undefined ? [] : namingItem(file.text, mentionsIn(own, id), nearest),
        };
      }
    }
  },
});

/** Where the tests of a file name an item; a place that several tests share is there once. */
function mentionsIn(tests: readonly TestTrace[], id: string): readonly Span[] {
  const spans = tests.flatMap(({ items }) => items.flatMap(({ item, span }) => (item === id ? [span] : [])));
  return [...new Map(spans.map((span) => [span.start, span])).values()];
}

/** Puts the number of an item in place of another one's, each written as before: `STORY-021`, `story_021`. */
function namingItem(text: string, mentions: readonly Span[], item: string): readonly Fix[] {
  const newText = /\d*$/u.exec(item)?.[0] ?? '';
  const edits = mentions.map(({ start, end }) => {
    const digits = /\d*$/u.exec(text.slice(start, end))?.[0] ?? '';
    return { span: { start: end - digits.length, end }, newText };
  });
  // Where a file's name alone names it, no edit of the text can.
  const isWritten = edits.every(({ span }) => span.end > span.start);
  return isWritten ? [{ title: `Name ${item}`, safe: false, edits }] : [];
}
