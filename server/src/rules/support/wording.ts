import type { Span } from '../../markdown/span.js';
import type { Prose } from './prose.js';

/** A phrase in running text, with the sentence it is in. */
export interface PhraseMatch {
  readonly span: Span;
  readonly phrase: string;
  readonly sentence: string;
}

/** Where a global pattern matches in running text. The sentence is cut to what is close by. */
export function phrases({ text, span }: Prose, pattern: RegExp): PhraseMatch[] {
  return Array.from(text.matchAll(pattern), (match) => {
    const end = match.index + match[0].length;
    const before = text.slice(Math.max(0, match.index - 200), match.index);
    const after = text.slice(end, end + 200);
    const from = Math.max(before.lastIndexOf('. '), before.lastIndexOf('; ')) + 1;
    const to = /[.;](?:\s|$)/u.exec(after)?.index ?? after.length;
    return {
      span: { start: span.start + match.index, end: span.start + end },
      phrase: match[0],
      sentence: before.slice(from) + match[0] + after.slice(0, to),
    };
  });
}
