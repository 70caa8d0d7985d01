import type { BoardSectionKind } from '../board/board.js';
import { contextSections, contextTitle } from './context.js';

/** What a session context is written from; every text is one line. */
export interface ContextFacts {
  /** With the offset of the time zone: `2026-03-01T10:00:00+01:00`. */
  readonly at: string;
  /** How many entries each section of the board has; undefined if there is no board. */
  readonly counts: Readonly<Record<BoardSectionKind, number>> | undefined;
  /** What is in progress, in the order of the board: `STORY-001: Guest carts`. */
  readonly current: readonly string[];
  /** The newest of what is done. */
  readonly recent: readonly string[];
  readonly branches: readonly string[];
  readonly decisions: readonly string[];
  /** The lines below the last heading. */
  readonly continuation: readonly string[];
}

/** What is below the last heading where no session goes on. */
export const noSession = 'No active work session.';

export type ContextSection = (typeof contextSections)[number];

/** What is at the top and below each heading of a session context (formats reference, A5). */
export interface ContextText {
  /** The line that says when it was written. */
  readonly updated: string;
  readonly bodies: Readonly<Record<ContextSection, readonly string[]>>;
}

/** Says the facts in the lines of a session context. */
export function contextText(facts: ContextFacts): ContextText {
  const { at, counts, current, recent, branches, decisions, continuation } = facts;
  return {
    updated: `> Last updated: ${at} by pactwright context`,
    bodies: {
      'Sprint Status': [statusLine(counts)],
      'Current Stories': bullets(current),
      'Recent Completions': bullets(recent),
      'Active Branches': bullets(branches),
      'Key Decisions': bullets(decisions),
      'Next Recommended Action': [nextAction(counts)],
      'Agent Continuation': continuation,
    },
  };
}

/** The lines of a session context that is new, without line break at the end. */
export function contextLines({ updated, bodies }: ContextText): readonly string[] {
  return [`# ${contextTitle}`, updated, ...contextSections.flatMap((name) => ['', `## ${name}`, ...bodies[name]])];
}

function bullets(texts: readonly string[]): readonly string[] {
  return texts.length === 0 ? ['None'] : texts.map((text) => `- ${text}`);
}

function statusLine(counts: ContextFacts['counts']): string {
  if (!counts) return 'There is no sprint board.';
  return `Backlog: ${counts.backlog} | In Progress: ${counts.inProgress} | Done: ${counts.done} stories`;
}

function nextAction(counts: ContextFacts['counts']): string {
  if (counts && counts.inProgress > 0) return '`/project-act` (stories in progress)';
  if (counts && counts.backlog > 0) return '`/project-plan` (stories in the backlog)';
  return '`/project-design` (nothing is planned)';
}
