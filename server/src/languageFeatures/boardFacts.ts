import { parseItemId } from '../documents/itemId.js';
import { priorityRank } from '../documents/priority.js';
import { metadataRow } from '../documents/specStatus.js';
import { isOver } from '../rules/drift/boardState.js';
import { unfinishedDependencies } from '../rules/drift/unfinishedDependencies.js';
import { rememberFor } from '../markdown/remember.js';
import type { Finding } from '../rules/finding.js';
import type { ItemTrace } from '../trace/graph.js';
import type { FeatureContext } from './featureContext.js';
import { isDrift, itemFindings, itemStanding } from './itemStanding.js';

/** What a board shows of an item besides its entry. It says nothing of places, so it stays true when entries move. */
export interface BoardFacts {
  /** Between type and number of the id: `al` of `STORY-al-042`. */
  readonly developer: string | undefined;
  /** The spec's path, relative to the project root; undefined where there is none. */
  readonly spec: string | undefined;
  /** The spec's Status, as written. */
  readonly status: string | undefined;
  /** The spec's Priority, as written. */
  readonly priority: string | undefined;
  /** Where the Priority puts it among others, 0 first; undefined where it does not say. */
  readonly rank: number | undefined;
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
  readonly changedAt: number | undefined;
}

type Context = Omit<FeatureContext, 'document' | 'configuration'>;

const none: readonly string[] = [];

const known = new WeakMap<object, BoardFacts>();

/** The same object for as long as nothing of it differs: boards have thousands of entries, and are shown after every edit. */
export function boardFacts(context: Context, item: ItemTrace): BoardFacts {
  const now = factsOf(context, item);
  const before = known.get(item.substance);
  if (before && isSame(before, now)) return before;
  known.set(item.substance, now);
  return now;
}

// Every object has the same keys, in the same order: a board has thousands of them.
function factsOf(context: Context, item: ItemTrace): BoardFacts {
  const { project, trace } = context;
  const { developer, spec, priority, rank, branches } = lastingFacts(item);
  const { status, criteria } = itemStanding(context, item);
  const { errors, warnings, infos, drifts } = countFindings(itemFindings(context, item));
  return {
    developer,
    spec,
    status,
    priority,
    rank,
    criteria: criteria.of,
    covered: criteria.done,
    coveredBy: criteria.by,
    branches,
    errors,
    warnings,
    infos,
    drifts,
    blockedBy: item.dependsOn.length === 0 || isOver(item) ? none : unfinishedDependencies(trace, item).map(idOf),
    changedAt: changeOf(item, project),
  };
}

const idOf = ({ id }: { readonly id: string }): string => id;

type LastingFacts = Pick<BoardFacts, 'developer' | 'spec' | 'priority' | 'rank' | 'branches'>;

const lastingFacts = rememberFor(({ id, spec, branches, worktrees }: ItemTrace): LastingFacts => {
  const priority = spec && metadataRow(spec.model.metadata, 'Priority')?.value.value;
  const names = [...branches.map(({ name }) => name), ...worktrees.flatMap(({ branch }) => branch ?? [])];
  return {
    developer: parseItemId(id)?.prefix,
    spec: spec?.path,
    priority,
    rank: priority === undefined ? undefined : priorityRank(priority),
    branches: names.length === 0 ? none : [...new Set(names)],
  };
});

function changeOf({ commits, spec }: ItemTrace, { git }: Context['project']): number | undefined {
  const named = commits[0]?.at;
  const written = spec && git?.history?.changesOf(spec.path)[0]?.commit.at;
  return named === undefined || written === undefined ? (named ?? written) : Math.max(named, written);
}

function countFindings(findings: readonly Finding[]): Pick<BoardFacts, 'errors' | 'warnings' | 'infos' | 'drifts'> {
  let errors = 0;
  let warnings = 0;
  let drifts = 0;
  for (const finding of findings) {
    if (finding.severity === 'error') errors++;
    else if (finding.severity === 'warning') warnings++;
    if (isDrift(finding)) drifts++;
  }
  return { errors, warnings, infos: findings.length - errors - warnings, drifts };
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
