import type { Environment } from '../base/gitEnvironment.js';
import type { TestOrder, WantedTest } from '../code/runners/runner.js';
import type { TestResult } from '../code/runners/matchResults.js';
import type { GateCommandName } from '../workspace/configuration.js';
import type { Evidence } from './gate.js';

/** Where something is run. */
export type Place =
  /** In the project's own folder, as it is. */
  | { readonly kind: 'here' }
  /** In a copy of a tree outside of the project; `overlay`: texts by path that are written over it, undefined to remove. */
  | {
      readonly kind: 'tree';
      /** A commit or tree. */
      readonly tree: string;
      readonly overlay?: ReadonlyMap<string, string | undefined>;
    };

/** The commands a project may declare in `gates.commands`. */
export type CommandName = GateCommandName;

/** What came of running tests: results by test id. */
export interface TestsRun {
  readonly results: ReadonlyMap<string, TestResult>;
  /** The project's own sources that changed while the tests ran, relative to the root: then the results count for nothing. */
  readonly changed: readonly string[];
  /** Those of the item's changed sources that the tests wrote, even with the same content: such tests judge what they wrote. */
  readonly written: readonly string[];
  readonly evidence: Evidence;
  /** How long it took, in milliseconds; undefined if the results are those of an earlier run. */
  readonly took?: number;
}

/** Surroundings that are not the usual ones, to find out what results depend on. */
export interface World {
  /** Variables that are set, or removed where undefined. */
  readonly variables: Environment;
  /** `shuffled`: in another order, where the runner can do that; `apart`: each test in a process of its own. */
  readonly order: TestOrder;
}

/** How tests are run. */
export interface RunOptions {
  /** Where the surroundings differ from the usual ones. */
  readonly world?: World;
  /**
   * Whether results would be the same the next time, so that they may be kept; without it, those in which no test is `errored` are, as
   * what keeps a test from running is mostly not in the sources.
   */
  readonly isSettled?: (results: ReadonlyMap<string, TestResult>) => boolean;
  /**
   * How long each process may take at most, in milliseconds; without it, as long as the project lets it, or where the code is changed,
   * some times as long as on the code as it is. A run that takes longer than this is kept, too.
   */
  readonly timeLimit?: number;
  /** Files, relative to the root, of which `written` tells whether the tests wrote them; without it, the item's changed sources. */
  readonly watched?: readonly string[];
}

/** What came of a command. */
export type CommandRun =
  | {
      readonly kind: 'ran';
      /** Null where it was terminated by a signal. */
      readonly code: number | null;
      readonly timedOut: boolean;
      /** The end of what it printed. */
      readonly said: string;
      /** The report files it wrote, by path relative to the root: only those that are newer than its start. */
      readonly reports: ReadonlyMap<string, string>;
      /** The project root where it ran: absolute, with `/`, as reports may name files by it. */
      readonly root: string;
      /** As in {@link TestsRun}. */
      readonly changed: readonly string[];
      readonly evidence: Evidence;
    }
  /** `undeclared`: the project names no such command. `unapproved`: it does, but it is not allowed to run here. */
  | { readonly kind: 'undeclared' | 'notStarted'; readonly message: string }
  | { readonly kind: 'unapproved'; readonly message: string; readonly command: readonly string[] };

/** Thrown by a lab that starts nothing, for what was not run before on this state. */
export class NotRunYet extends Error {
  override readonly name = 'NotRunYet';
}

/**
 * Runs what a gate has to see for itself: in a process each, with a time limit, in turn; what was seen before on the same tree is
 * not run again unless asked to. Nothing throws, except for the signal's reason and `NotRunYet`.
 */
export interface Lab {
  runTests(tests: readonly WantedTest[], place: Place, options?: RunOptions): Promise<TestsRun>;
  runCommand(name: CommandName, place: Place): Promise<CommandRun>;
  /** How many processes were started so far. */
  starts(): number;
}
