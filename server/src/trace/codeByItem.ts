import type { SourceFile } from '../code/sourceFile.js';
import { changesByPath } from '../workspace/changesByPath.js';
import type { CodeFacts } from '../workspace/codeFacts.js';
import { memoFor, once } from '../base/memo.js';
import { readDeferrals } from './deferrals.js';
import type { DeferralTrace, TestTrace } from './graph.js';
import { type ItemResolver, wordsKey } from './identifierWords.js';
import { addTo, collect, none, sameList } from '../base/same.js';
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
  const tests = once(() => collect(code.sources, (file) => testTraces(file, resolve)));
  const changes = before && changesByPath(before.code.sources, code.sources, mostChanges);
  const { removed, added } = changes ?? { removed: [], added: code.sources };
  const gone = new Set(removed);
  const update = <T extends InFile>(
    lists: ReadonlyMap<string, readonly T[]> | undefined,
    read: Read<T>,
  ): ReadonlyMap<string, readonly T[]> =>
    updateLists(changes && lists, gone, listsIn(removed, read), listsIn(added, read));
  const addTests: Read<TestTrace> = (file, add) => {
    testTraces(file, resolve).forEach((test) => {
      for (const { item } of test.items) add(item, test);
    });
  };
  const addNotes =
    (ofItems: boolean): Read<DeferralTrace> =>
    (file, add) => {
      // So it is with most files.
      if (file.deferrals.length === 0) return;
      for (const { trace, item } of readDeferrals(file, resolve))
        if (ofItems === (item !== undefined)) add(item ?? file.path, trace);
    };
  return {
    code,
    get tests() {
      return tests();
    },
    testsByItem: update(before?.testsByItem, addTests),
    deferralsByItem: update(before?.deferralsByItem, addNotes(true)),
    deferralsByFile: update(before?.deferralsByFile, addNotes(false)),
  };
}

interface InFile {
  readonly file: SourceFile;
}

/** Finds what is in a file, each with its key. */
type Read<T> = (file: SourceFile, add: (key: string, value: T) => void) => void;

/** What is in some files by its key, in the order of files and text. */
function listsIn<T>(files: readonly SourceFile[], read: Read<T>): Map<string, T[]> {
  const lists = new Map<string, T[]>();
  const add = (key: string, value: T): void => {
    addTo(lists, key, value);
  };
  for (const file of files) read(file, add);
  return lists;
}

/**
 * The lists without what is in files that are gone and with what came, each in the order of files and text.
 *
 * @returns the very lists where nothing came or went.
 */
function updateLists<T extends InFile>(
  before: ReadonlyMap<string, readonly T[]> | undefined,
  gone: ReadonlySet<SourceFile>,
  went: ReadonlyMap<string, readonly T[]>,
  came: ReadonlyMap<string, readonly T[]>,
): ReadonlyMap<string, readonly T[]> {
  if (!before) return came;
  if (went.size + came.size === 0) return before;
  const after = new Map(before);
  for (const key of new Set([...went.keys(), ...came.keys()])) {
    const kept = (before.get(key) ?? none).filter(({ file }) => !gone.has(file));
    const now = came.get(key) ?? none;
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
  // Who has read no code since the last run asks for none.
  const words = once(() => itemsByWords(items));
  return (key) => {
    const { exact, loose } = words();
    return exact.get(key) ?? loose.get(withoutZeros(key));
  };
});

function itemsByWords(items: readonly string[]): {
  readonly exact: ReadonlyMap<string, string>;
  readonly loose: ReadonlyMap<string, string | undefined>;
} {
  const exact = new Map<string, string>();
  const loose = new Map<string, string | undefined>();
  for (const id of items) {
    const key = wordsKey(id);
    exact.set(key, id);
    const short = withoutZeros(key);
    loose.set(short, loose.has(short) ? undefined : id);
  }
  return { exact, loose };
}

function withoutZeros(key: string): string {
  return key.replace(/-0+(?=\d+$)/u, '-');
}
