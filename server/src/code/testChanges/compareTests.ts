import type { SourceFile, TestFunction } from '../sourceFile.js';
import { type CodeFile, codeOf } from './codeFile.js';
import { compareUnits, type SupportChange } from './compareUnits.js';
import type { FilePair } from './filePair.js';
import { layoutOf, type TestStretch } from './layout.js';
import { fullName, headsOf, plainTest } from './plainTest.js';
import { addsOnly, weakenings } from './weakening.js';

/**
 * What became of a test. `extended`: it asks for all that it asked for, and more. `renamed`: it does the same under another name.
 * `weakened`: it is changed so that it finds less; `changed`: so that reading does not tell.
 */
type TestChangeKind = 'kept' | 'extended' | 'changed' | 'weakened' | 'skipped' | 'renamed' | 'deleted' | 'added';

export interface PlacedTest {
  readonly file: SourceFile;
  readonly test: TestFunction;
}

export interface TestChange {
  readonly kind: TestChangeKind;
  /** What happened, as half a sentence about the test; empty for what is kept or added. */
  readonly what: string;
  readonly before?: PlacedTest;
  readonly after?: PlacedTest;
  /** The test as it reads now (before, where it is deleted), without comments and white space. */
  readonly plain: string;
}

/** What became of the tests of some files, and of the code that they rest on. */
export interface TestChanges {
  readonly tests: readonly TestChange[];
  readonly support: readonly SupportChange[];
}

interface Known extends PlacedTest {
  readonly code: CodeFile;
  readonly stretch: TestStretch;
  readonly name: string;
  readonly plain: string;
  readonly key: string;
}

/**
 * Compares test files as they were with what they are, all at once, as a test may move from one to another. A test is matched by
 * its whole name, then by an equal body; comments and white space do not count. Nothing of it runs.
 */
export function compareTests(pairs: readonly FilePair[]): TestChanges {
  const before = pairs.flatMap((pair) => testsOf(pair.before));
  const after = pairs.flatMap((pair) => testsOf(pair.after));
  const matched = match(before, after);
  const taken = new Set(matched.values());
  const tests = before.map((old): TestChange => {
    const now = matched.get(old);
    return now ? compare(old, now) : gone(old);
  });
  const added = after.filter((now) => !taken.has(now)).map(addition);
  return { tests: [...tests, ...added], support: compareUnits(pairs) };
}

function testsOf(file: SourceFile | undefined): Known[] {
  const code = file && codeOf(file);
  if (!code) return [];
  const counts = new Map<string, number>();
  return layoutOf(code).tests.map((stretch): Known => {
    const name = fullName(stretch.test);
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const plain = plainTest(code, stretch, stretch.own);
    return { code, stretch, file, test: stretch.test, name, plain, key: `${count} ${name}` };
  });
}

/** By path and name, by name in another file, by body, by the last part of the name in the same file: in this order. */
function match(before: readonly Known[], after: readonly Known[]): Map<Known, Known> {
  const matched = new Map<Known, Known>();
  const taken = new Set<Known>();
  const by = (keyOf: (known: Known) => string, unique = false): void => {
    const waiting = new Map<string, Known[]>();
    for (const now of after) {
      if (taken.has(now)) continue;
      const list = waiting.get(keyOf(now));
      if (list) list.push(now);
      else waiting.set(keyOf(now), [now]);
    }
    for (const old of before) {
      if (matched.has(old)) continue;
      const list = waiting.get(keyOf(old)) ?? [];
      const now = unique && list.length > 1 ? undefined : list.shift();
      if (!now) continue;
      matched.set(old, now);
      taken.add(now);
    }
  };
  by(({ file, key }) => `${file.path} ${key}`);
  by(({ name, plain }) => `${name}\n${plain}`);
  by(({ file, test, plain }) => `${file.path} ${test.name.value}\n${plain}`);
  by(({ file, plain }) => `${file.path} ${plain}`);
  by(({ plain }) => plain);
  by(({ name }) => name, true);
  by(({ file, test }) => `${file.path} ${test.name.value}`, true);
  return matched;
}

function compare(old: Known, now: Known): TestChange {
  const both = { before: placed(old), after: placed(now), plain: now.plain };
  if (now.test.skipped && !old.test.skipped)
    return { ...both, kind: 'skipped', what: 'is now skipped, so it checks nothing' };
  const were = new Set(headsOf(old.code, old.stretch));
  const heads = headsOf(now.code, now.stretch).filter((head) => !were.has(head));
  const around = heads.map((head) => `is now inside \`${head}\`, where it may not run, or run differently`);
  if (old.plain !== now.plain) {
    const reasons = [...weakenings(old, now), ...around];
    if (reasons.length > 0) return { ...both, kind: 'weakened', what: reasons.join(', and ') };
    if (addsOnly(old, now)) return { ...both, kind: 'extended', what: 'checks more than before' };
    return { ...both, kind: 'changed', what: 'changed, so it no longer shows that what worked still works' };
  }
  if (around.length > 0) return { ...both, kind: 'weakened', what: around.join(', and ') };
  if (old.name !== now.name) return { ...both, kind: 'renamed', what: `is now called "${now.name}"` };
  return { ...both, kind: 'kept', what: '' };
}

function gone(old: Known): TestChange {
  return { kind: 'deleted', what: 'was removed', before: placed(old), plain: old.plain };
}

function addition(now: Known): TestChange {
  return { kind: 'added', what: '', after: placed(now), plain: now.plain };
}

function placed({ file, test }: Known): PlacedTest {
  return { file, test };
}
