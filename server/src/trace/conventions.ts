import { documentKindOf } from '../documents/documentKind.js';
import type { DocumentPaths } from '../documents/documentPaths.js';
import type { Configuration, ConventionName } from '../workspace/configuration.js';
import type { Commit } from '../workspace/git/gitFacts.js';
import type { Project } from '../workspace/project.js';
import type { CodeByItem } from './codeByItem.js';
import type { DocumentIndex } from './documentIndex.js';
import { stageOf } from './entryTraces.js';
import type { Convention, Conventions, TestTrace } from './graph.js';
import type { HistoryByItem } from './historyByItem.js';
import { none, sameList } from '../base/same.js';

/** Fewer finished items show no habit, and a smaller share is none. */
const fewestItems = 5;
const smallestShare = 0.8;

export interface ConventionFacts {
  readonly entries: DocumentIndex['entries'];
  readonly testCases: DocumentIndex['testCases'];
  /** Undefined where the source code was not read. */
  readonly tests: CodeByItem['testsByItem'] | undefined;
  /** Undefined where git was not asked, or has no answer to be relied on. */
  readonly git: HistoryByItem | undefined;
  /** Undefined where the record was not read. */
  readonly record: Project['record'];
  readonly configuration: Pick<Configuration, 'conventions' | 'paths'>;
}

export interface MeasuredConventions {
  readonly facts: ConventionFacts;
  readonly finished: readonly string[];
  readonly values: Conventions;
}

/**
 * What share of the finished items keeps each convention. Of what was not asked (code, git) there is nothing to look at.
 *
 * @param before those whose facts are the same are not measured again; its values are returned again where nothing differs.
 */
export function measureConventions(facts: ConventionFacts, before?: MeasuredConventions): MeasuredConventions {
  const { entries, testCases, tests, git, record, configuration } = facts;
  const { paths } = configuration;
  const finished = finishedItems(entries, before);
  const isSameSoFar = before?.finished === finished && before.facts.configuration === configuration;
  const measure = (
    name: ConventionName,
    source: Exclude<keyof ConventionFacts, 'entries' | 'configuration'>,
    items: readonly string[],
    keeps: (item: string) => boolean,
  ): Convention => {
    if (isSameSoFar && before.facts[source] === facts[source]) return before.values[name];
    const setting = configuration.conventions.get(name);
    const of = items.length;
    const kept = items.filter(keeps).length;
    const habit = of >= fewestItems && kept / of >= smallestShare;
    return {
      name,
      kept,
      of,
      enforced: setting === 'required' || (setting !== 'off' && habit),
      configured: setting === 'required' || setting === 'off',
    };
  };
  const withGit = git ? finished : none;
  const values: Conventions = {
    testCases: measure('testCases', 'testCases', finished, (item) => testCases.has(item)),
    commits: measure('commits', 'git', withGit, (item) =>
      // The one that plans it names every item.
      hasWork(git?.commits.get(item) ?? none, paths),
    ),
    branches: measure(
      'branches',
      'git',
      withGit,
      (item) => git?.branches.has(item) === true || git?.merged.has(item) === true,
    ),
    tests: measure('tests', 'tests', tests ? finished : none, (item) =>
      (tests?.get(item) ?? none).some((test) => namesPartOf(item, test)),
    ),
    ticks: measure(
      'ticks',
      'git',
      withGit.filter((item) => git?.ticks.has(item)),
      (item) => git?.ticks.get(item)?.every((commit) => changesWork(commit, paths)) === true,
    ),
    gates: measure('gates', 'record', record ? finished : none, (item) => record?.get(item)?.done === true),
  };
  return { facts, finished, values: before && isSame(before.values, values) ? before.values : values };
}

/** @param before its list is taken over where it holds the same. */
function finishedItems(entries: DocumentIndex['entries'], before: MeasuredConventions | undefined): readonly string[] {
  if (before?.facts.entries === entries) return before.finished;
  const finished: string[] = [];
  for (const [id, own] of entries) {
    const stage = stageOf(own);
    if (stage === 'done' || stage === 'archived') finished.push(id);
  }
  return before && sameList(before.finished, finished) ? before.finished : finished;
}

/** Whether the test names a criterion or scenario of the item. */
function namesPartOf(item: string, { items }: TestTrace): boolean {
  return items.some((mention) => mention.item === item && mention.ids.some(({ value }) => !value.startsWith('R')));
}

/** Whether any of the commits that name an item did work for it. */
export function hasWork(commits: readonly Commit[], documents: DocumentPaths): boolean {
  return commits.some((commit) => changesWork(commit, documents));
}

/** Whether a commit changes anything besides the project's documents; of a merge that cannot be told, so it counts as if. */
export function changesWork({ paths }: Pick<Commit, 'paths'>, documents: DocumentPaths): boolean {
  return paths.length === 0 || paths.some((path) => documentKindOf(path, documents) === undefined);
}

function isSame(some: Conventions, others: Conventions): boolean {
  return Object.values(some).every((one) => {
    const other = others[one.name];
    return (
      one.kept === other.kept &&
      one.of === other.of &&
      one.enforced === other.enforced &&
      one.configured === other.configured
    );
  });
}
