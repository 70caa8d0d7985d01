import { traceProjects } from '../../project/traceProjects.js';
import { formatAnalysis } from '../../reports/trace/analysis.js';
import { analysisOf } from '../../trace/analysis.js';
import { itemTitle } from '../../trace/itemTitle.js';
import type { QueryAnswer, QueryScene } from './query.js';

/** How the parts of one item, or of all, hang together. */
export async function analyzeAnswer(
  { machine, folder, warn }: QueryScene,
  { item }: { readonly item: string | undefined },
): Promise<QueryAnswer> {
  const { traces } = await traceProjects(machine, folder, item, warn);
  const found = traces.flatMap(({ path, trace }) =>
    (item === undefined ? trace.items : [item]).flatMap((id) => {
      const one = trace.item(id);
      if (!one) return [];
      return [
        { project: path, item: id, title: itemTitle(one) ?? '', ...analysisOf(one, trace.project.code !== undefined) },
      ];
    }),
  );
  return {
    message: found.map(({ item: id, title, ...analysis }) => formatAnalysis(id, title, analysis)).join('\n'),
    data: { items: found },
    isBad: found.some(({ rows }) => rows.some(({ gaps }) => gaps.length > 0)),
  };
}
