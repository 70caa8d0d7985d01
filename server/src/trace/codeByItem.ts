import type { CodeFacts } from '../workspace/codeFacts.js';
import { rememberFor } from '../workspace/remember.js';
import { readDeferrals } from './deferrals.js';
import type { DeferralTrace, TestTrace } from './graph.js';
import { type ItemResolver, wordsKey } from './identifierWords.js';
import { addTo, none, sameList } from './same.js';
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

/** @param items all ids there are. */
export function createCodeByItem(code: CodeFacts, items: readonly string[]): CodeByItem {
  const resolve = itemResolver(items);
  const tests: TestTrace[] = [];
  const testsByItem = new Map<string, TestTrace[]>();
  const deferralsByItem = new Map<string, DeferralTrace[]>();
  const deferralsByFile = new Map<string, DeferralTrace[]>();
  for (const file of code.sources) {
    for (const test of testTraces(file, resolve)) {
      tests.push(test);
      for (const { item } of test.items) addTo(testsByItem, item, test);
    }
    for (const { trace, item } of readDeferrals(file, resolve))
      if (item === undefined) addTo(deferralsByFile, file.path, trace);
      else addTo(deferralsByItem, item, trace);
  }
  return { code, tests, testsByItem, deferralsByItem, deferralsByFile };
}

/** Whether two of them hold the same notes. */
export function sameDeferrals(one: CodeByItem, other: CodeByItem): boolean {
  return (['deferralsByItem', 'deferralsByFile'] as const).every(
    (key) =>
      one[key].size === other[key].size &&
      Array.from(one[key]).every(([name, notes]) => sameList(notes, other[key].get(name) ?? none)),
  );
}

/** Finds items by the words of their ids; numbers may have other leading zeros where that leaves one item only. */
const itemResolver = rememberFor((items: readonly string[]): ItemResolver => {
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
