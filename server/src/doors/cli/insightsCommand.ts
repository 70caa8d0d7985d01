import path from 'node:path';
import type { DocumentKind } from '../../documents/document.js';
import { gitMoment } from '../../workspace/git/gitMoment.js';
import { openProject } from '../../project/openProject.js';
import { createBoardMovesReader } from '../../workspace/insights/boardMoves.js';
import { readHeadHistory } from '../../workspace/insights/headHistory.js';
import { readInsights } from '../../workspace/insights/readInsights.js';
import type { Git } from '../../workspace/ports.js';
import { archivedItems, titlesOf } from '../../reports/insights/boardItems.js';
import { insightsHtml } from '../../reports/insights/insightsHtml.js';
import { insightsJson } from '../../reports/insights/insightsJson.js';
import { formatInsights } from '../../reports/insights/insightsText.js';
import { type InsightsOptions, readInsightsOptions } from './insightsOptions.js';
import { insightsHelp } from './help.js';
import { type ExitCode, exitCodes, type Io } from './io.js';
import { UsageError } from '../../base/usageError.js';
import { findTargets } from '../../project/lintTargets.js';
import type { PlacedInsights } from '../../reports/insights/placedInsights.js';

/** `pactwright insights`. @throws UsageError */
export async function runInsights(args: readonly string[], io: Io): Promise<ExitCode> {
  const options = readInsightsOptions(args);
  if (options.help) {
    io.out(insightsHelp);
    return exitCodes.fine;
  }
  const asked = path.resolve(io.cwd, options.root ?? '.');
  if ((await io.machine.files.kindOf(asked)) !== 'folder')
    throw new UsageError(`${asked} is no folder: name one as PATH`);
  const { root, targets } = await findTargets(asked, [], io.machine.files);
  const roots = targets.map((target) => target.root);
  const projects: PlacedInsights[] = [];
  const repositories = gitMoment(io.machine.git).git;
  for (const project of roots) projects.push(await insightsOf(project, root, roots, repositories, options, io));
  // A page without a single figure would look like an answer.
  if (projects.every(({ report }) => !report.insights))
    throw new UsageError(projects.flatMap(({ report }) => report.notices).join('; '));
  io.out(format(root, projects, options));
  return exitCodes.fine;
}

async function insightsOf(
  project: string,
  root: string,
  otherRoots: readonly string[],
  repositories: Git,
  { since }: InsightsOptions,
  io: Io,
): Promise<PlacedInsights> {
  const kinds = new Set<DocumentKind>(['board', 'archive']);
  const opened = await openProject(io.machine, { root: project, otherRoots, kindsToRead: () => kinds }, 'documents');
  const { configuration, project: documents } = opened;
  const report = await readInsights(createBoardMovesReader({ git: repositories }), {
    ...(await readHeadHistory(repositories, project)),
    board: configuration.paths.board,
    isArchived: archivedItems(documents),
    now: io.machine.clock(),
    since,
  });
  return {
    path: path.relative(root, project).split(path.sep).join('/'),
    name: path.basename(project),
    report,
    titleOf: titlesOf(documents),
  };
}

function format(root: string, projects: readonly PlacedInsights[], { format: wanted }: InsightsOptions): string {
  switch (wanted) {
    case 'text':
      return projects.map(formatInsights).join('\n');
    case 'json':
      return insightsJson(root, projects);
    case 'html':
      return insightsHtml(projects);
  }
}
