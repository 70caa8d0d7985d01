import type {
  ItemReference,
  TraceItemDetail,
  TraceItemView,
  TraceNodeView,
  TraceProjectView,
  TraceStage,
} from '../../../server/src/protocol.js';
import { siblingIds } from '../editor/siblingIds.js';

/** A row of the trace tree. Rows know what they are below, so that one of them can be revealed. */
export type TraceRow = { readonly id: string; readonly parent: TraceRow | undefined } & (
  | { readonly kind: 'project'; readonly project: TraceProjectView }
  | { readonly kind: 'stage'; readonly project: TraceProjectView; readonly stage: TraceStage; readonly count: number }
  | { readonly kind: 'item'; readonly project: TraceProjectView; readonly item: TraceItemView }
  | {
      readonly kind: 'group';
      readonly reference: ItemReference;
      readonly group: TraceGroup;
      readonly nodes: readonly TraceNodeView[];
    }
  | { readonly kind: 'node'; readonly reference: ItemReference; readonly node: TraceNodeView }
);

export type TraceGroup = Exclude<keyof TraceItemDetail, 'requirements'>;

const stages: readonly TraceStage[] = ['inProgress', 'backlog', 'unplanned', 'done', 'archived'];
const groups: readonly TraceGroup[] = [
  'looseCriteria',
  'looseScenarios',
  'looseTests',
  'dependencies',
  'files',
  'branches',
  'commits',
];

/** The rows of the first level: the stages of the only project, or the projects. */
export function topRows(projects: readonly TraceProjectView[], gapsOnly: boolean): TraceRow[] {
  const shown = projects
    .map((project) => (gapsOnly ? { ...project, items: project.items.filter(({ gaps }) => gaps > 0) } : project))
    .filter(({ items }) => items.length > 0);
  const [only, ...others] = shown;
  if (only && others.length === 0) return stageRows(only, undefined);
  return shown.map((project) => ({ kind: 'project', id: project.root, parent: undefined, project }));
}

/** Rows below a project; stages without items are left out. */
export function stageRows(project: TraceProjectView, parent: TraceRow | undefined): TraceRow[] {
  return stages.flatMap((stage) => {
    const count = project.items.filter((item) => item.stage === stage).length;
    return count === 0
      ? []
      : [{ kind: 'stage', id: [project.root, stage].join('\u0000'), parent, project, stage, count } as const];
  });
}

/** Rows below a stage. An item keeps its id when it moves to another stage. */
export function itemRows(project: TraceProjectView, stage: TraceStage, parent: TraceRow | undefined): TraceRow[] {
  return project.items
    .filter((item) => item.stage === stage)
    .map((item) => ({ kind: 'item', id: itemRowId(project.root, item.id), parent, project, item }));
}

/** Rows below an item: requirements as they are, the rest in groups; empty groups are left out. */
export function detailRows(reference: ItemReference, detail: TraceItemDetail, parent: TraceRow): TraceRow[] {
  return [
    ...nodeRows(reference, detail.requirements, parent),
    ...groups.flatMap((group) => {
      const nodes = detail[group];
      const id = [parent.id, group].join('\u0000');
      return nodes.length === 0 ? [] : [{ kind: 'group', id, parent, reference, group, nodes } as const];
    }),
  ];
}

/** One row per node, in order. */
export function nodeRows(reference: ItemReference, nodes: readonly TraceNodeView[], parent: TraceRow): TraceRow[] {
  return siblingIds(parent.id, nodes, ({ kind, key }) => `${kind} ${key}`).map(([id, node]) => ({
    kind: 'node',
    id,
    parent,
    reference,
    node,
  }));
}

/** The row of an item, with the rows it is below; undefined if it is not shown. */
export function findItemRow(top: readonly TraceRow[], root: string, item: string): TraceRow | undefined {
  for (const row of top)
    if (row.kind === 'project' || row.kind === 'stage') {
      if (row.project.root !== root) continue;
      const below = row.kind === 'project' ? stageRows(row.project, row) : itemRows(row.project, row.stage, row);
      const found = findItemRow(below, root, item);
      if (found) return found;
    } else if (row.id === itemRowId(root, item)) return row;
  return undefined;
}

function itemRowId(root: string, item: string): string {
  return [root, 'item', item].join('\u0000');
}
