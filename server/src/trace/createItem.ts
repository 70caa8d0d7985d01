import type { ParsedDocument } from '../documents/document.js';
import type { CodeFacts } from '../workspace/codeFacts.js';
import type { Branch, Commit, Worktree } from '../workspace/git/gitFacts.js';
import { createCoverage, type CoverageSources } from './coverage.js';
import type { Coverage, EntryTrace, FileTrace, ItemTrace } from './graph.js';
import { sameSubstance } from './movedEntries.js';
import { isThere, namedFiles } from './namedFiles.js';
import { once } from '../base/memo.js';
import { none, sameList } from '../base/same.js';

/** An item with what the next graph needs to know whether it is still true. */
export interface MadeItem {
  readonly trace: ItemTrace;
  readonly coverage: KeptCoverage;
  readonly files: () => readonly FileTrace[];
  readonly code: CodeFacts | undefined;
}

/** What of an item is no part of its coverage. */
export interface ItemSurroundings extends Pick<
  ItemTrace,
  'stage' | 'entries' | 'dependsOn' | 'commits' | 'branches' | 'worktrees'
> {
  readonly doneBy?: Commit | undefined;
}

/** Computed when it is asked for. */
class KeptCoverage {
  readonly sources: CoverageSources;
  private known: Coverage | undefined;

  constructor(sources: CoverageSources) {
    this.sources = sources;
  }

  get isKnown(): boolean {
    return this.known !== undefined;
  }

  get value(): Coverage {
    return (this.known ??= createCoverage(this.sources));
  }
}

/**
 * An item's trace; coverage and files are computed when they are asked for.
 *
 * @param last the item as it was made last: its trace is taken over where nothing differs, its substance where nothing but the
 *   places of its entries does, its coverage where nothing of that does.
 */
export function createItem(
  sources: CoverageSources,
  surroundings: ItemSurroundings,
  code: CodeFacts | undefined,
  last: MadeItem | undefined,
): MadeItem {
  const known = last && isSameCoverage(last, sources) ? last : undefined;
  if (known && isSameSurroundings(known.trace, surroundings) && isSameFiles(known, sources.spec, code))
    return { ...withEntries(known, surroundings.entries), code };
  return makeItem(sources, surroundings, code, known?.coverage ?? new KeptCoverage(sources));
}

/** The same item with entries that say the same, but may be elsewhere. */
export function withEntries(made: MadeItem, entries: readonly EntryTrace[]): MadeItem {
  const { trace, coverage, files } = made;
  if (sameList(trace.entries, entries)) return made;
  return { ...made, trace: new Item(trace.substance, trace, trace, entries, coverage, files) };
}

/** The same item, which holds no coverage until it is asked for again. */
export function withoutCoverage(made: MadeItem): MadeItem {
  if (!made.coverage.isKnown) return made;
  const { trace, files } = made;
  const coverage = new KeptCoverage(made.coverage.sources);
  return { ...made, trace: new Item(trace.substance, trace, trace, trace.entries, coverage, files), coverage };
}

/** On its own, so that what an item remembers does not hold the item before it. */
function makeItem(
  sources: CoverageSources,
  surroundings: ItemSurroundings,
  code: CodeFacts | undefined,
  coverage: KeptCoverage,
): MadeItem {
  const { spec } = sources;
  const files = once(() => fileTraces(spec, code));
  return {
    trace: new Item({}, sources, surroundings, surroundings.entries, coverage, files),
    coverage,
    files,
    code,
  };
}

/** A class, as thousands are made when a board changes. */
class Item implements ItemTrace {
  readonly id: string;
  readonly testCases: ItemTrace['testCases'];
  readonly tests: ItemTrace['tests'];
  readonly stage: ItemTrace['stage'];
  readonly entries: ItemTrace['entries'];
  readonly dependsOn: ItemTrace['dependsOn'];
  readonly commits: ItemTrace['commits'];
  readonly branches: ItemTrace['branches'];
  readonly worktrees: ItemTrace['worktrees'];
  readonly substance: object;
  readonly spec?: ParsedDocument<'spec'>;
  readonly doneBy?: Commit;
  readonly #coverage: KeptCoverage;
  readonly #files: () => readonly FileTrace[];

  constructor(
    substance: object,
    { id, spec, testCases, tests }: Omit<CoverageSources, 'deferrals'>,
    around: Omit<ItemSurroundings, 'entries'>,
    entries: ItemTrace['entries'],
    coverage: KeptCoverage,
    files: () => readonly FileTrace[],
  ) {
    this.substance = substance;
    this.id = id;
    this.testCases = testCases;
    this.tests = tests;
    this.stage = around.stage;
    this.entries = entries;
    this.dependsOn = around.dependsOn;
    this.commits = around.commits;
    this.branches = around.branches;
    this.worktrees = around.worktrees;
    this.#coverage = coverage;
    this.#files = files;
    if (spec) this.spec = spec;
    if (around.doneBy) this.doneBy = around.doneBy;
  }

  get coverage(): Coverage {
    return this.#coverage.value;
  }

  get files(): readonly FileTrace[] {
    return this.#files();
  }
}

function fileTraces(spec: ParsedDocument<'spec'> | undefined, code: CodeFacts | undefined): readonly FileTrace[] {
  if (!spec) return none;
  // Property by property: V8 gives each object that begins with a spread a hidden class of its own.
  return namedFiles(spec).map(({ named, place }) => ({ named, place, there: code && isThere(named.value, code) }));
}

function isSameCoverage({ coverage: { sources: before } }: MadeItem, sources: CoverageSources): boolean {
  return (
    before.spec === sources.spec &&
    sameList(before.testCases, sources.testCases) &&
    sameList(before.tests, sources.tests) &&
    sameList(before.deferrals, sources.deferrals)
  );
}

/** The spec is the same; the files it names may have come or gone, and be asked for for the first time. */
function isSameFiles(last: MadeItem, spec: ParsedDocument<'spec'> | undefined, code: CodeFacts | undefined): boolean {
  if ((last.code === undefined) !== (code === undefined)) return false;
  return (
    last.code === code ||
    (last.code !== undefined && last.code.exists === code?.exists) ||
    sameList(last.trace.files, fileTraces(spec, code), (a, b) => a.named === b.named && a.there === b.there)
  );
}

function isSameSurroundings(one: ItemSurroundings, other: ItemSurroundings): boolean {
  return (
    one.stage === other.stage &&
    isSameCommit(one.doneBy, other.doneBy) &&
    sameSubstance(one.entries, other.entries) &&
    sameList(one.dependsOn, other.dependsOn, (a, b) => a.named === b.named && a.stage === b.stage) &&
    sameList(one.commits, other.commits, isSameCommit) &&
    sameList(one.branches, other.branches, isSameBranch) &&
    sameList(one.worktrees, other.worktrees, isSameWorktree)
  );
}

/** A hash stands for all that is in the commit. */
function isSameCommit(one: Commit | undefined, other: Commit | undefined): boolean {
  return one?.hash === other?.hash;
}

function isSameBranch(one: Branch, other: Branch): boolean {
  return one.name === other.name && one.remote === other.remote && one.tip === other.tip;
}

function isSameWorktree(one: Worktree, other: Worktree): boolean {
  return (
    one.path === other.path &&
    one.main === other.main &&
    one.branch === other.branch &&
    one.head === other.head &&
    one.locked === other.locked &&
    one.prunable === other.prunable
  );
}
