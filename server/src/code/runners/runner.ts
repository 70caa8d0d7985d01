import type { SourceFile, SourceLanguage, TestFunction } from '../sourceFile.js';
import type { TestName } from './testName.js';

/** The test runners that can run selected tests. */
export const runnerNames = ['vitest', 'jest', 'mocha', 'node', 'pytest', 'go', 'cargo', 'maven', 'gradle'] as const;

export type RunnerName = (typeof runnerNames)[number];

/** A test that is to be run. */
export interface WantedTest {
  /** Names the test within its project; tests of one id cannot be told apart. */
  readonly id: string;
  readonly file: SourceFile;
  readonly test: TestFunction;
  /** The names of its suites, outermost first, and its own. */
  readonly path: readonly TestName[];
}

/** In which order tests run: as the runner has it, in another one where it can do that, or each in a process of its own. */
export type TestOrder = 'usual' | 'shuffled' | 'apart';

/** Where the tests of a run are, and where reports may be put. */
export interface RunPlace {
  /** The project root: absolute, with `/`. */
  readonly root: string;
  /** The folder whose package, module or build file rules these tests: relative to the root, with `/`; empty at the root. */
  readonly folder: string;
  /** A path that nothing is at yet, in a folder for temporary files: absolute. Reports are put there. */
  readonly scratch: string;
  /** The major version of the Node.js that runs them; 0 where none does. */
  readonly nodeMajor: number;
  /** Options that the project gives to Node.js for its tests, such as `--import tsx`. */
  readonly nodeOptions: readonly string[];
  /** Whether the tests run in another order than usual: runners that cannot do that ignore it. */
  readonly shuffled?: boolean;
}

/** What is started, as what the machine has to find first. */
export type Program =
  | { readonly kind: 'node' }
  /** The program of a package that the project has installed. */
  | { readonly kind: 'package'; readonly name: string; readonly bin: string }
  /** A Python, the project's own virtual environment first. */
  | { readonly kind: 'python' }
  /** A script that the project brings along, in the folder or above it, before what is installed. */
  | { readonly kind: 'wrapper'; readonly script: string; readonly name: string }
  /** By its name in the PATH, or by its path. */
  | { readonly kind: 'installed'; readonly name: string }
  /** The first word of a command that the project declares: among what it has installed before what the machine has. */
  | { readonly kind: 'declared'; readonly word: string };

/** One process that runs tests. */
export interface RunnerCommand {
  /** The tests it runs; each gets its result from this command alone. */
  readonly tests: readonly WantedTest[];
  /** Where it runs; relative to the root, with `/`. */
  readonly folder: string;
  readonly program: Program;
  readonly args: readonly string[];
  readonly report: ReportPlace;
}

/** Where a command leaves what it found. */
type ReportPlace =
  | { readonly kind: 'output' }
  /** Absolute. */
  | { readonly kind: 'file'; readonly path: string }
  /** All `.xml` files in a folder (relative to the command's) that were written since the command began. */
  | { readonly kind: 'folder'; readonly path: string };

/** What a command left. */
export interface RunnerReport {
  /** Its standard output. */
  readonly output: string;
  /** The end of all that it printed, errors too. */
  readonly said: string;
  /** The texts of its report files; none if it wrote none. */
  readonly files: readonly string[];
  /** Its exit code; null if it was ended. */
  readonly exitCode: number | null;
}

export type TestStatus = 'passed' | 'failed' | 'skipped' | 'errored';

/** One test as a runner reports it. */
export interface ReportedTest {
  /** Its file, absolute or relative to any folder above it; undefined if the runner does not tell. */
  readonly file?: string;
  /** Its whole name in each form it may have been written; undefined if all tests of the file are meant. */
  readonly names?: readonly string[];
  readonly status: TestStatus;
  readonly message?: string;
  readonly durationMs?: number;
  /** Where the test is, from 0. */
  readonly line?: number;
}

/** How one runner is called, and how its report is read. Neither throws. */
export interface Runner {
  readonly name: RunnerName;
  readonly languages: readonly SourceLanguage[];
  /** The whole name under which the runner reports a test. */
  readonly nameOf: (test: WantedTest) => TestName;
  /** One command or more that together run the tests, and as few others as the runner allows. */
  readonly commands: (tests: readonly WantedTest[], place: RunPlace) => readonly RunnerCommand[];
  readonly read: (report: RunnerReport) => readonly ReportedTest[];
  /** Why the runner reported no test, as half a sentence, where it says so in words of its own. */
  readonly whyNone?: (report: RunnerReport) => string | undefined;
  /** Whether one test or file kept all others from running, so that they are worth running apart. */
  readonly spoilt?: (report: RunnerReport) => boolean;
}
