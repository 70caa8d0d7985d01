import type { GateName } from '../../server/src/gates/gate.js';
import type { Files } from '../support/gitRepository.js';

/** One thing that somebody does in a repository. */
export type Step =
  /** Writes files by path; null deletes one. */
  | { readonly do: 'write'; readonly files: Files }
  /** Puts one text in the place of another, which must stand there. */
  | { readonly do: 'replace'; readonly path: string; readonly from: string; readonly to: string }
  /** Commits all there is; `at` in milliseconds since 1970. */
  | { readonly do: 'commit'; readonly message: string; readonly at?: number }
  /** Runs git with these arguments. */
  | { readonly do: 'git'; readonly args: readonly string[] }
  /** Asks a gate of STORY-002, as people do on their way. */
  | { readonly do: 'gate'; readonly name: GateName }
  /** Rewrites the evidence log; undefined for none there is. */
  | { readonly do: 'evidence'; readonly to: (text: string) => string | undefined }
  /** Puts the evidence log of another repository, where all was done as it should be, in the place of this one's. */
  | { readonly do: 'replay' }
  /** Puts a signed word into the record by the way that the editor takes. */
  | ({ readonly do: 'word' } & Word)
  /** An agent, whose hooks tell of it, has its shell run a command line. */
  | { readonly do: 'agent'; readonly command: string }
  /** Whatever else can be done with a folder. */
  | { readonly do: 'act'; readonly act: (folder: string) => void };

/** What is said about what the `done` gate of STORY-002 finds at this moment. */
export interface Word {
  /** Who says it: a person this machine trusts, or somebody with a key of their own. */
  readonly by: 'person' | 'stranger';
  /** That conditions may fail on this very tree, or that the changes they tell of are as they should be. */
  readonly about: 'override' | 'approve';
  readonly conditions: readonly string[];
  /** STORY-002 where it is left out. */
  readonly item?: string;
}

/** A way to look finished without being it, and work that looks alike and is honest. */
export interface Cheat {
  readonly name: string;
  /** What it makes believe, as a sentence without full stop. */
  readonly pretends: string;
  /** The condition that catches it. */
  readonly caughtBy: string;
  /** `done` where nothing is said. */
  readonly gate?: GateName;
  readonly profile?: string;
  /** What the shop's repository holds besides, from the beginning. */
  readonly project?: Files;
  /** What is done before either: `work` (where nothing is said) is all that STORY-002 takes, `start` is nothing yet. */
  readonly after?: 'work' | 'start';
  readonly cheat: readonly Step[];
  readonly honest: readonly Step[];
}

export interface StackTest {
  readonly title: string;
  readonly body: readonly string[];
  readonly mark?: 'skip';
}

/** A language with its test runner: how the same shop is written in it. */
export interface Stack {
  readonly name: string;
  /** Whether its tools are there. */
  readonly isHere: boolean;
  /** What the shop's repository holds before STORY-002, documents, cart and its test aside. */
  readonly start: Files;
  /** What the spec of STORY-002 names in Touches besides its own files, cart and its test. */
  readonly touched?: readonly string[];
  /** Installs what git does not hold, in the repository's folder. */
  readonly install?: (folder: string) => void;
  /** Paths. */
  readonly paths: {
    /** Holds `total`, which STORY-001 brought. */
    readonly cart: string;
    readonly cartTest: string;
    /** Holds `discount`, which STORY-002 brings. */
    readonly discount: string;
    readonly discountTest: string;
    /** Another file of sources that neither touches. */
    readonly other: string;
  };
  /** What `total` and its tests are at the start; `+ price` is where it adds. */
  readonly cart: string;
  readonly cartTest: string;
  /** What `discount` is to be: 10 % off from 100 on. */
  readonly discount: string;
  /** The tests of both criteria of STORY-002. */
  readonly discountTest: string;
}

/** Code that takes something from the environment. */
export interface Injected {
  readonly source: string;
  /** What sets it. */
  readonly setUp: Files;
  /** What the tests of `discount` begin with, if they have to import that. */
  readonly head?: string;
}

/** A stack in whose words all that is to be said of tests can be said. */
export interface FullStack extends Stack {
  /** What tests of STORY-001 rest on. */
  readonly old: {
    /** A test file that goes over a table, by a helper, and reads a fixture. */
    readonly table: string;
    /** A row of the table, and what it is if the cart adds wrongly. */
    readonly row: readonly [string, string];
    readonly helper: string;
    /** What the helper asserts. */
    readonly asserts: string;
    readonly fixture: string;
  };
  /** What comments begin with. */
  readonly comment: string;
  /** A test file with these tests. */
  readonly tests: (tests: readonly StackTest[], options?: { readonly head?: string }) => string;
  /** Statements in a test's body. */
  readonly say: {
    /** Asserts that a call gives a value: `equal('discount(200)', '180')`. */
    readonly equal: (actual: string, expected: string) => string;
    /** Asserts that something is true. */
    readonly truthy: (what: string) => string;
    readonly true: string;
    /** Lines that swallow whatever goes wrong within them. */
    readonly swallow: (line: string) => string;
    /** A line that is never reached. */
    readonly never: (line: string) => string;
    /** A line that runs only where an environment variable is set. */
    readonly wherever: (variable: string, line: string) => string;
    /** A call whose result nobody looks at. */
    readonly call: (what: string) => string;
    /** Leaves the test early. */
    readonly leave: string;
    /** Ends the process, with success. */
    readonly exit: string;
    /** Prints so many characters. */
    readonly print: (characters: number) => string;
    /** Waits so many milliseconds. */
    readonly wait: (milliseconds: number) => string;
    /** Writes a text that has no quotes in it to a file of the project. */
    readonly writeFile: (path: string, text: string) => string;
  };
  /** The line that brings `total` into a test file. */
  readonly importTotal: string;
  /** What `discount` is if it knows the answers and nothing else. */
  readonly knowing: string;
  /** The cart whose `total` is lowered. */
  readonly wired: string;
  /** What `discount` is if it gives the answers of its tests in their order. */
  readonly counting: string;
  /** The cart whose `total` is lowered only if a switch is on that is off. */
  readonly bypassing: string;
  /** The cart whose `total` calls `discount` and gives what it gave before. */
  readonly dropping: string;
  /** The cart whose `total` is lowered unless something goes wrong. */
  readonly swallowing: string;
  /** What `discount` is if it looks up the answers of its tests by a hash of what it is given. */
  readonly hashing: string;
  /** What `discount` is if it keeps its results by a hash of what it is given. */
  readonly keeping: string;
  /** What `discount` is if it looks up its answers in the environment, and the help for tests that puts them there. */
  readonly injecting: Injected;
  /** What `discount` is if it takes from the environment where it begins, and the help for tests that says so. */
  readonly adjusting: Injected;
  /** What `discount` is if it does something else where tests run. */
  readonly pretending: string;
  /** A test file in which every test is skipped. */
  readonly skipped: (tests: string) => string;
  /** A path for tests that the runner does not look at. */
  readonly unseenTest: string;
}

/** Cheats in the words of a stack. */
export type Cheats = (stack: FullStack) => readonly Cheat[];

export const write = (files: Files): Step => ({ do: 'write', files });
export const replace = (path: string, from: string, to: string): Step => ({ do: 'replace', path, from, to });
export const commit = (message: string, at?: number): Step => ({
  do: 'commit',
  message,
  ...(at === undefined ? {} : { at }),
});
export const git = (...args: readonly string[]): Step => ({ do: 'git', args });
export const act = (run: (folder: string) => void): Step => ({ do: 'act', act: run });
export const agent = (command: string): Step => ({ do: 'agent', command });
export const gate = (name: GateName): Step => ({ do: 'gate', name });
export const evidence = (to: (text: string) => string | undefined): Step => ({ do: 'evidence', to });
export const word = (said: Word): Step => ({ do: 'word', ...said });
