import { span, type Span } from '../markdown/span.js';
import { located } from './labels.js';
import type { Deferral } from './sourceFile.js';
import type { Tokens } from './tokens.js';

/** What every deferral begins with: a text without it has none. */
export const deferralMark = 'DEFERRED(';

/** The notes in comments that put a requirement off: `DEFERRED(SHOULD): R2 until the API is there`. */
export function findDeferrals(tokens: Tokens): readonly Deferral[] {
  return tokens.all.flatMap(({ comments }) => comments.flatMap((comment) => deferralsIn(tokens.text, comment)));
}

function deferralsIn(text: string, comment: Span): Deferral[] {
  const found: Deferral[] = [];
  for (const match of text.slice(comment.start, comment.end).matchAll(/DEFERRED\((SHOULD|MAY)\):([^\r\n]*)/gu)) {
    const [whole, level, rest = ''] = match;
    const note = withoutClosing(rest);
    const start = comment.start + match.index;
    const behindColon = start + whole.length - rest.length;
    const from = behindColon + rest.length - rest.trimStart().length;
    const end = Math.max(from, behindColon + note.length);
    found.push({
      level: level === 'MAY' ? 'MAY' : 'SHOULD',
      text: located(text, span(from, end)),
      span: span(start, end),
    });
  }
  return found;
}

/** What closes a comment does not belong to what it says. */
function withoutClosing(rest: string): string {
  const note = rest.trimEnd();
  const closing = ['*/', '-->', '-}', ']]'].find((end) => note.endsWith(end));
  return closing === undefined ? note : note.slice(0, -closing.length).trimEnd();
}
