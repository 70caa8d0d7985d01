import { tallyTasks } from '../../documents/board/entryParts.js';
import { createTraceGraph } from '../../trace/createTraceGraph.js';
import type { DependencyTrace, ItemTrace, Stage } from '../../trace/graph.js';
import { itemTitle } from '../../trace/itemTitle.js';
import { defineOperation } from '../operation.js';

/** Says what can be worked on now. */
export const next = defineOperation({
  name: 'next',
  group: 'documents',
  summary: 'Shows which items are ready to work on, and why the others are not',
  details:
    'An item is ready if it is on the board outside In Progress and Done, its spec exists, and everything it depends on is done. Ready items are listed in the order of the board. Items in progress come first: finish what is started.',
  example: {},
  fields: {},
  reads: ['board', 'archive', 'spec', 'testCase'],
  needs: 'git',
  writes: false,
  plan: ({ project, configuration }) => {
    const trace = createTraceGraph(project, configuration);
    const open = trace.items
      .flatMap((id) => trace.item(id) ?? [])
      .filter(({ stage }) => stage !== 'done' && stage !== 'archived')
      .sort((one, other) => placeOnBoard(one) - placeOnBoard(other));
    const started = open.filter(({ stage }) => stage === 'inProgress').map(startedItem);
    const rest = open.filter(({ stage }) => stage !== 'inProgress').map((item) => ({ item, because: whatHolds(item) }));
    const ready = rest.filter(({ because }) => because.length === 0).map(({ item }) => named(item));
    const waiting = rest
      .filter(({ because }) => because.length > 0)
      .map(({ item, because }) => ({ ...named(item), because }));
    const lines = [
      ...part('In progress', started, ({ ticked, tasks, where }) =>
        [tasks === 0 ? 'no tasks' : `${ticked} of ${tasks} tasks ticked`, ...where].join(', '),
      ),
      ...part('Ready', ready, () => ''),
      ...part('Not ready', waiting, ({ because }) => because.join('; ')),
    ];
    return {
      answer: {
        message: lines.length === 0 ? 'every item is done' : lines.join('\n'),
        data: { inProgress: started, ready, waiting },
      },
    };
  },
});

interface NamedItem {
  readonly item: string;
  readonly title: string;
}

const named = (item: ItemTrace): NamedItem => ({ item: item.id, title: itemTitle(item) ?? '' });

interface StartedItem extends NamedItem {
  readonly ticked: number;
  readonly tasks: number;
  /** The branches and worktrees with its name, as short words. */
  readonly where: readonly string[];
}

function startedItem(item: ItemTrace): StartedItem {
  const { done, of } = tallyTasks(item.entries.flatMap(({ entry }) => entry.tasks));
  const local = item.branches.filter(({ remote }) => remote === undefined);
  const where = [...local.map(({ name }) => `branch ${name}`), ...item.worktrees.map(({ path }) => `worktree ${path}`)];
  return { ...named(item), ticked: done, tasks: of, where };
}

/** Why an item cannot be started, as clauses; empty if nothing keeps it. */
function whatHolds({ spec, entries, stage, dependsOn }: ItemTrace): readonly string[] {
  return [
    ...(spec ? [] : ['has no spec']),
    ...(stage === 'unplanned' || entries.length === 0 ? ['is not on the board'] : []),
    ...dependsOn.flatMap(holdingDependency),
  ];
}

const openStages: Readonly<Partial<Record<Stage, string>>> = {
  unplanned: 'is not on the board',
  backlog: 'is in the backlog',
  inProgress: 'is in progress',
};

function holdingDependency({ id, stage }: DependencyTrace): readonly string[] {
  const state = stage === undefined ? 'does not exist' : openStages[stage];
  return state === undefined ? [] : [`depends on ${id}, which ${state}`];
}

/** Where its first entry is on the board; items without one come last. */
function placeOnBoard({ entries }: ItemTrace): number {
  return entries[0]?.entry.headingSpan.start ?? Number.MAX_SAFE_INTEGER;
}

function part<T extends NamedItem>(title: string, items: readonly T[], noteOf: (item: T) => string): readonly string[] {
  if (items.length === 0) return [];
  return [`${title} (${items.length})`, ...items.map((one) => line(one, noteOf(one)))];
}

function line({ item, title }: NamedItem, note: string): string {
  const words = [item, title].filter((word) => word !== '').join('  ');
  return note === '' ? `  ${words}` : `  ${words}: ${note}`;
}
