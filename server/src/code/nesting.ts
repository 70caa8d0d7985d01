import type { Located } from '../markdown/span.js';
import type { TestFunction, TestSuite } from './sourceFile.js';

/** What a language's reader finds in a file. */
export interface FoundTests {
  /** In document order. */
  readonly tests: readonly TestFunction[];
  /** What the file says of itself as a whole, comments before its first code aside. */
  readonly labels: readonly Located[];
  /** Whether comments right above the first token are labels of a test or suite that begins there. */
  readonly ownsFirst: boolean;
}

/** The groups that are open while a reader walks through the tokens of a file, and the tests found so far. */
export interface Nesting {
  readonly tests: readonly TestFunction[];
  /** The reader has come to this token: groups that end before it are left. */
  arriveAt(index: number): void;
  /** From here on a group is open, up to the token `end`. @param skipped whether its tests are not run. */
  enter(end: number, suite: TestSuite, skipped: boolean): void;
  /** A test in the groups that are open. */
  add(test: Omit<TestFunction, 'suites'>): void;
  /** The group that is entered last of those that are open. */
  innermost(): TestSuite | undefined;
}

/** Deeper groups count as the one they are in: none are that deep, and the cost is quadratic in the depth. */
const deepest = 32;

interface Group {
  readonly end: number;
  readonly suite: TestSuite;
  readonly suites: readonly TestSuite[];
  readonly skipped: boolean;
}

export function createNesting(): Nesting {
  const tests: TestFunction[] = [];
  const open: Group[] = [];
  return {
    tests,
    arriveAt: (index) => {
      for (let top = open.at(-1); top && top.end < index; top = open.at(-1)) open.pop();
    },
    enter: (end, suite, skipped) => {
      const outer = open.at(-1);
      const suites = outer?.suites ?? [];
      open.push({
        end,
        suite,
        suites: suites.length < deepest ? [...suites, suite] : suites,
        skipped: skipped || outer?.skipped === true,
      });
    },
    add: (test) => {
      const group = open.at(-1);
      tests.push({ ...test, suites: group?.suites ?? [], skipped: test.skipped || group?.skipped === true });
    },
    innermost: () => open.at(-1)?.suite,
  };
}
