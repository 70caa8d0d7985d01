import { optionalItemField } from './itemField.js';
import { defineQuery } from './query.js';

/** From requirements to tests. */
export const trace = defineQuery({
  name: 'trace',
  summary: 'Shows the path from each requirement through criteria and scenarios to tests, with its gaps',
  details: 'Of one item also its tasks, files, commits, branches, worktrees and dependencies.',
  example: { item: 'STORY-042' },
  fields: { item: optionalItemField, gaps: { type: 'flag', description: 'only gaps' } },
  readOnly: true,
  ask: async ({ machine, folder, warn }, { item, gaps }) => {
    const { traceProjects } = await import('../../project/traceProjects.js');
    const { formatTrace } = await import('../../reports/trace/trace.js');
    const { itemReport } = await import('../../trace/itemReport.js');
    const { createMatrix } = await import('../../trace/matrix.js');
    const { traces } = await traceProjects(machine, folder, item, warn);
    return {
      message: traces
        .map(({ path, trace: graph }) => formatTrace(path, graph, createMatrix(graph, { item, gaps })))
        .join('\n'),
      data: {
        projects: traces.map(({ path, trace: graph }) => ({
          path,
          items:
            item === undefined ? graph.items.map((id) => ({ id })) : [itemReport(graph, item)].filter((one) => one),
        })),
      },
    };
  },
});
