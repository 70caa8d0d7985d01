import { isOpen, type ReviewComment } from '../agents/reviewComments.js';
import { plainLines, plainText } from '../base/plainText.js';

/** Comments on an item's work, for a terminal. */
export function formatComments(comments: readonly ReviewComment[]): string {
  if (comments.length === 0) return 'There are no comments.\n';
  return comments
    .map((comment) => {
      const state = isOpen(comment) ? 'not sent yet' : comment.resolved ? 'resolved' : 'sent';
      const said = plainLines(comment.text).replace(/\n/gu, '\n  ');
      return `${comment.id} ${state}, ${plainText(comment.path)}:${comment.line}\n  ${plainText(comment.code.trim())}\n  ${said}\n`;
    })
    .join('');
}
