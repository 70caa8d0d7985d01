import type { Configuration } from '../workspace/configuration.js';
import type { Project } from '../workspace/project.js';
import type { Convention, Conventions } from './conventions.js';
import type { TraceGraph } from './graph.js';

/**
 * The trace of a project.
 *
 * @param before the trace of the same project at an earlier moment: what it holds that is still true is taken over, the very
 *   objects, so that a change of one file costs one item.
 */
export function createTraceGraph(
  project: Project,
  configuration: Pick<Configuration, 'conventions' | 'defaultBranch'>,
  before?: TraceGraph,
): TraceGraph {
  const convention = (name: Convention['name']): Convention => ({
    name,
    kept: 0,
    of: 0,
    enforced: configuration.conventions.get(name) === 'required',
    configured: configuration.conventions.has(name),
  });
  const conventions: Conventions = before?.conventions ?? {
    testCases: convention('testCases'),
    commits: convention('commits'),
    branches: convention('branches'),
    tests: convention('tests'),
    ticks: convention('ticks'),
  };
  return { project, items: [], item: () => undefined, tests: [], conventions };
}
