import path from 'node:path';
import { itemProblem } from '../../../documents/itemId.js';
import { impactOf } from '../../../trace/impact.js';
import { formatImpact, impactJson } from '../../../reports/trace/impact.js';

import { UsageError } from '../../../base/usageError.js';
import { traceProjects } from '../../../project/traceProjects.js';
import { defineCommand, formatField, rootsField } from '../command.js';
import { exitCodes, warner } from '../io.js';

/** The item that a text names, and the part of it: a requirement, criterion or scenario, as written. */
const partsOf = (text: string): readonly [item: string, part: string | undefined] => {
  const slash = text.indexOf('/');
  return slash < 0 ? [text, undefined] : [text.slice(0, slash), text.slice(slash + 1)];
};

/** `pactwright impact`. */
export const impact = defineCommand({
  name: 'impact',
  summary: 'Shows what to review if an item, or a part of it, changes',
  fields: {
    item: {
      type: 'text',
      positional: true,
      required: true,
      placeholder: 'ID[/PART]',
      description:
        'the item, or a requirement, criterion or scenario of it: STORY-042/R1, STORY-042/AC2, STORY-042/TC-3',
      check: (text) => itemProblem(partsOf(text)[0]),
      completes: 'part',
    },
    root: rootsField,
    format: formatField('text', 'json'),
  },
  examples: [['impact STORY-042/R1', 'what to review if R1 changes']],
  exitCodes: { 0: 'shown' },
  run: async ({ item: wanted, root: folder, format }, io) => {
    const [item, part] = partsOf(wanted);
    const { root, traces } = await traceProjects(io.machine, path.resolve(io.cwd, folder ?? '.'), item, warner(io));
    const impacts = traces.flatMap((traced) => {
      const found = impactOf(traced.trace, item, part);
      return found ? [{ path: traced.path, impact: found }] : [];
    });
    if (impacts.length === 0)
      throw new UsageError(
        `${item} has no ${part ?? ''}: name a requirement, criterion or scenario that its documents have`,
      );
    io.out(
      format === 'json'
        ? impactJson(root, impacts)
        : impacts.map((one) => formatImpact(one.path, one.impact)).join('\n'),
    );
    return exitCodes.fine;
  },
});
