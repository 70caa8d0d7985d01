import { remark } from 'remark';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import type { Block } from './blocks.js';
import { BYTE_ORDER_MARK } from '../base/characters.js';
import { scanBlocks } from './scanBlocks.js';
import { type Span, span } from './span.js';

/** A piece of inline structure; `span` includes its markers. */
export type Inline = InlineMark | InlineCode | InlineLink;

interface InlineMark {
  readonly kind: 'strong' | 'emphasis';
  readonly span: Span;
  /** What is between the markers. */
  readonly textSpan: Span;
}

interface InlineCode {
  readonly kind: 'code';
  readonly span: Span;
  /** The code, without the spaces that CommonMark strips. */
  readonly value: string;
}

/** A link, an autolink, or a reference whose definition the document has. */
interface InlineLink {
  readonly kind: 'link';
  readonly span: Span;
  readonly textSpan: Span;
  /** The destination, escapes resolved. */
  readonly target: string;
}

/**
 * The bounds within which remark is asked: it reads about 1 MB a second, needs quadratic time for the delimiters of one
 * paragraph, and recurses into nested containers.
 */
const LONGEST_TEXT = 200_000;
const MOST_DELIMITERS = 2_000;
const DEEPEST_NESTING = 50;
const MANY_MARKERS = /^(?:[ \t]*(?:[>*+-]|\d{1,9}[.)])[ \t]+){50}/m;

const processor = remark().use(remarkGfm).use(remarkFrontmatter, ['yaml', 'toml']);

type Tree = ReturnType<typeof processor.parse>;
type Nodes = Tree | Tree['children'][number];

/**
 * The inline structure of a whole document, in document order, an outer piece before those inside it. Loads and runs remark:
 * for documents that are open in the editor. A text that would hold up the editor has none: one above 200,000 characters,
 * with 2,000 delimiters in one paragraph or with containers nested 50 deep.
 */
export function parseInline(text: string): readonly Inline[] {
  if (text.length > LONGEST_TEXT || !isCheap(text, scanBlocks(text), 0)) return [];
  // remark does not count a byte order mark.
  const shift = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  const spanOf = (first: Nodes | undefined, last: Nodes | undefined): Span | undefined => {
    const start = first?.position?.start.offset;
    const end = last?.position?.end.offset;
    return start === undefined || end === undefined ? undefined : span(start + shift, end + shift);
  };
  const targets = new Map<string, string>();
  const tree = parseTree(text);
  if (tree === undefined) return [];
  const nodes = inDocumentOrder(tree);
  for (const node of nodes)
    if (node.type === 'definition' && !targets.has(node.identifier)) targets.set(node.identifier, node.url);
  return nodes.flatMap((node): readonly Inline[] => {
    const whole = spanOf(node, node);
    if (whole === undefined) return [];
    const textSpan = 'children' in node ? spanOf(node.children.at(0), node.children.at(-1)) : undefined;
    switch (node.type) {
      case 'strong':
      case 'emphasis':
        return textSpan === undefined ? [] : [{ kind: node.type, span: whole, textSpan }];
      case 'inlineCode':
        return [{ kind: 'code', span: whole, value: node.value }];
      case 'link':
        return [{ kind: 'link', span: whole, textSpan: textSpan ?? whole, target: node.url }];
      case 'linkReference':
        return [{ kind: 'link', span: whole, textSpan: textSpan ?? whole, target: targets.get(node.identifier) ?? '' }];
      default:
        return [];
    }
  });
}

/** Undefined if remark's own assertions fail, as they do on an empty item with `[x] a` in the line after it. */
function parseTree(text: string): Tree | undefined {
  try {
    return processor.parse(text);
  } catch {
    return undefined;
  }
}

function isCheap(text: string, blocks: readonly Block[], depth: number): boolean {
  return blocks.every((block) => {
    if (block.kind === 'list')
      return depth < DEEPEST_NESTING && block.items.every(({ children }) => isCheap(text, children, depth + 1));
    if (block.kind === 'table')
      return [block.header, ...block.rows].every(({ cells }) => cells.every((cell) => hasFewDelimiters(cell.text)));
    const part = text.slice(block.span.start, block.span.end);
    return hasFewDelimiters(part) && !MANY_MARKERS.test(part);
  });
}

/** Counts what remark keeps on its stacks: marks of emphasis, strike-through and links, and block quotes. */
function hasFewDelimiters(part: string): boolean {
  let count = 0;
  for (const { 0: run } of part.matchAll(/[*_~[\]>]+/g)) count += run.length;
  return count < MOST_DELIMITERS;
}

/** A loop, as a recursion would exhaust the stack on a deeply nested document. */
function inDocumentOrder(root: Nodes): readonly Nodes[] {
  const found: Nodes[] = [];
  const waiting: Nodes[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    found.push(node);
    if ('children' in node)
      for (let index = node.children.length - 1; index >= 0; index--) {
        const child = node.children[index];
        if (child !== undefined) waiting.push(child);
      }
  }
  return found;
}
