import type { Block, ListItem, TableRow } from '../../server/src/markdown/blocks.js';
import type { Span } from '../../server/src/markdown/span.js';

/**
 * Blocks as one line each, for expectations: kind, what the kind has to tell, and the span, e.g. `heading 2 "Background" [0-13]`.
 * Items, rows and nested blocks follow their parent, indented.
 */
export function outline(text: string, blocks: readonly Block[]): readonly string[] {
  return blocks.flatMap((block) => [
    `${describeBlock(text, block)} ${show(block.span)}`,
    ...indented(inside(text, block)),
  ]);
}

const indented = (lines: readonly string[]): readonly string[] => lines.map((line) => `  ${line}`);
const show = ({ start, end }: Span): string => `[${start}-${end}]`;
const quote = (text: string, { start, end }: Span): string => JSON.stringify(text.slice(start, end));

function describeBlock(text: string, block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `heading ${block.level} ${JSON.stringify(block.text)}${block.style === 'setext' ? ' setext' : ''}`;
    case 'paragraph':
      return `paragraph ${quote(text, block.span)}`;
    case 'fence': {
      const content = quote(text, block.contentSpan);
      return `fence ${block.marker} ${JSON.stringify(block.info)} ${content}${block.closed ? '' : ' unclosed'}`;
    }
    case 'html':
      return block.comment ? 'html comment' : 'html';
    case 'list':
      return block.ordered ? 'list ordered' : 'list';
    case 'table':
      return `table ${block.columns}`;
    case 'frontMatter':
      return `frontMatter ${quote(text, block.contentSpan)}`;
    default:
      return block.kind;
  }
}

function inside(text: string, block: Block): readonly string[] {
  if (block.kind === 'list') return block.items.flatMap((item) => describeItem(text, item));
  if (block.kind === 'table') return [block.header, ...block.rows].map(describeRow);
  return [];
}

function describeItem(text: string, { span, marker, task, textSpan, children }: ListItem): readonly string[] {
  const mark = task === undefined ? '' : ` ${quote(text, task.span)}${task.checked ? ' checked' : ''}`;
  return [`item ${marker}${mark} ${quote(text, textSpan)} ${show(span)}`, ...indented(outline(text, children))];
}

const describeRow = ({ span, cells }: TableRow): string =>
  `row ${cells.map((cell) => JSON.stringify(cell.text)).join(' ')} ${show(span)}`;
