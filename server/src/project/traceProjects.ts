import type { Machine } from '../workspace/machine.js';
import path from 'node:path';
import { nearestName } from '../base/nearestName.js';
import type { TraceGraph } from '../trace/graph.js';
import { UsageError } from '../base/usageError.js';
import { findTargets } from './lintTargets.js';
import { loadTargets } from './loadTargets.js';
import { portsOf, type ProjectPorts } from './openProject.js';
import type { DocumentStore } from '../workspace/documentStore.js';

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
  /** What was and is to be kept of its documents and items. */
  readonly store?: DocumentStore;
}

/** How much is read for traces, and what is kept. */
export interface TraceOptions {
  /** `git` if commits, branches and worktrees are asked about. */
  readonly needs?: 'code' | 'git';
  /** What git says is kept for the next run. */
  readonly isKept?: boolean;
  readonly openStore?: ProjectPorts['openStore'];
}

/**
 * The traces of the projects at or below a folder, or of the nearest one above.
 *
 * @param root absolute.
 * @param item only the projects that have it.
 * @throws UsageError if there is no project, none has the item, or a configuration cannot be used.
 */
export async function traceProjects(
  machine: Machine,
  root: string,
  item: string | undefined,
  warn: (text: string) => void,
  { needs = 'git', isKept = false, openStore }: TraceOptions = {},
): Promise<TracedProjects> {
  const targets = await findTargets(root, [], machine.files);
  const traces: TracedRoot[] = [];
  const ports = { ...portsOf(machine, isKept), ...(openStore ? { openStore } : {}) };
  for (const { opened, store } of await loadTargets(targets, [], undefined, ports, warn, true)) {
    opened.requireConfiguration();
    await opened.readFacts(needs);
    await opened.save();
    traces.push({
      path: path.relative(targets.root, opened.root).split(path.sep).join('/'),
      name: path.basename(opened.root),
      trace: opened.trace,
      ...(store ? { store } : {}),
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
