import type { Span } from './span.js';

/**
 * The blocks of a Markdown document, in document order. Every `span` is in UTF-16 offsets of the whole text, starts at the
 * first character of the block after its indentation and ends at the end of its last line, line break not included.
 */
export type Block =
  | Heading
  | Paragraph
  | Fence
  | IndentedCode
  | HtmlBlock
  | List
  | Table
  | FrontMatter
  | BlockQuote
  | ThematicBreak
  | LinkDefinition
  | FootnoteDefinition;

interface BlockBase {
  readonly span: Span;
}

export interface Heading extends BlockBase {
  readonly kind: 'heading';
  readonly level: 1 | 2 | 3 | 4 | 5 | 6;
  readonly style: 'atx' | 'setext';
  /** The heading's text without hashes, closing hashes and surrounding spaces; empty span if there is none. */
  readonly text: string;
  readonly textSpan: Span;
  /** The opening hashes (ATX) or the underline (setext). */
  readonly markerSpan: Span;
}

/** May span several lines; `span` covers them all. */
export interface Paragraph extends BlockBase {
  readonly kind: 'paragraph';
}

/** A fenced code block. `contentSpan` covers the lines between the fences (empty if there is none). */
export interface Fence extends BlockBase {
  readonly kind: 'fence';
  readonly marker: '`' | '~';
  /** The text after the opening fence, trimmed, escapes not resolved. */
  readonly info: string;
  readonly infoSpan: Span;
  readonly contentSpan: Span;
  /** False if the document or container ends before a closing fence. */
  readonly closed: boolean;
}

interface IndentedCode extends BlockBase {
  readonly kind: 'indentedCode';
}

/** `comment`: the block begins with `<!--`. */
interface HtmlBlock extends BlockBase {
  readonly kind: 'html';
  readonly comment: boolean;
}

export interface List extends BlockBase {
  readonly kind: 'list';
  readonly ordered: boolean;
  readonly items: readonly ListItem[];
}

export interface ListItem {
  readonly span: Span;
  /** The bullet character, or the number with its delimiter. */
  readonly marker: string;
  readonly markerSpan: Span;
  /** Present on GFM task items: the `[ ]` with its brackets. */
  readonly task?: TaskMarker;
  /** The first line's text after marker and task marker, trimmed; empty span if there is none. */
  readonly textSpan: Span;
  /** Nested blocks; a task item's first paragraph begins after its task marker. */
  readonly children: readonly Block[];
}

/** Whether an item surely is one line; of the few others that are, too, nothing is said. */
export function isOneLine({ children, textSpan }: ListItem): boolean {
  return children.length === 1 && children[0]?.span === textSpan;
}

export interface TaskMarker {
  readonly checked: boolean;
  /** The whole marker, e.g. `[x]`. */
  readonly span: Span;
  /** The character between the brackets. */
  readonly mark: string;
}

export interface Table extends BlockBase {
  readonly kind: 'table';
  readonly header: TableRow;
  /** The delimiter row. */
  readonly delimiterSpan: Span;
  readonly columns: number;
  readonly rows: readonly TableRow[];
}

/** `cells` holds what the line holds: fewer or more than the table's columns where the row is ragged. */
export interface TableRow {
  readonly span: Span;
  readonly cells: readonly TableCell[];
}

/** `span` is the trimmed content (an empty span inside the cell where it is blank); `text` is it with `\|` unescaped. */
export interface TableCell {
  readonly span: Span;
  readonly text: string;
}

/** YAML (`---`) or TOML (`+++`) front matter at the very start. */
export interface FrontMatter extends BlockBase {
  readonly kind: 'frontMatter';
  readonly contentSpan: Span;
}

/** Opaque: what is inside is not looked at. */
interface BlockQuote extends BlockBase {
  readonly kind: 'blockQuote';
}

interface ThematicBreak extends BlockBase {
  readonly kind: 'thematicBreak';
}

/** `[label]: destination "title"`. */
interface LinkDefinition extends BlockBase {
  readonly kind: 'linkDefinition';
}

/** `[^label]: text` (GFM); opaque. */
interface FootnoteDefinition extends BlockBase {
  readonly kind: 'footnoteDefinition';
}
