import { none } from '../../base/same.js';
import type { ParsedDocument } from '../../documents/document.js';
import { textLines, trimmedSpan } from '../../documents/textLines.js';
import type { Fence } from '../../markdown/blocks.js';
import type { Span } from '../../markdown/span.js';
import { everyBlock } from '../support/place.js';

/** A line of Gherkin: no comment, tag, table row or part of a doc string, and not blank. */
export interface GherkinLine {
  readonly span: Span;
  readonly value: string;
}

/** The fences of a Markdown document that say they hold Gherkin. */
export function gherkinFences({ text, blocks }: ParsedDocument<'testCase'>): readonly Fence[] {
  if (!text.includes('```') && !text.includes('~~~')) return none;
  return everyBlock(blocks).filter(
    (block): block is Fence => block.kind === 'fence' && /^(?:gherkin|feature|cucumber)(?![\w-])/iu.test(block.info),
  );
}

const otherLanguage = /^\uFEFF?\s*#\s*language\s*:\s*(?!en\b)/u;

/** The Gherkin of a document line by line, one list for a feature file and for each fence. */
export function gherkinTexts(document: ParsedDocument<'testCase'>): readonly (readonly GherkinLine[])[] {
  const { text, model } = document;
  // Keywords of other languages are not known here.
  if (model.format === 'feature')
    return otherLanguage.test(text) ? [] : [linesOf(text, { start: 0, end: text.length })];
  if (model.format === 'featureMarkdown') return [];
  return gherkinFences(document).map(({ contentSpan }) => linesOf(text, contentSpan));
}

function linesOf(text: string, within: Span): readonly GherkinLine[] {
  const lines: GherkinLine[] = [];
  let docString: string | undefined;
  for (const whole of textLines(text, within)) {
    const span = trimmedSpan(text, whole);
    const value = text.slice(span.start, span.end);
    if (docString !== undefined) {
      if (value === docString) docString = undefined;
      continue;
    }
    docString = /^("""|```)/u.exec(value)?.[0];
    if (value !== '' && docString === undefined && !/^[#@|\uFEFF]/u.test(value)) lines.push({ span, value });
  }
  return lines;
}
