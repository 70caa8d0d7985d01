import { headingComments, lineIndentAt } from '../code/comments.js';
import type { SettledMentions, SourceFile, TestFunction, TestMention } from '../code/sourceFile.js';
import type { Located, Span } from '../markdown/span.js';
import { memoEach, memoFor, once } from '../base/memo.js';
import { none } from '../base/same.js';
import type { TestTrace } from './graph.js';
import { itemCandidates, type ItemResolver } from './identifierWords.js';
import { isIdentifier, type Naming, readNaming } from './naming.js';

/** What one place (test, suite, file, file name) names: all of it counts alike. */
interface Level {
  readonly items: readonly string[];
  readonly namings: readonly Naming[];
  /** Whether it may name something else where there are other items. */
  readonly isOpen: boolean;
}

interface Sources {
  readonly file: SourceFile;
  readonly resolve: ItemResolver;
}

const tracesOf = memoEach<SourceFile, Sources, readonly TestTrace[]>({
  isSame: ({ file, resolve: before }, { resolve: now }) =>
    before === now || candidates(file).every((candidate) => before(candidate) === now(candidate)),
});

/**
 * The tests of a file with the items they name. A test's own words beat those of its suites and of the comments that head a part
 * of the file, the inner ones first, and these the file's name and labels.
 *
 * @returns the same list for as long as the file and the items that its identifiers name are the same.
 */
export function testTraces(file: SourceFile, resolve: ItemResolver): readonly TestTrace[] {
  return tracesOf(file, { file, resolve }, () => readTests(file, resolve));
}

/** What of a file depends on which items there are. */
const candidates = memoFor((file: SourceFile): readonly string[] => {
  const found = new Set<string>();
  const look = (text: string): void => {
    if (isIdentifier(text)) for (const candidate of itemCandidates(text)) found.add(candidate);
  };
  look(stemOf(file.path));
  for (const { value } of file.labels) look(value);
  for (const test of file.tests) {
    look(test.name.value);
    for (const { value } of test.labels) look(value);
    for (const { name, labels } of test.suites) for (const { value } of [name, ...labels]) look(value);
  }
  return [...found];
});

/** The file's name without folder and extensions, where it is as a text at the file's start. */
function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\..*$/u, '');
}

/** What the file as a whole names: its name, else what it says of itself. */
export function fileLevel(file: SourceFile, resolve: ItemResolver): Level {
  const [byName, byLabels] = fileLevels(file, resolve);
  return byName.items.length > 0 ? byName : byLabels;
}

function fileLevels({ path, labels }: SourceFile, resolve: ItemResolver): readonly [name: Level, labels: Level] {
  const { namings, isOpen } = readLevel([{ value: stemOf(path), span: { start: 0, end: 0 } }], resolve);
  return [levelOf(namings.map(atStart), isOpen), readLevel(labels, resolve)];
}

/** A file's name has no place in its text. */
function atStart({ items, bare }: Naming): Naming {
  const moved = ({ value }: Located): Located => ({ value, span: { start: 0, end: 0 } });
  return {
    items: items.map(({ item, ids }) => ({ item: moved(item), ids: ids.map(moved) })),
    bare: bare.map(moved),
  };
}

function readLevel(texts: readonly Located[], resolve: ItemResolver): Level {
  let isOpen = false;
  const asked: ItemResolver = (words) => {
    isOpen = true;
    return resolve(words);
  };
  const namings = texts.map((text) => readNaming(text, asked));
  return levelOf(namings, isOpen);
}

function levelOf(namings: readonly Naming[], isOpen: boolean): Level {
  // Most tests name none themselves: their suite does.
  if (namings.every(({ items }) => items.length === 0)) return { items: none, namings, isOpen };
  return { items: [...new Set(namings.flatMap(({ items }) => items.map(({ item }) => item.value)))], namings, isOpen };
}

function readTests(file: SourceFile, resolve: ItemResolver): readonly TestTrace[] {
  const settled = settledMentions(file);
  if (file.named && settled.every((one) => one !== undefined))
    return settled.map((items, at) => new KeptTest(file, items, at));
  const levelsIn = innerLevels(file, resolve);
  const outer = once(() => fileLevels(file, resolve));
  return file.tests.map((test, at): TestTrace => {
    const known = settled[at];
    const items = known ?? mentionsOf([...levelsIn(test), ...outer()]);
    return { file, test, items, isSettled: known !== undefined };
  });
}

/** Of a file that was not read: its tests need not be looked at to know what they name. */
class KeptTest implements TestTrace {
  readonly file: SourceFile;
  readonly items: TestTrace['items'];
  readonly isSettled = true;
  readonly #at: number;

  constructor(file: SourceFile, items: TestTrace['items'], at: number) {
    this.file = file;
    this.items = items;
    this.#at = at;
  }

  get test(): TestFunction {
    const test = this.file.tests[this.#at];
    if (!test) throw new Error(`${this.file.path} has fewer tests than what they name`);
    return test;
  }
}

/** What each test of a file names whatever items there are. */
export const settledMentions = memoFor((file: SourceFile): readonly SettledMentions[] => {
  if (file.named) return file.named;
  const levelsIn = innerLevels(file, () => undefined);
  return file.tests.map((test) => {
    const levels = levelsIn(test);
    const deciding = levels.find(({ items, isOpen }) => isOpen || items.length > 0);
    return deciding?.isOpen === false ? mentionsOf(levels) : undefined;
  });
});

/** Of a test itself and all around it in its file, from innermost to outermost. */
function innerLevels(file: SourceFile, resolve: ItemResolver): (test: TestFunction) => readonly Level[] {
  const suites = new Map<object, Level>();
  const suiteLevel = (suite: TestFunction['suites'][number]): Level => {
    let level = suites.get(suite);
    if (!level) suites.set(suite, (level = readLevel([suite.name, ...suite.labels], resolve)));
    return level;
  };
  const around = (test: TestFunction): readonly Level[] => {
    const heading = headingAbove(file, test);
    if (!heading) return test.suites.map(suiteLevel).reverse();
    const isWithin = ({ name }: TestFunction['suites'][number]): boolean => name.span.start > heading.start;
    const outside = test.suites.filter((suite) => !isWithin(suite));
    return [
      ...test.suites.filter(isWithin).map(suiteLevel).reverse(),
      heading.level,
      ...outside.map(suiteLevel).reverse(),
    ];
  };
  return (test) => [readLevel([test.name, ...test.labels], resolve), ...around(test)];
}

interface Heading {
  readonly start: number;
  readonly indentation: number;
  readonly level: Level;
}

/** The comments of a file that name items and head what is below them; not those that are about the whole file. */
export const headingsOf = memoFor((file: SourceFile): readonly Heading[] => {
  if (file.isPlain) return none;
  const { path, text, labels } = file;
  return headingComments(path, text).flatMap((comment) => {
    const { start, end } = comment.span;
    if (labels.some(({ span }) => span.start >= start && span.start < end)) return [];
    // It names the same whatever items there are.
    const level = levelOf([readNaming(comment, () => undefined)], false);
    return level.items.length === 0 ? [] : [{ start, indentation: lineIndentAt(text, start), level }];
  });
});

/** The nearest above a test; what is indented deeper is in a test before it. */
function headingAbove(file: SourceFile, { name }: TestFunction): Heading | undefined {
  const headings = headingsOf(file);
  if (headings.length === 0) return undefined;
  const indentation = lineIndentAt(file.text, name.span.start);
  return headings.findLast((one) => one.start < name.span.start && one.indentation <= indentation);
}

/** @param levels from innermost to outermost; the first is the test itself. */
function mentionsOf(levels: readonly Level[]): readonly TestMention[] {
  const naming = levels.findIndex(({ items }) => items.length > 0);
  const level = levels[naming];
  if (!level) return [];
  const alone = level.items.length === 1;
  // What is nested below the item is about it, if there is just one.
  const inner = alone ? levels.slice(0, naming).map(({ namings }) => namings.flatMap(({ bare }) => bare)) : [];
  return level.items.flatMap((item): readonly TestMention[] => {
    const named = level.namings.flatMap(({ items }) => items.filter((one) => one.item.value === item));
    const attached = named.flatMap(({ ids }) => ids);
    const bare = alone ? level.namings.flatMap((one) => one.bare) : [];
    const ids = distinct(inner.find((some) => some.length > 0) ?? [...attached, ...bare]);
    // A file that names several items does not say which of them a test is of.
    if (!alone && naming > 0 && ids.length === 0) return [];
    const span: Span = named[0]?.item.span ?? { start: 0, end: 0 };
    return [{ item, ids, span }];
  });
}

function distinct(ids: readonly Located[]): readonly Located[] {
  const byId = new Map<string, Located>();
  for (const id of ids) if (!byId.has(id.value)) byId.set(id.value, id);
  return [...byId.values()];
}
