import { parseItemId } from '../documents/itemId.js';
import { priorityRank } from '../documents/spec/priority.js';
import { metadataRow } from '../documents/spec/specStatus.js';
import { isOver } from '../rules/drift/boardState.js';
import { unfinishedDependencies } from '../rules/drift/unfinishedDependencies.js';
import type { Finding } from '../rules/finding.js';
import type { ItemTrace } from '../trace/graph.js';
import { memoEach } from '../base/memo.js';
import { sameList } from '../base/same.js';
import type { FeatureContext } from './featureContext.js';
import { isDrift, itemFindings, itemStanding } from './itemStanding.js';

/** What a board shows of an item besides its entry. It says nothing of places, so it stays true when entries move. */
export interface BoardFacts {
  /** Between type and number of the id: `al` of `STORY-al-042`. */
  readonly developer: string | undefined;
  /** The spec's path, relative to the project root; undefined if there is none. */
  readonly spec: string | undefined;
  /** The spec's Status, as written. */
  readonly status: string | undefined;
  /** The spec's Priority, as written. */
  readonly priority: string | undefined;
  /** Where the Priority puts it among others, 0 first; undefined if it does not say. */
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
  /** The items it depends on that are not over; none if it is over itself. */
  readonly blockedBy: readonly string[];
  /** The newest commit that names it or changed its spec, in milliseconds since 1970; undefined if git does not say. */
  readonly changedAt: number | undefined;
}

type Context = Omit<FeatureContext, 'document' | 'configuration'>;

const none: readonly string[] = [];

/** What an item's substance does not tell: where it is what it was, so are the facts. */
type PassingFacts = Pick<BoardFacts, 'errors' | 'warnings' | 'infos' | 'drifts' | 'blockedBy' | 'changedAt'>;

const factsOf = memoEach<ItemTrace['substance'], PassingFacts, BoardFacts>({ isSame: isStill });

/**
 * What a board shows of an item: the same object for as long as neither the item's substance nor what is said of it differs,
 * as boards have thousands of entries and an edit concerns one.
 */
export function boardFacts(context: Context, item: ItemTrace): BoardFacts {
  const passing = passingFacts(context, item);
  return factsOf(item.substance, passing, (before) =>
    before ? { ...before.value, ...passing } : newFacts(context, item, passing),
  );
}

// Every object has the same keys, in the same order: a board has thousands of them.
function newFacts(context: Context, item: ItemTrace, passing: PassingFacts): BoardFacts {
  const { id, spec, branches, worktrees } = item;
  const { status, criteria } = itemStanding(context, item);
  const priority = spec && metadataRow(spec.model.metadata, 'Priority')?.value.value;
  const names = [...branches.map(({ name }) => name), ...worktrees.flatMap(({ branch }) => branch ?? [])];
  return {
    developer: parseItemId(id)?.prefix,
    spec: spec?.path,
    status,
    priority,
    rank: priority === undefined ? undefined : priorityRank(priority),
    criteria: criteria.of,
    covered: criteria.done,
    coveredBy: criteria.by,
    branches: names.length === 0 ? none : [...new Set(names)],
    errors: passing.errors,
    warnings: passing.warnings,
    infos: passing.infos,
    drifts: passing.drifts,
    blockedBy: passing.blockedBy,
    changedAt: passing.changedAt,
  };
}

function passingFacts(context: Context, item: ItemTrace): PassingFacts {
  const { project, trace } = context;
  const { errors, warnings, infos, drifts } = countFindings(itemFindings(context, item));
  return {
    errors,
    warnings,
    infos,
    drifts,
    blockedBy: item.dependsOn.length === 0 || isOver(item) ? none : unfinishedDependencies(trace, item).map(idOf),
    changedAt: changeOf(item, project),
  };
}

const idOf = ({ id }: { readonly id: string }): string => id;

function isStill(before: PassingFacts, now: PassingFacts): boolean {
  return (
    before.errors === now.errors &&
    before.warnings === now.warnings &&
    before.infos === now.infos &&
    before.drifts === now.drifts &&
    before.changedAt === now.changedAt &&
    sameList(before.blockedBy, now.blockedBy)
  );
}

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
