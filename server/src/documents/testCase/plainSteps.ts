import type { Block, ListItem } from '../../markdown/blocks.js';
import type { Span } from '../../markdown/span.js';
import { textLines, trimmedSpan } from '../textLines.js';

const scenarioHeading = /^(?:Scenario(?: Outline| Template)?|Example|Background):/u;
const stepLike = /^(?:\*\*|__|\*|_)?(?:Given|When|Then|And|But)(?![\p{L}\p{N}_-])/u;

/**
 * The lines of a `.feature.md` file that look like steps and are below the heading of a scenario, but have no bullet: to
 * Gherkin they are no steps. A single such line above a list is a description.
 *
 * @param blocks the document's top-level blocks.
 */
export function plainSteps(text: string, blocks: readonly Block[]): readonly Span[] {
  const found: Span[] = [];
  const add = (lines: readonly Span[]): void => {
    for (const line of lines) found.push(line);
  };
  const hasListBelow = listsBelow(blocks);
  let inScenario = false;
  for (const [index, block] of blocks.entries()) {
    if (block.kind === 'heading') inScenario = scenarioHeading.test(block.text);
    else if (!inScenario) continue;
    else if (block.kind === 'list') for (const item of block.items) add(stepsBelow(text, item));
    else if (block.kind === 'paragraph') {
      const [first, ...rest] = stepLines(text, block.span);
      // Text may be wrapped before a word such as `When`.
      if (first?.start !== block.span.start) continue;
      if (rest.length > 0 || !hasListBelow[index]) add([first, ...rest]);
    }
  }
  return found;
}

/** Those in an item that are not its own line: Markdown takes a line right below an item for its text. */
function stepsBelow(text: string, { children, textSpan }: ListItem): readonly Span[] {
  return children.flatMap((child): readonly Span[] => {
    if (child.kind === 'list') return child.items.flatMap((item) => stepsBelow(text, item));
    if (child.kind !== 'paragraph') return [];
    return stepLines(text, child.span).filter(({ start }) => start > textSpan.start);
  });
}

function stepLines(text: string, paragraph: Span): readonly Span[] {
  return textLines(text, paragraph)
    .map((line) => trimmedSpan(text, line))
    .filter(({ start, end }) => stepLike.test(text.slice(start, end)));
}

/** For each block, whether a list is below it, before the next heading. */
function listsBelow(blocks: readonly Block[]): readonly boolean[] {
  const found: boolean[] = [];
  let listBelow = false;
  // From the end, so that no block is looked at again for each one above it.
  for (let at = blocks.length - 1; at >= 0; at--) {
    found.push(listBelow);
    const kind = blocks[at]?.kind;
    if (kind === 'list' || kind === 'heading') listBelow = kind === 'list';
  }
  return found.reverse();
}
