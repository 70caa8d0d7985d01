import type { Span } from '../../markdown/span.js';

const itemBefore = /(?:STORY|BUG|HOTFIX)-[\w-]+(?:['’]s)?[\s:/#(,]*$/u;
const itemAfter = /^\s*(?:of|in|from)\s+(?:STORY|BUG|HOTFIX)-/u;

/**
 * Whether a citation mentions another item: `STORY-012 R5` and `R5 of STORY-012`.
 *
 * @param text the stretch it is in.
 * @param place of the citation.
 * @param offset where the stretch begins.
 */
export function isForeign(text: string, { start, end }: Span, offset: number): boolean {
  const before = text.slice(Math.max(0, start - offset - 60), start - offset);
  return itemBefore.test(before) || itemAfter.test(text.slice(end - offset, end - offset + 40));
}
