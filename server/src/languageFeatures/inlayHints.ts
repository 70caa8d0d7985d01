import type { Span } from '../markdown/span.js';
import { idReferencesOf } from '../trace/idReferences.js';
import { cursorPlace, quotation } from './cursorPlace.js';
import type { FeatureContext } from './featureContext.js';
import { itemTitle } from '../trace/itemTitle.js';

export interface InlayHint {
  readonly offset: number;
  readonly text: string;
}

const longest = 40;

/**
 * The title behind every item id that is mentioned without it: not in code and comments, paths and links, nor in the titles
 * of entries, specs and test cases, where it is beside the id.
 *
 * @param within the part of the document that is shown.
 */
export function inlayHints({ document, trace }: FeatureContext, within: Span): readonly InlayHint[] {
  const { text } = document;
  return idReferencesOf(document).flatMap((reference): readonly InlayHint[] => {
    const { start, end } = reference.span;
    if (reference.kind !== 'item' || reference.quoted || start > within.end || end < within.start) return [];
    if (
      /[/\\`]/u.test(text.charAt(start - 1)) ||
      /^(?:_case|\.md|[`/]|\]\(|\][ \t]+\S)/u.test(text.slice(end, end + 40))
    )
      return [];
    const item = trace.item(reference.id);
    const title = item && itemTitle(item);
    if (title === undefined || isBeside(text, end, title)) return [];
    const place = cursorPlace(document, start);
    if (place.blocks.at(-1)?.kind === 'heading' || quotation(document, place)) return [];
    return [{ offset: end, text: title.length > longest ? `${title.slice(0, longest - 1).trimEnd()}…` : title }];
  });
}

function isBeside(text: string, end: number, title: string): boolean {
  return text.slice(end, end + title.length + 10).includes(title);
}
