import { documentKindOf } from '../documents/documentKind.js';
import type { DocumentPaths } from '../documents/documentPaths.js';
import type { Configuration, ConventionName } from '../workspace/configuration.js';
import type { Commit } from '../workspace/gitFacts.js';
import type { Convention, Conventions, TestTrace } from './graph.js';
import type { HistoryByItem } from './historyByItem.js';

/** Fewer finished items show no habit, and a smaller share is none. */
const fewestItems = 5;
const smallestShare = 0.8;

export interface ConventionFacts {
  /** The items that are Done or in the archive. */
  readonly finished: readonly string[];
  readonly hasTestCase: (item: string) => boolean;
  readonly testsOf: (item: string) => readonly TestTrace[];
  /** Undefined where the source code was not read. */
  readonly code: object | undefined;
  /** Undefined where git was not asked, or has no answer to be relied on. */
  readonly git: HistoryByItem | undefined;
}

/**
 * What share of the finished items keeps each convention. Of what was not asked (code, git) there is nothing to look at.
 *
 * @param before returned again where nothing differs.
 */
export function measureConventions(
  facts: ConventionFacts,
  configuration: Pick<Configuration, 'conventions' | 'paths'>,
  before?: Conventions,
): Conventions {
  const { finished, code, git } = facts;
  const measure = (name: ConventionName, items: readonly string[], keeps: (item: string) => boolean): Convention => {
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
  const withGit = git ? finished : [];
  const measured: Conventions = {
    testCases: measure('testCases', finished, facts.hasTestCase),
    commits: measure('commits', withGit, (item) =>
      // The one that plans it names every item.
      hasWork(git?.commits.get(item) ?? [], configuration.paths),
    ),
    branches: measure(
      'branches',
      withGit,
      (item) => git?.branches.has(item) === true || git?.merged.has(item) === true,
    ),
    tests: measure('tests', code ? finished : [], (item) =>
      facts.testsOf(item).some((test) => namesPartOf(item, test)),
    ),
    ticks: measure(
      'ticks',
      withGit.filter((item) => git?.ticks.has(item)),
      (item) => git?.ticks.get(item)?.every((commit) => changesWork(commit, configuration.paths)) === true,
    ),
  };
  return before && isSame(before, measured) ? before : measured;
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
