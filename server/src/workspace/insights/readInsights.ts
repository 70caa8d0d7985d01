import type { GitNotice } from '../git/gitFacts.js';
import type { GitRepository } from '../ports.js';
import type { BoardMovesReader } from './boardMoves.js';
import { type CommitsToHead, findBoardPast } from './boardPast.js';
import { dateOf, dayOf } from './days.js';
import { createInsights, type Insights } from './insights.js';

/** What can be said of a board's past; `insights` is undefined if that is nothing, and a notice says why. */
export interface InsightsReport {
  /** The board's path, relative to the project root, with `/`. */
  readonly board: string;
  readonly insights?: Insights;
  /** What keeps it from being whole, as sentences without full stop. */
  readonly notices: readonly string[];
}

export interface InsightsQuestion {
  readonly repository: GitRepository | undefined;
  readonly history: CommitsToHead | undefined;
  /** What keeps git from answering in full. */
  readonly notices: readonly GitNotice[];
  /** The board's path, relative to the project root, with `/`. */
  readonly board: string;
  readonly isArchived: (item: string) => boolean;
  /** Whether the board has changes that are not committed; left out where that is not known. */
  readonly isEdited?: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The first day to look at, as `dayOf` counts. */
  readonly since?: number | undefined;
}

/** What a notice of git means here is said below, or does not matter. */
const saidOtherwise: ReadonlySet<GitNotice['kind']> = new Set(['shallow', 'bounded', 'detached']);

/** @throws the signal's reason once it is aborted. */
export async function readInsights(
  reader: BoardMovesReader,
  question: InsightsQuestion,
  signal?: AbortSignal,
): Promise<InsightsReport> {
  const { repository, history, board, now } = question;
  const notices = question.notices.flatMap(({ kind, message }) => (saidOtherwise.has(kind) ? [] : [message]));
  if (!repository || !history) return { board, notices };
  const past = findBoardPast(history, board, repository.prefix, now);
  if (past.versions.length === 0) {
    notices.push(
      `no commit has the board ${board}, but insights are based on its history: commit it, or set \`paths.board\` in .pactwright/config.yaml if it is elsewhere`,
    );
    return { board, notices };
  }
  const answer = await reader.read(repository, past, signal);
  if (answer.kind !== 'answer') return { board, notices: [...notices, answer.message] };
  const { steps, missing } = answer.value;
  const insights = createInsights(steps, question);
  const date = dateOf(dayOf(insights.begins));
  for (const { kind } of question.notices) {
    if (kind === 'shallow')
      notices.push(`this is a shallow clone, so the history starts on ${date}: run \`git fetch --unshallow\``);
    if (kind === 'bounded') notices.push(`only the latest commits are checked, so the history starts on ${date}`);
  }
  if (question.isEdited) notices.push('the board has uncommitted changes, which do not count yet');
  if (past.paths.length > 1) notices.push(`the board was moved; before, it was ${past.paths.slice(1).join(', ')}`);
  if (past.corrected > 0)
    notices.push(
      `commit times that do not fit the order of the commits (clocks differ, or dates were set) count as those of the commits before: ${past.corrected}`,
    );
  if (missing > 0)
    notices.push(
      `versions of the board that this clone lacks, so that what they changed counts from the next one on: ${missing}; run \`git fetch --refetch --no-filter\` to have them`,
    );
  return { board, insights, notices };
}
