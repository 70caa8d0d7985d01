import type { CriterionTrace, FileTrace, RequirementTrace, ScenarioTrace, TestTrace, TraceGraph } from './graph.js';
import { criterionKey } from '../documents/spec/criterionKey.js';
import { scenarioIds } from './coverage.js';
import { none } from '../base/same.js';

/** What has to be looked at again if an item, or one part of it, changes. */
export interface Impact {
  readonly item: string;
  /** `R1`, `AC2` or `TC-3`; undefined for the item as a whole. */
  readonly part?: string;
  readonly requirements: readonly RequirementTrace[];
  readonly criteria: readonly CriterionTrace[];
  readonly scenarios: readonly ScenarioTrace[];
  readonly tests: readonly TestTrace[];
  /** Where the spec says the work is. */
  readonly files: readonly FileTrace[];
  /** The items that depend on it, nearest first. */
  readonly dependents: readonly DependentImpact[];
}

interface DependentImpact {
  readonly id: string;
  /** From the changed item to this one, both included: each depends on the one before it. */
  readonly path: readonly string[];
}

/**
 * What changes if this changes.
 *
 * @param part a requirement, criterion or scenario of the item, in any letter case (`R1`, `ac-2`, `TC-03`).
 * @returns undefined if there is no such item, or it has no such part.
 */
export function impactOf(graph: TraceGraph, itemId: string, part?: string): Impact | undefined {
  const item = graph.item(itemId);
  if (!item) return undefined;
  const rest = {
    item: itemId,
    files: item.files.filter(({ place }) => place !== 'codeSpan'),
    dependents: dependentsOf(graph, itemId),
  };
  const { coverage } = item;
  if (part === undefined) return { ...rest, ...coverage, tests: item.tests };
  const id = normalised(part);
  const requirement = coverage.requirements.find((trace) => trace.requirement.id === id);
  if (requirement) {
    const { criteria, scenarios, tests } = requirement;
    return { ...rest, part: id, requirements: [requirement], criteria, scenarios, tests };
  }
  const keyOf = criterionKey(coverage.criteria.map(({ criterion }) => criterion));
  const criterion = coverage.criteria.find((trace) => keyOf(trace.criterion) === id || trace.criterion.id === part);
  if (criterion) {
    const { scenarios, tests } = criterion;
    return { ...rest, part: criterion.criterion.id, requirements: none, criteria: [criterion], scenarios, tests };
  }
  const scenarios = coverage.scenarios.filter(({ scenario }) => scenarioIds(scenario).includes(id));
  if (scenarios.length === 0) return undefined;
  const tests = new Set(scenarios.flatMap((scenario) => scenario.tests));
  return { ...rest, part: id, requirements: none, criteria: none, scenarios, tests: [...tests] };
}

/** `ac-02` is `AC2`, `tc3` is `TC-3`. */
function normalised(part: string): string {
  const [, letters = '', digits = ''] = /^(R|AC|TC)-?(\d{1,15})$/iu.exec(part.trim()) ?? [];
  if (letters === '') return part;
  const kind = letters.toUpperCase();
  return `${kind}${kind === 'TC' ? '-' : ''}${Number(digits)}`;
}

/** Breadth first, so that each path is a shortest one. */
function dependentsOf(graph: TraceGraph, from: string): readonly DependentImpact[] {
  const found = new Map<string, DependentImpact>([[from, { id: from, path: [from] }]]);
  for (const { id, path } of found.values())
    for (const next of graph.dependentsOf(id))
      if (!found.has(next)) found.set(next, { id: next, path: [...path, next] });
  found.delete(from);
  return [...found.values()];
}
