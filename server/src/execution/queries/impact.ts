import { UsageError } from '../../base/usageError.js';
import { requiredItemField } from './itemField.js';
import { defineQuery } from './query.js';

/** What a change reaches. */
export const impact = defineQuery({
  name: 'impact',
  summary: 'Shows what to review if an item, or a part of it, changes',
  details: 'Requirements, criteria, scenarios, tests, files, and the items that depend on it.',
  example: { item: 'STORY-042', part: 'R1' },
  fields: {
    item: requiredItemField,
    part: { type: 'text', description: 'a requirement, criterion or scenario of it: R1, AC2, TC-3' },
  },
  readOnly: true,
  ask: async ({ machine, folder, warn }, { item, part }) => {
    const { traceProjects } = await import('../../project/traceProjects.js');
    const { formatImpact, impactData } = await import('../../reports/trace/impact.js');
    const { impactOf } = await import('../../trace/impact.js');
    const { traces } = await traceProjects(machine, folder, item, warn);
    const impacts = traces.flatMap(({ path, trace }) => {
      const found = impactOf(trace, item, part);
      return found ? [{ path, impact: found }] : [];
    });
    if (impacts.length === 0)
      throw new UsageError(
        `${item} has no ${part ?? ''}: name a requirement, criterion or scenario that its documents have`,
      );
    return {
      message: impacts.map((one) => formatImpact(one.path, one.impact)).join('\n'),
      data: { projects: impactData(impacts) },
    };
  },
});
