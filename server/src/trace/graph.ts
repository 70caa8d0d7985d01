import type { SourceFile, TestFunction, TestMention, Deferral } from '../code/sourceFile.js';
import type { BoardSectionKind, BoardSection, Entry } from '../documents/board/board.js';
import type { ParsedDocument } from '../documents/document.js';
import type { Criterion, Requirement } from '../documents/spec/spec.js';
import type { Scenario } from '../documents/testCase/testCase.js';
import type { Located } from '../markdown/span.js';
import type { Branch, Commit, Worktree } from '../workspace/git/gitFacts.js';
import type { ConventionName } from '../workspace/configuration.js';
import type { Project } from '../workspace/project.js';

/** Everything that can be followed from an item on, of one project at one moment. */
export interface TraceGraph {
  readonly project: Project;
  /** The ids of all items with a spec, a test case or an entry, in order of type and number. */
  readonly items: readonly string[];
  /**
   * The same object for as long as nothing it holds has changed, and whether the source code is read, so that what is
   * remembered of it stays true.
   */
  item(id: string): ItemTrace | undefined;
  /** How far an item is: for who looks at all of them, and needs no more. */
  stageOf(id: string): Stage;
  /** Whether tests name an item: likewise. */
  hasTests(id: string): boolean;
  /** The items whose Dependency Surface names this one. */
  readonly dependentsOf: (id: string) => readonly string[];
  /** Lets go of the coverage of an item that was asked for; asked for again, the item is another object of the same substance. */
  forget(id: string): void;
  /**
   * The items that differ from those of the graph it was made from in more than where their entries are; undefined if any
   * may.
   */
  readonly changed: ReadonlySet<string> | undefined;
  /** All tests; those that name no item, or whose file or suite names several without saying which, are in none of the items. */
  readonly tests: readonly TestTrace[];
  /** The tests that name an item that is not there, by its id. */
  readonly strayTests: ReadonlyMap<string, readonly TestTrace[]>;
  readonly conventions: Conventions;
}

/** How far a project keeps a way of working that the configuration names. */
export interface Convention {
  readonly name: ConventionName;
  /** The Done and archived items that keep it, and how many there are to look at. */
  readonly kept: number;
  readonly of: number;
  /** Whether it is to be held against a single item: the configuration says so, or most items keep it. */
  readonly enforced: boolean;
  /** Whether the configuration decided. */
  readonly configured: boolean;
}

export type Conventions = Readonly<Record<ConventionName, Convention>>;

/**
 * How far an item is, by the board and the archive alone: `unplanned` is on neither. An entry in a section that is none of
 * the three counts as `backlog`.
 */
export type Stage = 'unplanned' | 'backlog' | 'inProgress' | 'done' | 'archived';

export interface ItemTrace {
  /**
   * The same object for as long as nothing of the item differs but where its entries are: what says nothing of places stays
   * true with it (`memoFor(…, ({ substance }) => substance)`), as long as it leads neither to the item nor to its documents.
   */
  readonly substance: object;
  readonly id: string;
  readonly spec?: ParsedDocument<'spec'>;
  readonly testCases: readonly ParsedDocument<'testCase'>[];
  /** On the board first, then in the archive. */
  readonly entries: readonly EntryTrace[];
  readonly stage: Stage;
  readonly coverage: Coverage;
  /** What the Dependency Surface names, each item once. */
  readonly dependsOn: readonly DependencyTrace[];
  /** The tests that name this item. */
  readonly tests: readonly TestTrace[];
  /** The files that the spec names, each once per place. */
  readonly files: readonly FileTrace[];
  /** Those that name the item, newest first; empty if git was not asked. */
  readonly commits: readonly Commit[];
  readonly branches: readonly Branch[];
  readonly worktrees: readonly Worktree[];
  /** When the entry came to Done or to the archive, where the board's history says. */
  readonly doneBy?: Commit;
}

export interface EntryTrace {
  /** The same object for as long as the entry says the same in the same section, wherever it is there. */
  readonly substance: object;
  readonly document: ParsedDocument<'board'> | ParsedDocument<'archive'>;
  readonly entry: Entry;
  /** Undefined in the archive, and before the board's first section. */
  readonly section?: BoardSection | undefined;
  readonly kind?: BoardSectionKind;
}

export interface DependencyTrace {
  readonly id: string;
  /** In the Dependency Surface. */
  readonly named: Located;
  /** Undefined if there is no such item. */
  readonly stage?: Stage;
}

/** How the requirements, criteria, scenarios and tests of one item hang together. */
export interface Coverage {
  readonly requirements: readonly RequirementTrace[];
  readonly criteria: readonly CriterionTrace[];
  readonly scenarios: readonly ScenarioTrace[];
}

export interface RequirementTrace {
  readonly requirement: Requirement;
  /** Those that cite it. */
  readonly criteria: readonly CriterionTrace[];
  /** Those that cite it, or a criterion that does. */
  readonly scenarios: readonly ScenarioTrace[];
  /** Those that name it, one of its criteria or one of its scenarios. */
  readonly tests: readonly TestTrace[];
  /** Notes in the code that put it off. */
  readonly deferrals: readonly DeferralTrace[];
}

export interface CriterionTrace {
  readonly criterion: Criterion;
  /** The ids of the requirements it cites. */
  readonly requirements: readonly string[];
  readonly scenarios: readonly ScenarioTrace[];
  /** Those that name it, or one of its scenarios. */
  readonly tests: readonly TestTrace[];
}

export interface ScenarioTrace {
  readonly document: ParsedDocument<'testCase'>;
  readonly scenario: Scenario;
  /** Those that name it, or a criterion that it cites. */
  readonly tests: readonly TestTrace[];
}

export interface TestTrace {
  readonly file: SourceFile;
  readonly test: TestFunction;
  /** The items the test names, itself or by its suites and file. */
  readonly items: readonly TestMention[];
  /** Whether the text of its file says so, whatever items there are. */
  readonly isSettled: boolean;
}

export interface DeferralTrace {
  readonly file: SourceFile;
  readonly deferral: Deferral;
}

export interface FileTrace {
  /** The path as the spec names it, without backticks. */
  readonly named: Located;
  readonly place: 'touches' | 'steps' | 'codeSpan';
  /** Whether there is such a file; undefined if the source code was not read, or the path is unknown (a glob, a URL). */
  readonly there: boolean | undefined;
}
