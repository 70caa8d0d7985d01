import { createHash } from 'node:crypto';
import { htmlPage, styleOnly } from '../../../reports/htmlPage.js';
import { englishWords } from '../../../reports/insights/englishWords.js';
import { insightsBody, type PlacedInsights, type ProjectInsights } from '../../../reports/insights/insightsBody.js';
import { insightsStyle } from '../../../reports/insights/style.js';
import path from 'node:path';
import type { DocumentKind } from '../../../documents/document.js';
import { gitMoment } from '../../../workspace/git/gitMoment.js';
import { openProject } from '../../../project/openProject.js';
import { createBoardMovesReader } from '../../../workspace/insights/boardMoves.js';
import { readHeadHistory } from '../../../workspace/insights/headHistory.js';
import { readInsights } from '../../../workspace/insights/readInsights.js';
import type { Git } from '../../../workspace/ports.js';
import { archivedItems, titlesOf } from '../../../reports/insights/boardItems.js';
import { insightsJson } from '../../../reports/insights/insightsJson.js';
import { formatInsights } from '../../../reports/insights/insightsText.js';
import { dayOf } from '../../../workspace/insights/days.js';
import { defineCommand, formatField } from '../command.js';
import { exitCodes, type Io } from '../io.js';
import { UsageError } from '../../../base/usageError.js';
import { findTargets } from '../../../project/lintTargets.js';

const formats = formatField('text', 'json', 'html');

/** `pactwright insights`. */
export const insights = defineCommand({
  name: 'insights',
  summary: 'Shows how work goes through the sprint board, from the board’s history in git',
  description:
    'Cumulative flow, burn-up, cycle time, age of work in progress and throughput of the projects at or below PATH (default: the current folder), or of the nearest one above. Only commits of the current branch count; days are in UTC. `html` is one self-contained page with charts and tables.',
  fields: {
    path: { type: 'text', positional: true, description: 'a folder', completes: 'folder' },
    format: formats,
    since: { type: 'text', placeholder: 'DATE', description: 'leave out what was before, e.g. 2026-01-31' },
  },
  examples: [['insights', 'flow, cycle times and throughput from the board’s history']],
  exitCodes: { 0: 'shown', 2: 'a wrong command line, or no board has a history' },
  run: async ({ path: folder, format: wanted, since: day }, io) => {
    const since = day === undefined ? undefined : readDay(day);
    const asked = path.resolve(io.cwd, folder ?? '.');
    if ((await io.machine.files.kindOf(asked)) !== 'folder')
      throw new UsageError(`${asked} is not a folder: name one as PATH`);
    const { root, targets } = await findTargets(asked, [], io.machine.files);
    const roots = targets.map((target) => target.root);
    const projects: PlacedInsights[] = [];
    const repositories = gitMoment(io.machine.git).git;
    for (const project of roots) projects.push(await insightsOf(project, root, roots, repositories, since, io));
    // A page without a single figure would look like an answer.
    if (projects.every(({ report }) => !report.insights))
      throw new UsageError(projects.flatMap(({ report }) => report.notices).join('; '));
    io.out(format(root, projects, wanted));
    return exitCodes.fine;
  },
});

/** @returns a day, as `dayOf` counts. @throws UsageError */
function readDay(text: string): number {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  // `2026-02-30` is treated as a day of March.
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(text))
    throw new UsageError(`--since takes a day such as 2026-01-31, not "${text}"`);
  return dayOf(at);
}

async function insightsOf(
  project: string,
  root: string,
  otherRoots: readonly string[],
  repositories: Git,
  since: number | undefined,
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

function format(root: string, projects: readonly PlacedInsights[], wanted: (typeof formats.values)[number]): string {
  switch (wanted) {
    case 'text':
      return projects.map(formatInsights).join('\n');
    case 'json':
      return insightsJson(root, projects);
    case 'html':
      return insightsHtml(projects);
  }
}

/** The insights as one HTML page that needs nothing else and runs nothing; its one style sheet is let in by its hash. */
function insightsHtml(projects: readonly ProjectInsights[]): string {
  const style = `\n${insightsStyle}\n`;
  const hash = createHash('sha256').update(style).digest('base64');
  const title = [englishWords.title, projects.map(({ name }) => name).join(', ')]
    .filter((part) => part !== '')
    .join(': ');
  return htmlPage({
    language: 'en',
    title,
    policy: styleOnly(`'sha256-${hash}'`),
    head: `<style>${style}</style>`,
    body: insightsBody(projects, englishWords),
  });
}
