import MarkdownIt, { type Token } from 'markdown-it';
import { remark } from 'remark';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import type { Block, ListItem } from '../../server/src/markdown/blocks.js';
import { createLineIndex } from '../../server/src/markdown/lineIndex.js';
import type { Span } from '../../server/src/markdown/span.js';

/**
 * What our scanner and its oracles must see alike: per block its kind and lines (from 1), per list its items with their
 * first lines and what is nested in them, per table the rows' cells.
 */
interface Skeleton {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly inside: readonly Skeleton[];
}

/** Skeletons as indented lines, so that a difference reads well. */
export const print = (blocks: readonly Skeleton[], depth = 0): string =>
  blocks
    .map(({ label, from, to, inside }) => `${'  '.repeat(depth)}${label} ${from}-${to}\n${print(inside, depth + 1)}`)
    .join('');

/**
 * The number of the last line in `[from, to]` that is not blank: whether the blank lines at the end of unclosed code or HTML
 * belong to it is told by no oracle alike.
 */
function lastTextLine(lines: readonly string[], from: number, to: number): number {
  while (to > from && (lines[to - 1] ?? '').trim() === '') to--;
  return to;
}

const splitLines = (text: string): readonly string[] => text.split(/\r\n|\n|\r/);

/** For markdown-it a task marker is text of the item's first paragraph. */
function withTaskMarkers(item: ListItem): readonly Block[] {
  const { task, children } = item;
  const first = children.findIndex(({ kind }) => kind === 'paragraph');
  return children.map((block, at) =>
    task !== undefined && at === first ? { ...block, span: { start: task.span.start, end: block.span.end } } : block,
  );
}

/** Our blocks; all that remark tells, or only what plain CommonMark and GFM tables have, as markdown-it tells it. */
export function ourSkeleton(text: string, blocks: readonly Block[], detail: 'all' | 'plain'): readonly Skeleton[] {
  const lines = createLineIndex(text);
  const lineTexts = splitLines(text);
  const of = (label: string, { start, end }: Span, inside: readonly Skeleton[] = []): Skeleton => {
    const from = lines.positionAt(start).line + 1;
    return { label, from, to: lastTextLine(lineTexts, from, lines.positionAt(end).line + 1), inside };
  };
  const visit = (block: Block): readonly Skeleton[] => {
    switch (block.kind) {
      case 'heading':
        return [of(`heading ${block.level}`, block.span)];
      case 'list':
        return [
          of(
            block.ordered ? 'list ordered' : 'list',
            block.span,
            block.items.map((item) =>
              detail === 'all'
                ? of(item.task ? `item ${item.task.checked}` : 'item', item.span, item.children.flatMap(visit))
                : of('item', item.span, withTaskMarkers(item).flatMap(visit)),
            ),
          ),
        ];
      case 'table':
        return [
          of(
            'table',
            block.span,
            [block.header, ...block.rows].map(({ span, cells }) => {
              const shown =
                detail === 'all'
                  ? cells.map((cell) => text.slice(cell.span.start, cell.span.end))
                  : // markdown-it fills and cuts rows to the table's width.
                    Array.from({ length: block.columns }, (_, at) => cells[at]?.text ?? '');
              return of(`row ${JSON.stringify(shown)}`, span);
            }),
          ),
        ];
      case 'linkDefinition':
        return detail === 'all' ? [of('linkDefinition', block.span)] : [];
      default:
        return [of(block.kind, block.span)];
    }
  };
  return blocks.flatMap(visit);
}

/** Lists and items end with what is in them; remark draws blank lines and closing lines in where something is unclosed. */
const endWithLast = (block: Skeleton): Skeleton => ({ ...block, to: block.inside.at(-1)?.to ?? block.from });

const remarkProcessor = remark().use(remarkGfm).use(remarkFrontmatter, ['yaml', 'toml']);

type Tree = ReturnType<typeof remarkProcessor.parse>;
type Nodes = Tree | Tree['children'][number];
type TableRow = Extract<Nodes, { type: 'tableRow' }>;

export function remarkSkeleton(text: string): readonly Skeleton[] {
  // remark does not count a byte order mark.
  const shift = text.startsWith('\uFEFF') ? 1 : 0;
  const offsets = (node: Nodes): Span => ({
    start: (node.position?.start.offset ?? 0) + shift,
    end: (node.position?.end.offset ?? 0) + shift,
  });
  const lines = createLineIndex(text);
  const lineTexts = splitLines(text);
  const of = (label: string, node: Nodes, inside: readonly Skeleton[] = []): Skeleton => {
    const from = node.position?.start.line ?? 0;
    const end = node.position?.end;
    // Unclosed code and HTML end before the first character of the line that ends them: not in that line.
    const reached = text.slice(lines.lineStart((end?.line ?? 1) - 1), offsets(node).end);
    const to = (end?.line ?? 0) - (reached.trim() === '' && (end?.line ?? 0) > from ? 1 : 0);
    return { label, from, to: lastTextLine(lineTexts, from, to), inside };
  };
  const cellTexts = ({ children }: TableRow): string =>
    JSON.stringify(
      children.map((cell) => {
        const first = cell.children.at(0);
        const last = cell.children.at(-1);
        return first && last ? text.slice(offsets(first).start, offsets(last).end) : '';
      }),
    );
  // remark lets a task's paragraph begin in the line of its marker, though its text may begin in the next line.
  const startAtText = (block: Skeleton, node: Nodes | undefined): Skeleton => {
    if (node?.type !== 'paragraph') return block;
    const rest = text.slice(offsets(node).start);
    const marker = rest !== '' && text.charAt(offsets(node).start - 2) !== ']' ? /^\[[ \txX]\](?=\s)/.exec(rest) : null;
    const skipped = rest.length - rest.slice(marker?.[0].length).trimStart().length;
    return { ...block, from: lines.positionAt(offsets(node).start + skipped).line + 1 };
  };
  const visit = (node: Nodes): Skeleton => {
    switch (node.type) {
      case 'heading':
        return of(`heading ${node.depth}`, node);
      case 'code': {
        const source = text.slice(offsets(node).start, offsets(node).end).trimStart();
        return of(
          /^(`{3}|~{3})/.test(source) && !isIndented(text, offsets(node).start) ? 'fence' : 'indentedCode',
          node,
        );
      }
      case 'list':
        return endWithLast(of(node.ordered ? 'list ordered' : 'list', node, node.children.map(visit)));
      case 'listItem': {
        const checked = node.checked ?? undefined;
        const blocks = visitAll(node.children);
        const inside =
          checked === undefined ? blocks : blocks.map((block, at) => startAtText(block, node.children[at]));
        return endWithLast(of(checked === undefined ? 'item' : `item ${checked}`, node, inside));
      }
      case 'table':
        return of(
          'table',
          node,
          node.children.map((row) => of(`row ${cellTexts(row)}`, row)),
        );
      case 'yaml':
        return of('frontMatter', node);
      case 'blockquote':
        return of('blockQuote', node);
      case 'definition':
        return of('linkDefinition', node);
      default:
        return of(isToml(node.type) ? 'frontMatter' : node.type, node);
    }
  };
  const visitAll = (nodes: readonly Nodes[]): readonly Skeleton[] =>
    nodes.map((node, at) => {
      const skeleton = visit(node);
      const before = nodes[at - 1];
      // remark lets a setext heading begin at the definitions in front of it.
      return node.type === 'heading' && before?.type === 'definition'
        ? { ...skeleton, from: Math.max(skeleton.from, (before.position?.end.line ?? 0) + 1) }
        : skeleton;
    });
  return visitAll(remarkProcessor.parse(text).children);
}

/** remark-frontmatter yields a node type that mdast's types do not list. */
const isToml = (type: string): boolean => type === 'toml';

/** Whether an mdast code node starts at the indentation that makes it one: fences start behind theirs. */
const isIndented = (text: string, offset: number): boolean => /[ \t]/.test(text.charAt(offset));

const markdownIt = new MarkdownIt({ html: true, maxNesting: 1000 });
markdownIt.core.ruler.enableOnly(['normalize', 'block']);

export function markdownItSkeleton(text: string): readonly Skeleton[] {
  const lines = splitLines(text);
  const tokens = markdownIt.parse(text.replace(/^\uFEFF/, ''), {});
  let next = 0;
  const of = ({ map }: Token, label: string, inside: readonly Skeleton[] = []): Skeleton => {
    const from = (map?.[0] ?? 0) + 1;
    return { label, from, to: lastTextLine(lines, from, map?.[1] ?? 0), inside };
  };
  const children = (close: string): readonly Skeleton[] => {
    const found: Skeleton[] = [];
    for (let token = tokens[next]; token !== undefined; token = tokens[next]) {
      next++;
      if (token.type === close) break;
      const skeleton = visit(token);
      if (skeleton !== undefined) found.push(skeleton);
    }
    return found;
  };
  const row = (open: Token): Skeleton => {
    const cells: string[] = [];
    for (let token = tokens[next++]; token !== undefined && token.type !== 'tr_close'; token = tokens[next++])
      if (token.type === 'inline') cells.push(token.content);
    return of(open, `row ${JSON.stringify(cells)}`);
  };
  const visit = (token: Token): Skeleton | undefined => {
    const close = token.type.replace('_open', '_close');
    switch (token.type) {
      case 'heading_open':
        children(close);
        return of(token, `heading ${token.tag.slice(1)}`);
      case 'paragraph_open':
        children(close);
        return of(token, 'paragraph');
      case 'blockquote_open':
        children(close);
        return of(token, 'blockQuote');
      case 'bullet_list_open':
        return of(token, 'list', children(close));
      case 'ordered_list_open':
        return of(token, 'list ordered', children(close));
      case 'list_item_open':
        return of(token, 'item', children(close));
      case 'table_open': {
        const rows = children(close);
        return of(token, 'table', rows);
      }
      case 'tr_open':
        return row(token);
      case 'fence':
        return of(token, 'fence');
      case 'code_block':
        return of(token, 'indentedCode');
      case 'html_block':
        return of(token, 'html');
      case 'hr':
        return of(token, 'thematicBreak');
      default:
        return undefined;
    }
  };
  return children('');
}
