import path from 'node:path';
import { itemReport } from '../../../trace/itemReport.js';
import type { MatrixItem } from '../../../trace/matrix.js';
import { matrixCsv } from '../../../reports/trace/matrixCsv.js';
import { matrixHtml } from '../../../reports/trace/matrixHtml.js';
import { matrixMarkdown } from '../../../reports/trace/matrixMarkdown.js';
import { formatTrace } from '../../../reports/trace/trace.js';
import { keptMatrix } from '../../../project/keptMatrix.js';
import { type TracedProjects, type TracedRoot, traceProjects } from '../../../project/traceProjects.js';
import { defineCommand, formatField, noCacheField, rootsField } from '../command.js';
import { DocumentStores } from '../documentStores.js';
import { exitCodes, warner } from '../io.js';
import { twice } from '../twice.js';
import { itemField } from '../itemField.js';

const formats = formatField('text', 'json', 'md', 'csv', 'html');

/** `pactwright trace`. */
export const trace = defineCommand({
  name: 'trace',
  summary: 'Shows the path from each requirement through criteria and scenarios to tests, with its gaps',
  description: 'All items of the projects at or below the root, or the one of ID.',
  fields: {
    item: itemField,
    root: rootsField,
    format: formats,
    gaps: { type: 'flag', description: 'only gaps' },
    noCache: noCacheField,
  },
  examples: [
    ['trace', 'from requirements to tests, with gaps'],
    ['trace STORY-042 --format html > trace.html', 'one item, as a page'],
    ['trace --gaps', 'only gaps'],
  ],
  exitCodes: { 0: 'shown' },
  run: async ({ root, noCache, ...wanted }, io) => {
    const folder = path.resolve(io.cwd, root ?? '.');
    // Only the whole report tells what git says.
    const needs = wanted.format === 'json' ? 'git' : 'code';
    const keeper = noCache || needs === 'git' ? undefined : io.keeper;
    const show = async (stores?: DocumentStores): Promise<string> => {
      const openStore = stores && ((project: string) => stores.open(project));
      const options = { needs, isKept: !noCache, ...(openStore ? { openStore } : {}) } as const;
      const shown = format(await traceProjects(io.machine, folder, wanted.item, warner(io), options), wanted);
      stores?.keep(wanted.item !== undefined);
      return shown;
    };
    const shownTwice = (own: NonNullable<typeof keeper>): Promise<string> =>
      twice((isFirst) => show(isFirst ? new DocumentStores(own, io.machine.clock(), 'trace') : undefined));
    io.out(await (keeper ? shownTwice(keeper) : show()));
    return exitCodes.fine;
  },
});

interface Wanted {
  readonly item: string | undefined;
  readonly format: (typeof formats.values)[number];
  readonly gaps: boolean;
}

function format({ root, traces }: TracedProjects, { format: wanted, item, gaps }: Wanted): string {
  const matrixOf = ({ trace, store }: TracedRoot): readonly MatrixItem[] => keptMatrix(trace, { item, gaps }, store);
  switch (wanted) {
    case 'text':
      return traces.map((one) => formatTrace(one.path, one.trace, matrixOf(one))).join('\n');
    case 'json': {
      const projects = traces.map(({ path, trace }) => ({
        path,
        items: (item === undefined ? trace.items : [item])
          .flatMap((id) => itemReport(trace, id) ?? [])
          .filter((report) => !gaps || report.gaps.length > 0),
      }));
      return `${JSON.stringify({ version: 1, root, projects }, undefined, 2)}\n`;
    }
    case 'md':
      return traces.map((one) => matrixMarkdown(matrixOf(one))).join('\n');
    case 'csv':
      return matrixCsv(traces.flatMap(matrixOf));
    case 'html':
      return matrixHtml(traces.flatMap(matrixOf), traces.map(({ name }) => name).join(', '));
  }
}
