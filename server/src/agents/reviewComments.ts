import * as v from 'valibot';
import { parseJson } from '../base/json.js';
import { count, finite, listOf, maybe, object, type Read, read } from '../base/schema.js';
import { fenced, row, withPassage } from './playbooks/row.js';

const text = v.string();

const reviewComment = object({
  id: text,
  /** The top of the checkout it was made in: absolute. */
  top: text,
  /** Relative to that, with `/`. */
  path: text,
  /** From 1. */
  line: count,
  /** The line as it was then. */
  code: text,
  /** What the person says. */
  text,
  /** Milliseconds since 1970. */
  at: finite,
  /** When the round of the agent that got it ended, and its session. */
  sentAt: maybe(finite),
  session: maybe(text),
  resolved: maybe(v.boolean()),
});

/** What a person says about a line of an item's work. */
export type ReviewComment = Read<typeof reviewComment>;

const commentsSchema = object({ version: v.literal(1), comments: listOf(reviewComment) });

/** @returns undefined for what is no file of comments that this version knows. Never throws. */
export function parseComments(file: string): readonly ReviewComment[] | undefined {
  return read(commentsSchema, parseJson(file))?.comments;
}

export function renderComments(comments: readonly ReviewComment[]): string {
  return `${JSON.stringify({ version: 1, comments }, undefined, 2)}\n`;
}

/** Whether the next round of an agent gets it. */
export function isOpen({ sentAt, resolved }: ReviewComment): boolean {
  return sentAt === undefined && resolved !== true;
}

/** The comment as it was before it was sent or resolved. */
export function reopened({ id, top, path, line, code, text, at }: ReviewComment): ReviewComment {
  return { id, top, path, line, code, text, at };
}

/**
 * Where the line of a comment is now: the nearest that says the same, else where it was.
 *
 * @param file the text as it is now; undefined: there is no such file any more.
 */
export function lineNow({ line, code }: Pick<ReviewComment, 'line' | 'code'>, file: string | undefined): number {
  const lines = file?.split(/\r?\n/u) ?? [];
  const wanted = code.trim();
  const same = lines.flatMap((one, index) => (wanted !== '' && one.trim() === wanted ? [index + 1] : []));
  const nearest = same.sort((a, b) => Math.abs(a - line) - Math.abs(b - line))[0];
  return nearest ?? Math.max(1, Math.min(line, lines.length));
}

/** A comment with its line as it is now, and its path as the agent sees it. */
export interface PlacedComment extends Pick<ReviewComment, 'path' | 'line' | 'code' | 'text'> {
  readonly id: string;
}

/** A prompt followed by a person's comments on lines of the work; unchanged without comments. */
export function withComments(prompt: string, comments: readonly PlacedComment[]): string {
  if (comments.length === 0) return prompt;
  const rows = comments.map(({ path, line, code, text: said }) => {
    const place = withPassage(row`${path} line ${line}:`, code);
    return `- ${place.line}\n  The person says:\n  ${fenced(said).split('\n').join('\n  ')}`;
  });
  return `${prompt.trimEnd()}\n\n## Comments of a person on lines of the work\n\nDo what each asks, in the limits of your phase; where you do not, say why at the end.\n\n${rows.join('\n')}\n`;
}
