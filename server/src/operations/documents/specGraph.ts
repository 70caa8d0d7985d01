import { globsMeet } from '../../base/globs.js';
import { wavesOf } from '../../base/waves.js';
import { isOver } from '../../rules/drift/boardState.js';
import { circlesOf } from '../../rules/drift/dependencyCircles.js';
import { createTraceGraph } from '../../trace/createTraceGraph.js';
import type { ItemTrace } from '../../trace/graph.js';
import { touchesOf } from '../../trace/touchesOf.js';
import { Refused } from '../errorCodes.js';
import { defineOperation } from '../operation.js';
import { wholeText } from '../support/wholeText.js';

const usualPath = 'docs/architecture/graphs/story_graph.mmd';

/** Says in which order open items can be worked on, and which of them get in each other's way. */
export const specGraph = defineOperation({
  name: 'spec-graph',
  group: 'documents',
  summary: 'Shows open items in waves by what they depend on, and which of them touch the same files',
  details:
    'The items of a wave depend only on items of earlier waves or on finished ones, so they can be worked on at the same time. Two items conflict if their Touches name the same file, or globs that a file can match both. Dependencies that do not exist are left out: E010 reports them. A circle is refused, and named. `--write` writes the graph as Mermaid.',
  example: { write: true },
  fields: {
    write: { type: 'flag', description: 'write the graph as Mermaid' },
    path: { type: 'text', description: `where to write it (default: ${usualPath}); with --write`, completes: 'path' },
  },
  reads: ['spec', 'board', 'archive'],
  needs: 'documents',
  writes: true,
  plan: async (workspace, { write, path = usualPath }) => {
    const trace = createTraceGraph(workspace.project, workspace.configuration);
    const [circle] = circlesOf(trace).values();
    if (circle)
      throw new Refused(
        'not-allowed',
        `items depend on each other in a circle: ${[...circle, circle[0] ?? ''].join(' → ')}; remove one of these dependencies`,
        circle,
      );
    const open = trace.items
      .flatMap((id) => trace.item(id) ?? [])
      .filter((item) => item.spec !== undefined && !isOver(item));
    const waves = wavesOf(new Map(open.map(({ id, dependsOn }) => [id, dependsOn.map((one) => one.id)])));
    const conflicts = conflictsOf(open, waves);
    const mermaid = mermaidOf(open, waves);
    return {
      changes: write ? wholeText(path, await workspace.readFile(path), mermaid) : [],
      answer: {
        message: [...waveLines(waves), ...conflictLines(conflicts), ...(write ? [`wrote ${path}`] : [])].join('\n'),
        data: { waves, conflicts, mermaid, path: write ? path : null },
      },
    };
  },
});

type Waves = readonly (readonly string[])[];

/** The open items that an item waits for. */
function waitsFor({ id, dependsOn }: ItemTrace, open: ReadonlySet<string>): readonly string[] {
  return dependsOn.map((dependency) => dependency.id).filter((other) => other !== id && open.has(other));
}

interface Conflict {
  readonly items: readonly [string, string];
  /** What both touch: a path, or the two globs that meet. */
  readonly shared: readonly string[];
  /** Whether they would be worked on at the same time. */
  readonly sameWave: boolean;
}

function conflictsOf(items: readonly ItemTrace[], waves: Waves): readonly Conflict[] {
  const waveOf = new Map(waves.flatMap((wave, number) => wave.map((id) => [id, number] as const)));
  const touched = items
    .map((item) => ({ id: item.id, paths: touchesOf(item) }))
    .filter(({ paths }) => paths.length > 0);
  return touched.flatMap((one, at) =>
    touched.slice(at + 1).flatMap((other): readonly Conflict[] => {
      const shared = one.paths.flatMap((mine) =>
        other.paths.flatMap((theirs) =>
          mine === theirs ? [mine] : globsMeet(mine, theirs) ? [`${mine} and ${theirs}`] : [],
        ),
      );
      if (shared.length === 0) return [];
      return [{ items: [one.id, other.id], shared, sameWave: waveOf.get(one.id) === waveOf.get(other.id) }];
    }),
  );
}

function waveLines(waves: Waves): readonly string[] {
  if (waves.length === 0) return ['every item is done'];
  return waves.map((wave, number) => `Wave ${number + 1}: ${wave.join(', ')}`);
}

function conflictLines(conflicts: readonly Conflict[]): readonly string[] {
  if (conflicts.length === 0) return ['No two items touch the same files'];
  return [
    `Conflicts (${conflicts.length})`,
    ...conflicts.map(
      ({ items: [one, other], shared, sameWave }) =>
        `  ${one} and ${other}: ${shared.join(', ')} (${sameWave ? 'the same wave: do one after the other' : 'different waves'})`,
    ),
  ];
}

function mermaidOf(items: readonly ItemTrace[], waves: Waves): string {
  const open = new Set(items.map(({ id }) => id));
  const node = (id: string): string => id.replaceAll('-', '_');
  const groups = waves.flatMap((wave, number) => [
    `    subgraph wave${number + 1}["Wave ${number + 1}"]`,
    ...wave.map((id) => `        ${node(id)}["${id}"]`),
    '    end',
  ]);
  const edges = items.flatMap((item) => waitsFor(item, open).map((other) => `    ${node(other)} --> ${node(item.id)}`));
  return ['graph LR', ...groups, ...[...new Set(edges)].sort(), ''].join('\n');
}
