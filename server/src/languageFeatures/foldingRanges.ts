import type { AnyDocument } from '../documents/document.js';
import { registeredKinds } from '../documents/registry.js';
import type { Block, Heading } from '../markdown/blocks.js';
import { hull, type Span } from '../markdown/span.js';

export interface FoldingRange {
  /** From 0; both are shown or hidden as a whole, the first one stays. */
  readonly startLine: number;
  readonly endLine: number;
  readonly kind?: 'comment';
}

/**
 * What can be folded: all that is below a heading (sections, requirements, criteria, scenarios, entries), items of lists,
 * tables, fences and comments, each where it has more than one line; in feature files scenarios. Undefined for YAML, which
 * the editor folds by indentation.
 */
export function foldingRanges(document: AnyDocument): readonly FoldingRange[] | undefined {
  if (registeredKinds.syntaxOf(document) === 'yaml') return undefined;
  const scenarios =
    document.kind === 'testCase'
      ? document.model.scenarios.map(({ span, headingSpan }) => hull(headingSpan, span))
      : [];
  const ranges = [
    ...headingSpans(document).map((span) => toRange(document, span)),
    ...scenarios.map((span) => toRange(document, span)),
    ...blockRanges(document, document.blocks),
  ].filter(({ startLine, endLine }) => endLine > startLine);
  // One range for each first line: the longest.
  const longest = new Map<number, FoldingRange>();
  for (const range of ranges) {
    const known = longest.get(range.startLine);
    if (!known || known.endLine < range.endLine) longest.set(range.startLine, range);
  }
  return [...longest.values()].sort((a, b) => a.startLine - b.startLine);
}

function toRange({ lines }: AnyDocument, { start, end }: Span): FoldingRange {
  return { startLine: lines.positionAt(start).line, endLine: lines.positionAt(end).line };
}

/** From each heading to the last block before the next one of its level or a higher one. */
function headingSpans({ blocks }: AnyDocument): readonly Span[] {
  const spans: Span[] = [];
  const open: Heading[] = [];
  let end = 0;
  const close = (level: number): void => {
    for (let last = open.at(-1); last && last.level >= level; last = open.at(-1)) {
      spans.push({ start: last.span.start, end });
      open.pop();
    }
  };
  for (const block of blocks) {
    if (block.kind === 'heading') {
      close(block.level);
      open.push(block);
    }
    end = block.span.end;
  }
  close(1);
  return spans;
}

function blockRanges(document: AnyDocument, blocks: readonly Block[]): readonly FoldingRange[] {
  return blocks.flatMap((block): readonly FoldingRange[] => {
    switch (block.kind) {
      case 'table':
      case 'fence':
      case 'frontMatter':
        return [toRange(document, block.span)];
      case 'html':
        return [{ ...toRange(document, block.span), ...(block.comment ? { kind: 'comment' as const } : {}) }];
      case 'list':
        return block.items.flatMap(({ span, children }) => [
          toRange(document, span),
          ...blockRanges(document, children),
        ]);
      default:
        return [];
    }
  });
}
