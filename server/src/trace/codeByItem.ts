import type { SourceFile } from '../code/sourceFile.js';
import { changesByPath } from '../workspace/changesByPath.js';
import type { CodeFacts } from '../workspace/codeFacts.js';
import { memoFor, once } from '../base/memo.js';
import { readDeferrals } from './deferrals.js';
import type { DeferralTrace, TestTrace } from './graph.js';
import { type ItemResolver, wordsKey } from './identifierWords.js';
import { addTo, none, sameList } from '../base/same.js';
import { testTraces } from './testTraces.js';

/** The tests and notes of a project's source code, by what they are of. */
export interface CodeByItem {
  readonly code: CodeFacts;
  readonly tests: readonly TestTrace[];
  readonly testsByItem: ReadonlyMap<string, readonly TestTrace[]>;
  readonly deferralsByItem: ReadonlyMap<string, readonly DeferralTrace[]>;
  /** Those that say of no item, by the path of their file. */
  readonly deferralsByFile: ReadonlyMap<string, readonly DeferralTrace[]>;
}

/** More changed files than this are read all again. */
const mostChanges = 100;

/**
 * @param items all ids there are.
 * @param before of the same project with the same list of items: of it all is taken over that changed files do not touch.
 */
export function createCodeByItem(code: CodeFacts, items: readonly string[], before?: CodeByItem): CodeByItem {
  const resolve = itemResolver(items);
  const tests = once(() => code.sources.flatMap((file) => testTraces(file, resolve)));
  const changes = before && changesByPath(before.code.sources, code.sources, mostChanges);
  const { removed, added } = changes ?? { removed: [], added: code.sources };
  const gone = new Set(removed);
  const update = <T extends InFile>(
    lists: ReadonlyMap<string, readonly T[]> | undefined,
    read: (file: SourceFile) => readonly Keyed<T>[],
  ): ReadonlyMap<string, readonly T[]> =>
    updateLists(changes && lists, gone, removed.flatMap(read), added.flatMap(read));
  const testsOf = (file: SourceFile): readonly Keyed<TestTrace>[] =>
    testTraces(file, resolve).flatMap((test) => test.items.map(({ item }) => [item, test] as const));
  const notesOf =
    (ofItems: boolean) =>
    (file: SourceFile): readonly Keyed<DeferralTrace>[] =>
      readDeferrals(file, resolve).flatMap(({ trace, item }) =>
        ofItems === (item !== undefined) ? [[item ?? file.path, trace] as const] : [],
      );
  return {
    code,
    get tests() {
      return tests();
    },
    testsByItem: update(before?.testsByItem, testsOf),
    deferralsByItem: update(before?.deferralsByItem, notesOf(true)),
    deferralsByFile: update(before?.deferralsByFile, notesOf(false)),
  };
}

interface InFile {
  readonly file: SourceFile;
}

type Keyed<T> = readonly [key: string, value: T];

/**
 * The lists without what is in files that are gone and with what came, each in the order of files and text.
 *
 * @returns the very lists where nothing came or went.
 */
function updateLists<T extends InFile>(
  before: ReadonlyMap<string, readonly T[]> = new Map<string, readonly T[]>(),
  gone: ReadonlySet<SourceFile>,
  went: readonly Keyed<T>[],
  came: readonly Keyed<T>[],
): ReadonlyMap<string, readonly T[]> {
  if (went.length + came.length === 0) return before;
  const after = new Map(before);
  const news = new Map<string, T[]>();
  for (const [key, value] of came) addTo(news, key, value);
  for (const key of new Set([...went, ...came].map(([own]) => own))) {
    const kept = (before.get(key) ?? none).filter(({ file }) => !gone.has(file));
    const now = news.get(key) ?? [];
    const all =
      kept.length === 0 ? now : [...kept, ...now].sort((one, other) => comparePaths(one.file.path, other.file.path));
    if (all.length === 0) after.delete(key);
    else after.set(key, all);
  }
  return after;
}

function comparePaths(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

/** Whether two of them hold the same notes. */
export function sameDeferrals(one: CodeByItem, other: CodeByItem): boolean {
  return (['deferralsByItem', 'deferralsByFile'] as const).every(
    (key) =>
      one[key] === other[key] ||
      (one[key].size === other[key].size &&
        Array.from(one[key]).every(([name, notes]) => sameList(notes, other[key].get(name) ?? none))),
  );
}

/** Finds items by the words of their ids; numbers may have other leading zeros where that leaves one item only. */
const itemResolver = memoFor((items: readonly string[]): ItemResolver => {
  const exact = new Map<string, string>();
  const loose = new Map<string, string | undefined>();
  for (const id of items) {
    const key = wordsKey(id);
    exact.set(key, id);
    const short = withoutZeros(key);
    loose.set(short, loose.has(short) ? undefined : id);
  }
  return (words) => exact.get(words) ?? loose.get(withoutZeros(words));
});

function withoutZeros(key: string): string {
  return key.replace(/-0+(?=\d+$)/u, '-');
}
