import path from 'node:path';
import { itemStanding } from '../../languageFeatures/itemStanding.js';
import { itemTitle } from '../../trace/itemTitle.js';
import { dayOf } from '../../rules/drift/history.js';
import type { Place, TraceItemDetail, TraceItemView, TraceNodeView } from '../../protocol.js';
import { itemGaps, openGaps } from '../../trace/gaps.js';
import type { ItemTrace } from '../../trace/graph.js';
import type { Commit } from '../../workspace/git/gitFacts.js';
import { memoFor } from '../../base/memo.js';
import { placeIn, startOf } from './places.js';
import type { TracedProject } from './tracedProject.js';
import { createTraceNodes, leaf } from './traceNodes.js';

type Traced = Pick<TracedProject, 'project' | 'trace' | 'uriOf'>;

/** So many commits of an item are shown, the newest: the rest is one `git log` away. */
const mostCommits = 50;

let revisions = 0;
// An item's trace is the same object for as long as nothing it holds has changed.
const revisionOf = memoFor<ItemTrace, number>(() => ++revisions);

/** An item as one row of the trace view. */
export function toTraceItemView(traced: Traced, item: ItemTrace): TraceItemView {
  const { spec, testCases } = item;
  const { title, stage, criteria } = itemStanding(traced, item);
  return {
    id: item.id,
    title: title ?? '',
    stage,
    criteria: criteria.of,
    covered: criteria.done,
    coveredBy: criteria.by,
    gaps: openGaps(item, traced.project.code !== undefined).size,
    place: itemPlace(traced, item),
    documents: [...(spec ? [spec] : []), ...testCases].map(({ path }) => traced.uriOf(path)),
    revision: revisionOf(item),
  };
}

/** Where an item is defined: the title of its spec; without one its entry, else its test case; else the project's root. */
export function itemPlace({ uriOf }: Pick<Traced, 'uriOf'>, { spec, entries, testCases }: ItemTrace): Place {
  if (spec) return placeIn(uriOf, spec, spec.model.title?.heading.span);
  const [entry] = entries;
  if (entry) return placeIn(uriOf, entry.document, entry.entry.headingSpan);
  const [testCase] = testCases;
  return testCase ? placeIn(uriOf, testCase, testCase.model.title?.span) : startOf(uriOf(''));
}

/** Everything that can be followed from an item on. */
export function toTraceItemDetail({ project, trace, uriOf }: Traced, item: ItemTrace): TraceItemDetail {
  const { coverage, spec, dependsOn, files, branches, worktrees, commits } = item;
  const { requirements, criteria, scenarios } = coverage;
  const gaps = itemGaps(project, item);
  const nodes = createTraceNodes(uriOf, gaps, spec);
  const looseCriteria = without(
    criteria,
    requirements.flatMap((one) => one.criteria),
  );
  const reached = [...requirements, ...looseCriteria].flatMap((one) => one.scenarios);
  const used = [...requirements, ...criteria, ...scenarios].flatMap((one) => one.tests);
  return {
    requirements: requirements.map(nodes.requirement),
    looseCriteria: looseCriteria.map(nodes.criterion),
    looseScenarios: without(scenarios, reached).map(nodes.scenario),
    looseTests: without(item.tests, used).map(nodes.test),
    dependencies: dependsOn.map((dependency) => {
      const target = trace.item(dependency.id);
      return {
        ...leaf('dependency', dependency.id, (target && itemTitle(target)) ?? ''),
        gaps: gaps.dependency(dependency),
        ...(target ? { place: itemPlace({ uriOf }, target) } : nodes.inSpec(dependency.named.span)),
      };
    }),
    files: distinctBy(files, ({ named }) => named.value).map((file) => ({
      ...leaf('file', file.named.value, ''),
      gaps: gaps.file(file),
      ...(file.there ? { place: startOf(uriOf(file.named.value)) } : nodes.inSpec(file.named.span)),
    })),
    branches: [
      ...branches.map(({ name, remote }) => leaf('branch', name, remote ?? '')),
      ...worktrees.map((worktree) => ({
        ...leaf('worktree', path.basename(worktree.path), worktree.branch ?? ''),
        key: worktree.path,
      })),
    ],
    commits: commits.slice(0, mostCommits).map(toCommitNode),
  };
}

function toCommitNode({ hash, subject, author, at }: Commit): TraceNodeView {
  return { ...leaf('commit', subject, [hash.slice(0, 8), author, dayOf(at)].join(' · ')), key: hash, hash };
}

function without<T>(all: readonly T[], some: readonly T[]): readonly T[] {
  const left = new Set(some);
  return all.filter((one) => !left.has(one));
}

function distinctBy<T>(all: readonly T[], keyOf: (one: T) => string): readonly T[] {
  return [...new Map(all.map((one) => [keyOf(one), one])).values()];
}
