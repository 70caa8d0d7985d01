import type { Block, TableRow } from './blocks.js';
import {
  ASTERISK,
  BACKTICK,
  COLON,
  EQUALS,
  GREATER_THAN,
  HASH,
  HYPHEN,
  LEFT_BRACKET,
  LESS_THAN,
  LINE_FEED,
  PLUS,
  SPACE,
  TILDE,
  UNDERSCORE,
  VERTICAL_BAR,
  isDigit,
  skipBlanks,
  trimBlanks,
} from '../base/characters.js';
import {
  type Container,
  addBlock,
  addOneLineItem,
  closeContainer,
  closeList,
  ensureList,
  openContainer,
  openItem,
} from './containers.js';
import { readFrontMatter } from './frontMatter.js';
import { HTML_COMMENT, HtmlEndFinder, type HtmlBlockKind, htmlBlockKind } from './htmlBlock.js';
import {
  atxHeadingLevel,
  atxTextEnd,
  footnoteLabelLength,
  isClosingFence,
  isPlainText,
  listMarkerLength,
  openingFenceLength,
  setextLevel,
  thematicBreakReach,
} from './lineClassifier.js';
import { LineCursor } from './lineCursor.js';
import { linkDefinitionLines } from './linkDefinition.js';
import { type Span, span } from './span.js';
import { countCells, delimiterColumns, tableRow } from './table.js';
import { readTask } from './task.js';

/**
 * The blocks of a Markdown document: CommonMark 0.31 (https://spec.commonmark.org/0.31.2/#appendix-a-parsing-strategy), GFM
 * tables, task items and footnote definitions, YAML and TOML front matter.
 *
 * Never throws, and reads each line once: time and memory are linear in the text. Containers (items, block quotes, footnote
 * definitions) nest up to 100 deep; a marker further in is text of the innermost one.
 *
 * @param text The whole document. A byte order mark at its start is skipped; offsets count it.
 * @param from Where to begin: the start of a line that ends whatever may be above it.
 */
export function scanBlocks(text: string, from = 0): readonly Block[] {
  return new BlockScanner(text).scan(from);
}

const DEEPEST_NESTING = 100;

/** A line indented by this many columns is code. */
const CODE_INDENT = 4;

type Leaf = 'none' | 'paragraph' | 'fence' | 'html' | 'indentedCode' | 'table';

/** The state between lines: the open containers, outermost first, and at most one open leaf, in the innermost of them. */
class BlockScanner {
  readonly #text: string;
  readonly #line: LineCursor;
  /** Made where it is first asked: most documents have no HTML. */
  #htmlEnds: HtmlEndFinder | undefined;
  readonly #document = openContainer('document', 0, 0);
  /** Without the document. */
  readonly #open: Container[] = [];
  #innermost = this.#document;
  /** Index of the innermost block quote in `#open`, -1 where there is none. */
  #innermostQuote = -1;

  #leaf: Leaf = 'none';
  #leafStart = 0;
  /** The end of the last line that counts as the leaf's. */
  #leafEnd = 0;
  /** Paragraph: its last line, which may turn out to be a table's header, and the end of the line before that. */
  #lastLineStart = 0;
  #lastLineIndented = false;
  #lineBeforeEnd = 0;
  /** Paragraph: its lines as `linkDefinitionLines` wants them; kept only where it can begin with link definitions. */
  #paragraphLines: number[] | undefined;
  /** Fence. */
  #fenceMarker = 0;
  #fenceLength = 0;
  #infoSpan: Span = span(0, 0);
  #contentStart = 0;
  /** -1 as long as the fence has no content. */
  #contentEnd = -1;
  #htmlKind: HtmlBlockKind = 0;
  /** Table. */
  #header: TableRow | undefined;
  #delimiterSpan: Span = span(0, 0);
  #columns = 0;
  #rows: TableRow[] = [];

  /** This line's character that spoiled a thematic break, so that nested markers do not look for it again. */
  #breakMarker = 0;
  #breakSpoiledAt = 0;

  constructor(text: string) {
    this.#text = text;
    this.#line = new LineCursor(text);
  }

  scan(from: number): readonly Block[] {
    if (from > 0) this.#line.next = from;
    const first = new LineCursor(this.#text);
    const frontMatter = from === 0 && first.nextLine() ? readFrontMatter(first) : undefined;
    if (frontMatter !== undefined) {
      addBlock(this.#document, frontMatter);
      this.#line.next = first.next;
    }
    while (this.#line.nextLine()) this.#scanLine();
    this.#closeTo(0);
    closeList(this.#document);
    return this.#document.children;
  }

  #scanLine(): void {
    const line = this.#line;
    this.#breakMarker = 0;
    const matched = this.#open.length === 0 ? 0 : this.#matchContainers();
    const allMatched = matched === this.#open.length;
    if (allMatched && this.#leaf !== 'none' && this.#continueLeaf()) return;

    if (line.isBlank()) {
      if (!allMatched) this.#closeTo(matched);
      else if (this.#leaf === 'paragraph' || this.#leaf === 'table') this.#closeLeaf();
      return;
    }

    let opened = false;
    for (;;) {
      const inParagraph = !opened && this.#leaf === 'paragraph';
      if (line.isBlank()) return;
      if (line.indent >= CODE_INDENT) {
        if (inParagraph) break;
        if (!opened) this.#closeTo(matched);
        this.#startLeaf('indentedCode');
        return;
      }
      const depth = opened ? this.#open.length : matched;
      const found = this.#startBlock(depth, inParagraph, inParagraph && allMatched);
      if (found === 'leaf') return;
      if (found === 'none') break;
      opened = true;
    }

    if (!opened && this.#leaf === 'paragraph') {
      this.#continueParagraph();
      return;
    }
    if (!opened && !allMatched) this.#closeTo(matched);
    if (this.#leaf === 'table') {
      this.#rows.push(tableRow(this.#text, line.at, line.end));
      this.#leafEnd = line.end;
      return;
    }
    this.#startParagraph();
  }

  /** Passes over the markers and indentation of the open containers; answers how many go on in this line. */
  #matchContainers(): number {
    const line = this.#line;
    let depth = 0;
    for (; depth < this.#open.length; depth++) {
      const container = this.#open[depth];
      if (container === undefined) break;
      if (container.kind === 'blockQuote') {
        if (line.isBlank() || line.indent >= CODE_INDENT || this.#text.charCodeAt(line.at) !== GREATER_THAN) break;
        this.#passQuoteMarker();
        container.end = line.end;
      } else if (line.isBlank()) {
        // Only block quotes end at a blank line, and an item that has nothing in it yet, which is always the innermost.
        if (depth <= this.#innermostQuote) continue;
        const innermost = this.#innermost;
        const empty =
          innermost.kind === 'item' &&
          innermost.children.length === 0 &&
          innermost.list === undefined &&
          this.#leaf === 'none';
        return empty ? this.#open.length - 1 : this.#open.length;
      } else if (line.indent >= container.indent) line.skipColumns(container.indent);
      else break;
    }
    return depth;
  }

  /** Gives the line to the open leaf where that takes it whatever it holds; true where nothing is left to do. */
  #continueLeaf(): boolean {
    const { at, end, indent } = this.#line;
    switch (this.#leaf) {
      case 'fence':
        if (indent < CODE_INDENT && isClosingFence(this.#text, at, end, this.#fenceMarker, this.#fenceLength)) {
          this.#leafEnd = end;
          this.#closeFence(true);
        } else {
          this.#contentEnd = end;
          this.#leafEnd = end;
        }
        return true;
      case 'html':
        if (this.#line.isBlank() && this.#htmlKind >= 6) {
          this.#closeLeaf();
          return true;
        }
        this.#leafEnd = end;
        this.#closeHtmlIn(at, end);
        return true;
      case 'indentedCode':
        if (this.#line.isBlank()) return true;
        if (indent < CODE_INDENT) {
          this.#closeLeaf();
          return false;
        }
        this.#leafEnd = end;
        return true;
      default:
        return false;
    }
  }

  /**
   * Starts the block that the line's next character can begin.
   *
   * @param depth How many containers are to stay open.
   * @param inParagraph Whether a paragraph is open, though perhaps in a container that the line does not match.
   * @param interrupts Whether the line would otherwise go on in that paragraph, not as a lazy line.
   */
  #startBlock(depth: number, inParagraph: boolean, interrupts: boolean): 'container' | 'leaf' | 'none' {
    const { at, end } = this.#line;
    const unit = this.#text.charCodeAt(at);
    switch (unit) {
      case GREATER_THAN:
        return this.#startBlockQuote(depth);
      case HASH:
        return this.#startAtxHeading(depth);
      case BACKTICK:
      case TILDE:
        return this.#startFence(depth);
      case LESS_THAN:
        return this.#startHtml(depth, inParagraph);
      case LEFT_BRACKET:
        return this.#startFootnoteDefinition(depth);
      case EQUALS:
        return interrupts ? this.#underline() : 'none';
      case UNDERSCORE:
        return this.#startThematicBreak(depth);
      case COLON:
      case VERTICAL_BAR:
        return interrupts ? this.#startTable() : 'none';
      case HYPHEN: {
        if (interrupts && this.#underline() === 'leaf') return 'leaf';
        if (this.#startThematicBreak(depth) === 'leaf') return 'leaf';
        const item = this.#startItem(depth, interrupts);
        if (item !== 'none') return item;
        return interrupts && inParagraph ? this.#startTable() : 'none';
      }
      case ASTERISK:
        return this.#startThematicBreak(depth) === 'leaf' ? 'leaf' : this.#startItem(depth, interrupts);
      case PLUS:
        return this.#startItem(depth, interrupts);
      default:
        return at < end && isDigit(unit) ? this.#startItem(depth, interrupts) : 'none';
    }
  }

  #startBlockQuote(depth: number): 'container' | 'none' {
    if (depth >= DEEPEST_NESTING) return 'none';
    this.#closeTo(depth);
    this.#push(openContainer('blockQuote', this.#line.at, this.#line.end));
    this.#passQuoteMarker();
    return 'container';
  }

  #passQuoteMarker(): void {
    const line = this.#line;
    line.skipCharacters(1);
    if (line.indent > 0) line.skipColumns(1);
  }

  #startFootnoteDefinition(depth: number): 'container' | 'none' {
    const line = this.#line;
    const length = depth < DEEPEST_NESTING ? footnoteLabelLength(this.#text, line.at, line.end) : 0;
    if (length === 0) return 'none';
    this.#closeTo(depth);
    this.#push(openContainer('footnoteDefinition', line.at, line.end, CODE_INDENT));
    line.skipCharacters(length);
    line.skipColumns(line.indent);
    return 'container';
  }

  /** An item interrupts a paragraph only where it is not blank and, if ordered, starts at 1. */
  #startItem(depth: number, interrupts: boolean): 'container' | 'leaf' | 'none' {
    const line = this.#line;
    const { at: start, end, indent } = line;
    const length = depth < DEEPEST_NESTING ? listMarkerLength(this.#text, start, end) : 0;
    if (length === 0) return 'none';
    const markerEnd = start + length;
    if (interrupts) {
      if (skipBlanks(this.#text, markerEnd, end) === end) return 'none';
      if (isDigit(this.#text.charCodeAt(start)) && !(length === 2 && this.#text.startsWith('1', start))) return 'none';
    }
    line.skipCharacters(length);
    // Five columns or more behind the marker: indented code, which begins one column behind it.
    const padding = line.isBlank() || line.indent > CODE_INDENT ? 1 : line.indent;
    if (depth === 0 && start === line.start && this.#isOneLineItem(start, length)) {
      this.#closeTo(0);
      ensureList(this.#document, this.#text, start, markerEnd);
      addOneLineItem(this.#document, this.#text, start, markerEnd, line.at, end);
      return 'leaf';
    }
    if (!line.isBlank()) line.skipColumns(padding);
    this.#closeTo(depth);
    ensureList(this.#innermost, this.#text, start, markerEnd);
    this.#push(openItem(this.#text, start, markerEnd, line.at, end, indent + length + padding));
    return 'container';
  }

  /**
   * Whether the item that begins the line is nothing but the line's text, as most are: then it need not be opened and closed.
   * The line is at the text behind the marker; what follows, not indented, is an item of the same kind, or anything behind an
   * empty line.
   */
  #isOneLineItem(start: number, markerLength: number): boolean {
    const { at, next, indent } = this.#line;
    if (indent > CODE_INDENT || !isPlainText(this.#text, at)) return false;
    const following = this.#text.charCodeAt(next);
    const beyond = this.#text.charCodeAt(next + 1);
    if (following === LINE_FEED) return beyond > SPACE;
    return markerLength === 1 && following === this.#text.charCodeAt(start) && beyond === SPACE;
  }

  #startAtxHeading(depth: number): 'leaf' | 'none' {
    const { at, end } = this.#line;
    const level = atxHeadingLevel(this.#text, at, end);
    if (level === 0) return 'none';
    const markerEnd = at + level;
    const contentStart = skipBlanks(this.#text, markerEnd, end);
    const textEnd = atxTextEnd(this.#text, contentStart, end);
    const textSpan = textEnd > contentStart ? span(contentStart, textEnd) : span(markerEnd, markerEnd);
    this.#closeTo(depth);
    addBlock(this.#innermost, {
      kind: 'heading',
      level,
      style: 'atx',
      text: this.#text.slice(textSpan.start, textSpan.end),
      textSpan,
      markerSpan: span(at, markerEnd),
      span: span(at, end),
    });
    return 'leaf';
  }

  /** Makes the open paragraph a heading where the line underlines it. */
  #underline(): 'leaf' | 'none' {
    const { at, end } = this.#line;
    const level = setextLevel(this.#text, at, end);
    if (level === 0) return 'none';
    // Definitions are taken off first; where nothing else is left, there is nothing to underline.
    if (!this.#takeLinkDefinitions()) return 'none';
    const start = this.#leafStart;
    const textEnd = trimBlanks(this.#text, start, this.#leafEnd);
    this.#leaf = 'none';
    addBlock(this.#innermost, {
      kind: 'heading',
      level,
      style: 'setext',
      text: this.#text.slice(start, textEnd),
      textSpan: span(start, textEnd),
      markerSpan: span(at, trimBlanks(this.#text, at, end)),
      span: span(start, end),
    });
    return 'leaf';
  }

  #startThematicBreak(depth: number): 'leaf' | 'none' {
    const { at, end } = this.#line;
    const marker = this.#text.charCodeAt(at);
    if (marker === this.#breakMarker && at <= this.#breakSpoiledAt) return 'none';
    const reach = thematicBreakReach(this.#text, at, end);
    if (reach !== end) {
      this.#breakMarker = marker;
      this.#breakSpoiledAt = reach;
      return 'none';
    }
    this.#closeTo(depth);
    addBlock(this.#innermost, { kind: 'thematicBreak', span: span(at, end) });
    return 'leaf';
  }

  #startFence(depth: number): 'leaf' | 'none' {
    const { at, end } = this.#line;
    const length = openingFenceLength(this.#text, at, end);
    if (length === 0) return 'none';
    this.#closeTo(depth);
    this.#startLeaf('fence');
    this.#fenceMarker = this.#text.charCodeAt(at);
    this.#fenceLength = length;
    const infoStart = skipBlanks(this.#text, at + length, end);
    this.#infoSpan =
      infoStart === end ? span(at + length, at + length) : span(infoStart, trimBlanks(this.#text, infoStart, end));
    this.#contentStart = this.#line.next;
    this.#contentEnd = -1;
    return 'leaf';
  }

  /** A single tag alone on its line (kind 7) does not interrupt a paragraph, not even as a lazy line. */
  #startHtml(depth: number, inParagraph: boolean): 'leaf' | 'none' {
    const { at, end } = this.#line;
    const kind = htmlBlockKind(this.#text, at, end);
    if (kind === 0 || (kind === 7 && inParagraph)) return 'none';
    this.#closeTo(depth);
    this.#startLeaf('html');
    this.#htmlKind = kind;
    this.#closeHtmlIn(at, end);
    return 'leaf';
  }

  /** Closes the open HTML block where it ends in the line. */
  #closeHtmlIn(at: number, end: number): void {
    this.#htmlEnds ??= new HtmlEndFinder(this.#text);
    if (this.#htmlEnds.endsIn(this.#htmlKind, at, end)) this.#closeLeaf();
  }

  /** Makes the open paragraph's last line a table's header where the line is a delimiter row of as many columns. */
  #startTable(): 'leaf' | 'none' {
    const { at, end } = this.#line;
    if (this.#lastLineIndented) return 'none';
    const columns = delimiterColumns(this.#text, at, end);
    const headerStart = this.#lastLineStart;
    const headerEnd = this.#leafEnd;
    if (columns === 0 || countCells(this.#text, headerStart, headerEnd) !== columns) return 'none';
    if (headerStart === this.#leafStart) this.#leaf = 'none';
    else {
      this.#leafEnd = this.#lineBeforeEnd;
      this.#paragraphLines?.splice(-2);
      this.#closeLeaf();
    }
    this.#startLeaf('table');
    this.#leafStart = headerStart;
    this.#header = tableRow(this.#text, headerStart, headerEnd);
    this.#delimiterSpan = span(at, end);
    this.#columns = columns;
    this.#rows = [];
    return 'leaf';
  }

  #startParagraph(): void {
    const { at, end } = this.#line;
    this.#startLeaf('paragraph');
    this.#lastLineStart = at;
    this.#lastLineIndented = false;
    this.#paragraphLines = this.#text.charCodeAt(at) === LEFT_BRACKET ? [at, end] : undefined;
  }

  #continueParagraph(): void {
    const { at, end, indent } = this.#line;
    this.#lineBeforeEnd = this.#leafEnd;
    this.#lastLineStart = at;
    this.#lastLineIndented = indent >= CODE_INDENT;
    this.#leafEnd = end;
    this.#paragraphLines?.push(at, end);
  }

  #startLeaf(leaf: Leaf): void {
    this.#leaf = leaf;
    this.#leafStart = this.#line.at;
    this.#leafEnd = this.#line.end;
  }

  /** Ends the open leaf and the containers from index `depth` on. */
  #closeTo(depth: number): void {
    this.#closeLeaf();
    while (this.#open.length > depth) {
      const container = this.#open.pop();
      if (container === undefined) return;
      this.#innermost = this.#open.at(-1) ?? this.#document;
      closeContainer(container, this.#innermost, this.#text);
    }
    if (this.#innermostQuote >= depth) {
      this.#innermostQuote = this.#open.findLastIndex(({ kind }) => kind === 'blockQuote');
    }
  }

  #push(container: Container): void {
    this.#open.push(container);
    this.#innermost = container;
    if (container.kind === 'blockQuote') this.#innermostQuote = this.#open.length - 1;
  }

  #closeLeaf(): void {
    if (this.#leaf === 'none') return;
    const blockSpan = span(this.#leafStart, this.#leafEnd);
    switch (this.#leaf) {
      case 'paragraph':
        if (this.#takeLinkDefinitions()) this.#closeParagraph();
        break;
      case 'fence':
        this.#closeFence(false);
        break;
      case 'html':
        addBlock(this.#innermost, { kind: 'html', comment: this.#htmlKind === HTML_COMMENT, span: blockSpan });
        break;
      case 'table':
        this.#closeTable(blockSpan);
        break;
      case 'indentedCode':
        addBlock(this.#innermost, { kind: 'indentedCode', span: blockSpan });
    }
    this.#leaf = 'none';
  }

  /** Takes the link definitions off the paragraph's start; false where nothing of it is left, so that it is closed. */
  #takeLinkDefinitions(): boolean {
    const lines = this.#paragraphLines;
    if (lines === undefined) return true;
    this.#paragraphLines = undefined;
    let first = 0;
    for (;;) {
      const start = lines[2 * first];
      if (start === undefined) {
        this.#leaf = 'none';
        return false;
      }
      this.#leafStart = start;
      const count = this.#text.charCodeAt(start) === LEFT_BRACKET ? linkDefinitionLines(this.#text, lines, first) : 0;
      if (count === 0) return true;
      first += count;
      addBlock(this.#innermost, { kind: 'linkDefinition', span: span(start, lines[2 * first - 1] ?? start) });
    }
  }

  #closeParagraph(): void {
    const item = this.#innermost;
    let start = this.#leafStart;
    if (
      item.kind === 'item' &&
      item.list === undefined &&
      item.children.every(({ kind }) => kind === 'linkDefinition')
    ) {
      const task = readTask(this.#text, start, this.#leafEnd);
      if (task !== undefined) {
        item.task = task.marker;
        item.textStart = task.lineTextStart;
        item.textEnd = task.lineTextEnd;
        start = task.textStart;
      }
    }
    addBlock(item, { kind: 'paragraph', span: span(start, this.#leafEnd) });
  }

  #closeFence(closed: boolean): void {
    const { start, end } = this.#infoSpan;
    const contentStart = closed || this.#contentEnd >= 0 ? this.#contentStart : this.#leafEnd;
    addBlock(this.#innermost, {
      kind: 'fence',
      marker: this.#fenceMarker === BACKTICK ? '`' : '~',
      info: this.#text.slice(start, end),
      infoSpan: this.#infoSpan,
      contentSpan: span(contentStart, Math.max(contentStart, this.#contentEnd)),
      closed,
      span: span(this.#leafStart, this.#leafEnd),
    });
    this.#leaf = 'none';
  }

  #closeTable(tableSpan: Span): void {
    if (this.#header === undefined) return;
    addBlock(this.#innermost, {
      kind: 'table',
      header: this.#header,
      delimiterSpan: this.#delimiterSpan,
      columns: this.#columns,
      rows: this.#rows,
      span: tableSpan,
    });
  }
}
