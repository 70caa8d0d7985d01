import { parseItemId } from '../documents/itemId.js';
import { priorityRank } from '../documents/priority.js';
import { metadataRow } from '../documents/specStatus.js';
import { isOver } from '../rules/drift/boardState.js';
import { unfinishedDependencies } from '../rules/drift/unfinishedDependencies.js';
import type { ItemTrace } from '../trace/graph.js';
import type { FeatureContext } from './featureContext.js';
import { isDrift, itemFindings, itemStanding } from './itemStanding.js';

/** What a board shows of an item besides its entry. It says nothing of places, so it stays true when entries move. */
export interface BoardFacts {
  /** Between type and number of the id: `al` of `STORY-al-042`. */
  readonly developer?: string;
  /** The spec's path, relative to the project root; undefined where there is none. */
  readonly spec?: string;
  /** The spec's Status, as written. */
  readonly status?: string;
  /** The spec's Priority, as written. */
  readonly priority?: string;
  /** Where the Priority puts it among others, 0 first; undefined where it does not say. */
  readonly rank?: number;
  /** The acceptance criteria of the spec, and those with a test; where the source code is not read, with a scenario. */
  readonly criteria: number;
  readonly covered: number;
  readonly coveredBy: 'test' | 'scenario';
  /** The names of branches of the item, without remote, each once. */
  readonly branches: readonly string[];
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  /** Those of the findings that tell of drift. */
  readonly drifts: number;
  /** The items it depends on that are not over; none where it is over itself. */
  readonly blockedBy: readonly string[];
  /** The newest commit that names it or changed its spec, in milliseconds since 1970; undefined where git does not say. */
  readonly changedAt?: number;
}

const known = new WeakMap<object, BoardFacts>();

/** The same object for as long as nothing of it differs: boards have thousands of entries, and are shown after every edit. */
export function boardFacts(context: Omit<FeatureContext, 'document' | 'configuration'>, item: ItemTrace): BoardFacts {
  const now = factsOf(context, item);
  const before = known.get(item.substance);
  if (before && isSame(before, now)) return before;
  known.set(item.substance, now);
  return now;
}

function factsOf(context: Omit<FeatureContext, 'document' | 'configuration'>, item: ItemTrace): BoardFacts {
  const { project, trace } = context;
  const { spec, branches, worktrees } = item;
  const { status, criteria } = itemStanding(context, item);
  const findings = itemFindings(context, item);
  const developer = parseItemId(item.id)?.prefix;
  const priority = spec && metadataRow(spec.model.metadata, 'Priority')?.value.value;
  const rank = priority === undefined ? undefined : priorityRank(priority);
  const times = [item.commits[0], spec && project.git?.history?.changesOf(spec.path)[0]?.commit].flatMap(
    (commit) => commit?.at ?? [],
  );
  return {
    ...(developer === undefined ? {} : { developer }),
    ...(spec ? { spec: spec.path } : {}),
    ...(status === undefined ? {} : { status }),
    ...(priority === undefined ? {} : { priority }),
    ...(rank === undefined ? {} : { rank }),
    criteria: criteria.of,
    covered: criteria.done,
    coveredBy: criteria.by,
    branches: [...new Set([...branches.map(({ name }) => name), ...worktrees.flatMap(({ branch }) => branch ?? [])])],
    errors: findings.filter(({ severity }) => severity === 'error').length,
    warnings: findings.filter(({ severity }) => severity === 'warning').length,
    infos: findings.filter(({ severity }) => severity === 'info').length,
    drifts: findings.filter(isDrift).length,
    blockedBy: isOver(item) ? [] : unfinishedDependencies(trace, item).map(({ id }) => id),
    ...(times.length > 0 ? { changedAt: Math.max(...times) } : {}),
  };
}

function isSame(one: BoardFacts, other: BoardFacts): boolean {
  return (
    one.spec === other.spec &&
    one.status === other.status &&
    one.priority === other.priority &&
    one.criteria === other.criteria &&
    one.covered === other.covered &&
    one.coveredBy === other.coveredBy &&
    one.errors === other.errors &&
    one.warnings === other.warnings &&
    one.infos === other.infos &&
    one.drifts === other.drifts &&
    one.changedAt === other.changedAt &&
    isSameList(one.branches, other.branches) &&
    isSameList(one.blockedBy, other.blockedBy)
  );
}

function isSameList(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one, at) => one === others[at]);
}
