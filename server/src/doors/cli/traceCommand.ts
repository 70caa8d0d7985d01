import path from 'node:path';
import { impactOf } from '../../trace/impact.js';
import { itemReport } from '../../trace/itemReport.js';
import { createMatrix } from '../../trace/matrix.js';
import { matrixCsv } from '../../reports/trace/matrixCsv.js';
import { matrixHtml } from '../../reports/trace/matrixHtml.js';
import { matrixMarkdown } from '../../reports/trace/matrixMarkdown.js';
import { formatImpact, impactJson } from '../../reports/trace/impact.js';
import { formatTrace } from '../../reports/trace/trace.js';
import { impactHelp, traceHelp } from './help.js';
import { type ExitCode, exitCodes, type Io, warner } from './io.js';
import { UsageError } from '../../base/usageError.js';
import { readImpactOptions, readTraceOptions, type TraceOptions } from './traceOptions.js';
import { type TracedProjects, traceProjects } from '../../project/traceProjects.js';

/** `pactwright trace`. @throws UsageError */
export async function runTrace(args: readonly string[], io: Io): Promise<ExitCode> {
  const options = readTraceOptions(args);
  if (options.help) {
    io.out(traceHelp);
    return exitCodes.fine;
  }
  const projects = await traceProjects(io.machine, path.resolve(io.cwd, options.root ?? '.'), options.item, warner(io));
  io.out(format(projects, options));
  return exitCodes.fine;
}

/** `pactwright impact`. @throws UsageError */
export async function runImpact(args: readonly string[], io: Io): Promise<ExitCode> {
  const options = readImpactOptions(args);
  if (options === 'help') {
    io.out(impactHelp);
    return exitCodes.fine;
  }
  const { item, part } = options;
  const { root, traces } = await traceProjects(io.machine, path.resolve(io.cwd, options.root ?? '.'), item, warner(io));
  const impacts = traces.flatMap((traced) => {
    const impact = impactOf(traced.trace, item, part);
    return impact ? [{ path: traced.path, impact }] : [];
  });
  if (impacts.length === 0)
    throw new UsageError(
      `${item} has no ${part ?? ''}: name a requirement, criterion or scenario that its documents have`,
    );
  io.out(
    options.format === 'json'
      ? impactJson(root, impacts)
      : impacts.map(({ path, impact }) => formatImpact(path, impact)).join('\n'),
  );
  return exitCodes.fine;
}

function format({ root, traces }: TracedProjects, { format: wanted, item, gaps }: TraceOptions): string {
  const matrices = traces.map(({ trace }) => createMatrix(trace, { item, gaps }));
  switch (wanted) {
    case 'text':
      return traces.map(({ path, trace }, at) => formatTrace(path, trace, matrices[at] ?? [])).join('\n');
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
      return matrices.map((matrix) => matrixMarkdown(matrix)).join('\n');
    case 'csv':
      return matrixCsv(matrices.flat());
    case 'html':
      return matrixHtml(matrices.flat(), traces.map(({ name }) => name).join(', '));
  }
}
