import type { Machine } from '../workspace/machine.js';
import path from 'node:path';
import { nearestName } from '../base/nearestName.js';
import type { TraceGraph } from '../trace/graph.js';
import { UsageError } from '../base/usageError.js';
import { findTargets } from './lintTargets.js';
import { loadTargets } from './loadTargets.js';
import { portsOf } from './openProject.js';

export interface TracedProjects {
  /** Absolute. */
  readonly root: string;
  readonly traces: readonly TracedRoot[];
}

export interface TracedRoot {
  /** Relative to the root that was asked for, with `/`; empty for that root itself. */
  readonly path: string;
  /** The name of the project's folder. */
  readonly name: string;
  readonly trace: TraceGraph;
}

/**
 * The traces of the projects at or below a folder, or of the nearest one above.
 *
 * @param root absolute.
 * @param item only the projects that have it.
 * @param isKept what git says is kept for the next run.
 * @throws UsageError if there is no project, none has the item, or a configuration cannot be used.
 */
export async function traceProjects(
  machine: Machine,
  root: string,
  item: string | undefined,
  warn: (text: string) => void,
  isKept = false,
): Promise<TracedProjects> {
  const targets = await findTargets(root, [], machine.files);
  const traces: TracedRoot[] = [];
  for (const { opened } of await loadTargets(targets, [], undefined, portsOf(machine, isKept), warn, true)) {
    opened.requireConfiguration();
    await opened.readFacts('git');
    await opened.save();
    traces.push({
      path: path.relative(targets.root, opened.root).split(path.sep).join('/'),
      name: path.basename(opened.root),
      trace: opened.trace,
    });
  }
  if (item === undefined) return { root: targets.root, traces };
  const having = traces.filter(({ trace }) => trace.items.includes(item));
  if (having.length === 0)
    throw unknownItem(
      item,
      traces.map(({ trace }) => trace),
    );
  return { root: targets.root, traces: having };
}

/** What is said of an item that no project has. */
export function unknownItem(item: string, traces: readonly Pick<TraceGraph, 'items'>[]): UsageError {
  const nearest = nearestName(
    item,
    traces.flatMap(({ items }) => items),
  );
  return new UsageError(
    `unknown item ${item}: no spec, test case or entry has this id${nearest === undefined ? '' : `; did you mean ${nearest}?`}`,
  );
}
