import { documentKindOf } from '../documents/documentKind.js';
import type { DocumentPaths } from '../documents/documentPaths.js';
import type { Located } from '../markdown/span.js';
import type { Configuration, ConventionName } from '../workspace/configuration.js';
import type { Commit } from '../workspace/git/gitFacts.js';
import type { Project } from '../workspace/project.js';
import type { CodeByItem } from './codeByItem.js';
import type { DocumentIndex } from './documentIndex.js';
import { stageOf } from './entryTraces.js';
import type { Convention, Conventions, TestTrace } from './graph.js';
import type { HistoryByItem } from './historyByItem.js';
import { memo, memoFor } from '../base/memo.js';
import { none, sameList } from '../base/same.js';

/** Fewer finished items show no habit, and a smaller share is none. */
const fewestItems = 5;
const smallestShare = 0.8;

export interface ConventionFacts {
  readonly entries: DocumentIndex['entries'];
  readonly testCases: DocumentIndex['testCases'];
  /** Undefined if the source code was not read. */
  readonly tests: CodeByItem['testsByItem'] | undefined;
  /** Undefined if git was not asked, or has no answer to be relied on. */
  readonly git: HistoryByItem | undefined;
  /** Undefined if the record was not read. */
  readonly record: Project['record'];
  readonly configuration: Pick<Configuration, 'conventions' | 'paths'>;
}

interface Way {
  /** What of the facts tells, besides the entries and the configuration. */
  readonly source: 'testCases' | 'tests' | 'git' | 'record';
  /** Whether a finished item keeps it; undefined if there is nothing to look at, or it was not asked. */
  readonly keeps: (item: string, facts: ConventionFacts) => boolean | undefined;
}

const ways: Readonly<Record<ConventionName, Way>> = {
  testCases: { source: 'testCases', keeps: (item, { testCases }) => testCases.has(item) },
  commits: {
    source: 'git',
    // The commit that plans it names every item. Where only branches name items, a branch that is still there is as good.
    keeps: (item, { git, configuration }) =>
      git && (git.branches.has(item) || hasWork(git.commits.get(item) ?? none, configuration.paths)),
  },
  branches: { source: 'git', keeps: (item, { git }) => git && (git.branches.has(item) || git.merged.has(item)) },
  tests: {
    source: 'tests',
    keeps: (item, { tests }) => tests && (tests.get(item) ?? none).some((test) => namesPartOf(item, test)),
  },
  ticks: {
    source: 'git',
    keeps: (item, { git, configuration: { paths } }) =>
      git?.ticks.get(item)?.every((commit) => changesWork(commit, paths)),
  },
  gates: { source: 'record', keeps: (item, { record }) => record && record.get(item)?.done === true },
};

interface Measured extends Pick<ConventionFacts, 'configuration'> {
  readonly finished: readonly string[];
  readonly source: ConventionFacts[Way['source']];
}

/**
 * What share of the finished items keeps each convention, one moment after the other: one whose facts are the same is not
 * measured again, and where none differs the very same object is returned.
 */
export function conventionMeter(): (facts: ConventionFacts) => Conventions {
  const finishedOf = memo<Pick<ConventionFacts, 'entries'>, readonly string[]>({ isEqual: sameList });
  const meter = (name: ConventionName): ((facts: ConventionFacts) => Convention) => {
    const last = memo<Measured, Convention>({ isEqual: isSame });
    return (facts) => {
      const { entries, configuration } = facts;
      const finished = finishedOf({ entries }, () => finishedItems(entries));
      const source = facts[ways[name].source];
      return last({ finished, source, configuration }, () => measure(name, finished, facts));
    };
  };
  const meters = ofEach(meter);
  const all = memo<Conventions, Conventions>();
  return (facts) => {
    const now = ofEach((name) => meters[name](facts));
    return all(now, () => now);
  };
}

function ofEach<T>(make: (name: ConventionName) => T): Readonly<Record<ConventionName, T>> {
  return {
    testCases: make('testCases'),
    commits: make('commits'),
    branches: make('branches'),
    tests: make('tests'),
    ticks: make('ticks'),
    gates: make('gates'),
  };
}

function measure(name: ConventionName, finished: readonly string[], facts: ConventionFacts): Convention {
  const way = ways[name];
  let of = 0;
  let kept = 0;
  finished.forEach((item) => {
    const keeps = way.keeps(item, facts);
    if (keeps !== undefined) of++;
    if (keeps === true) kept++;
  });
  const habit = of >= fewestItems && kept / of >= smallestShare;
  const setting = facts.configuration.conventions.get(name);
  return {
    name,
    kept,
    of,
    enforced: setting === 'required' || (setting !== 'off' && habit),
    configured: setting === 'required' || setting === 'off',
  };
}

function finishedItems(entries: DocumentIndex['entries']): readonly string[] {
  const finished: string[] = [];
  entries.forEach((own, id) => {
    const stage = stageOf(own);
    if (stage === 'done' || stage === 'archived') finished.push(id);
  });
  return finished;
}

/** Whether the test names a criterion or scenario of the item. */
function namesPartOf(item: string, { items }: TestTrace): boolean {
  return items.some((mention) => mention.item === item && mention.ids.some(isOfPart));
}

const isOfPart = ({ value }: Located): boolean => !value.startsWith('R');

/** Whether any of the commits that name an item did work for it. */
export function hasWork(commits: readonly Commit[], documents: DocumentPaths): boolean {
  return commits.some((commit) => changesWork(commit, documents));
}

/** Whether a commit changes anything besides the project's documents; unknown for a merge, which counts as if it does. */
export function changesWork({ paths }: Pick<Commit, 'paths'>, documents: DocumentPaths): boolean {
  const isWork = workIn(documents);
  // From the end, as git lists `docs` before what most projects have their work in.
  return paths.length === 0 || paths.findLast(isWork) !== undefined;
}

/** The same few files are in thousands of commits. */
const workIn = memoFor((documents: DocumentPaths): ((path: string) => boolean) => {
  const known = new Map<string, boolean>();
  return (path) => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const isWork = documentKindOf(path, documents) === undefined;
    known.set(path, isWork);
    return isWork;
  };
});

function isSame(one: Convention, other: Convention): boolean {
  return (
    one.kept === other.kept &&
    one.of === other.of &&
    one.enforced === other.enforced &&
    one.configured === other.configured
  );
}
