import { createBoardMovesReader } from '../workspace/insights/boardMoves.js';
import { type InsightsReport, readInsights } from '../workspace/insights/readInsights.js';
import type { CacheFiles, Git, GitRepository } from '../workspace/ports.js';
import type { Project } from '../workspace/project.js';
import { archivedItems } from '../reports/insights/boardItems.js';

/** What the history of one project's board says, recreated only where something it is made of has changed. */
export interface ProjectInsightsReader {
  /** @throws the signal's reason once it is aborted. */
  read(question: ProjectInsightsQuestion, signal: AbortSignal): Promise<InsightsReport>;
}

interface ProjectInsightsQuestion {
  readonly git: Git;
  /** With what git says of it. */
  readonly project: Project;
  readonly repository: GitRepository | undefined;
  /** The board's path, relative to the project root, with `/`. */
  readonly board: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Ages are given in tenths of days. */
const staleMilliseconds = 60 * 60 * 1000;

export function createProjectInsights(cache: CacheFiles | undefined): ProjectInsightsReader {
  let reader: ReturnType<typeof createBoardMovesReader> | undefined;
  let last: { readonly of: readonly unknown[]; readonly report: InsightsReport } | undefined;
  return {
    read: async ({ git, project, repository, board, now }, signal) => {
      const { history, notices = [] } = project.git ?? {};
      const isEdited = history?.uncommitted.has(board) === true;
      const hour = Math.floor(now / staleMilliseconds);
      const of = [history?.commits, history?.head.commit, notices, project.ofKind('archive'), board, isEdited, hour];
      if (last?.of.every((one, at) => one === of[at])) return last.report;
      reader ??= createBoardMovesReader({ git, cache });
      const isArchived = archivedItems(project);
      const report = await readInsights(
        reader,
        { repository, history, notices, board, isArchived, isEdited, now },
        signal,
      );
      last = { of, report };
      return report;
    },
  };
}
