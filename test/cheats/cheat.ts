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
  /** Whatever else can be done with a folder. */
  | { readonly do: 'act'; readonly act: (folder: string) => void };

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
  /** What is done before either: `work` (where nothing is said) is all that STORY-002 takes, `start` is nothing yet. */
  readonly after?: 'work' | 'start';
  readonly cheat: readonly Step[];
  readonly honest: readonly Step[];
}

/** Cheats in the words of a stack. */
export type Cheats = (stack: Stack) => readonly Cheat[];

/** A language with its test runner: how the same shop is written in it. */
export interface Stack {
  readonly name: string;
  /** Whether its tools are there. */
  readonly isHere: boolean;
  /** What the shop's repository holds before STORY-002, documents aside. */
  readonly start: Files;
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
  /** What `total` and its tests are at the start. */
  readonly cart: string;
  readonly cartTest: string;
  /** What `discount` is to be: 10 % off from 100 on. */
  readonly discount: string;
  /** The tests of both criteria of STORY-002. */
  readonly discountTest: string;
  /** A test file of STORY-002 with other tests: each a title and lines of its body. */
  readonly tests: (tests: readonly StackTest[], options?: { readonly head?: string }) => string;
  /** Statements in a test's body. */
  readonly say: {
    /** Asserts that a call gives a value: `equal('discount(200)', '180')`. */
    readonly equal: (actual: string, expected: string) => string;
    /** Asserts that something is true. */
    readonly truthy: (what: string) => string;
    /** Lines that swallow whatever goes wrong within them. */
    readonly swallow: (lines: readonly string[]) => string;
    /** A call whose result nobody looks at. */
    readonly call: (what: string) => string;
    /** Leaves the test early. */
    readonly leave: string;
  };
  /** The line that brings `total` into a test file. */
  readonly importTotal: string;
  /** A test file in which every test is skipped. */
  readonly skipped: (tests: string) => string;
  /** One more test of STORY-001, to be added to its file. */
  readonly oneMore: string;
}

export interface StackTest {
  readonly title: string;
  readonly body: readonly string[];
  readonly mark?: 'skip' | 'only';
}

export const write = (files: Files): Step => ({ do: 'write', files });
export const replace = (path: string, from: string, to: string): Step => ({ do: 'replace', path, from, to });
export const commit = (message: string, at?: number): Step => ({
  do: 'commit',
  message,
  ...(at === undefined ? {} : { at }),
});
export const git = (...args: readonly string[]): Step => ({ do: 'git', args });
export const act = (run: (folder: string) => void): Step => ({ do: 'act', act: run });
export const gate = (name: GateName): Step => ({ do: 'gate', name });
export const evidence = (to: (text: string) => string | undefined): Step => ({ do: 'evidence', to });
