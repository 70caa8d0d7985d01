import { parseItemId } from '../../documents/itemId.js';
import type { SourceFile, TestFunction } from '../../code/sourceFile.js';
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
  fix: 'Correct the id, or write the spec if it is missing. Only ids with the type, prefix and length of the project’s own ids count, so ids of other trackers are skipped. So are ids in quotes within a title or comment, and names such as `test_story106` if the project’s ids have a prefix. Each item is reported once per file.',
  pactkit: 'PactKit does not check this.',
  *checkProject({ trace: { items, strayTests } }) {
    for (const [id, tests] of strayTests) {
      if (!looksLikeOwn(id, items)) continue;
      const nearest = nearestItem(id, items);
      const seen = new Set<SourceFile>();
      for (const { file, test, items: mentions } of tests) {
        const span = mentions.find(({ item }) => item === id)?.span ?? test.name.span;
        if (seen.has(file) || isShort(file, span, id, items) || isExample(file, test, span)) continue;
        seen.add(file);
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

/** Whether a name (`test_story106_expiry`) may leave out the prefix that the project's items of this type have. */
function isShort({ text }: SourceFile, { start, end }: Span, id: string, items: readonly string[]): boolean {
  if (text.slice(start, end) === id) return false;
  const { type } = parseItemId(id) ?? {};
  return items.some((item) => {
    const own = parseItemId(item);
    return own?.type === type && own?.prefix !== undefined;
  });
}

/** Whether the id is an example within a title or comment, in quotes of its own or after words that say so. */
function isExample({ text }: SourceFile, { name, suites, labels }: TestFunction, { start, end }: Span): boolean {
  const texts = [name, ...labels, ...suites.flatMap((suite) => [suite.name, ...suite.labels])];
  const around = texts.find(({ span }) => span.start <= start && end <= span.end);
  // A decorator or tag has the id as its argument.
  if (!around || end === start || around.value.startsWith('@') || around.value.startsWith('[')) return false;
  const before = text.slice(around.span.start, start);
  const behind = text.slice(end, around.span.end);
  const quote = /(["'`“‘«])[^"'`“”‘’«»\n]*$/u.exec(before)?.[1];
  return exampleWords.test(before) || (quote !== undefined && behind.includes(closing.get(quote) ?? quote));
}

const exampleWords =
  /\b(?:e\.g\.|i\.e\.|for example|for instance|such as|like|example:|z\.\s?B\.|例如|比如)[,:]?\s*$/iu;
const closing: ReadonlyMap<string, string> = new Map([
  ['“', '”'],
  ['‘', '’'],
  ['«', '»'],
]);

/** Where the tests of a file name an item; a place that several tests share is there once. */
function mentionsIn(tests: readonly TestTrace[], id: string): readonly Span[] {
  const spans = tests.flatMap(({ items }) => items.flatMap(({ item, span }) => (item === id ? [span] : [])));
  return [...new Map(spans.map((span) => [span.start, span])).values()];
}

/** Replaces an item with another one: the whole id, or its number in a name that is written otherwise (`story_021`). */
function namingItem(text: string, mentions: readonly Span[], item: string): readonly Fix[] {
  const number = /\d*$/u.exec(item)?.[0] ?? '';
  const edits = mentions.map(({ start, end }) => {
    const written = text.slice(start, end);
    if (parseItemId(written)) return { span: { start, end }, newText: item };
    const digits = /\d*$/u.exec(written)?.[0] ?? '';
    return { span: { start: end - digits.length, end }, newText: number };
  });
  // Where a file's name alone names it, no edit of the text can.
  const isWritten = edits.every(({ span }) => span.end > span.start);
  return isWritten ? [{ title: `Name ${item}`, safe: false, edits }] : [];
}
