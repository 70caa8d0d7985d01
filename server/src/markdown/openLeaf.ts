import type { Block, TableRow } from './blocks.js';
import { BACKTICK, LEFT_BRACKET, skipBlanks, trimBlanks } from '../base/characters.js';
import { addBlock } from './containers.js';
import { HTML_COMMENT, HtmlEndFinder, type HtmlBlockKind } from './htmlBlock.js';
import { isClosingFence, setextLevel } from './lineClassifier.js';
import type { LineCursor } from './lineCursor.js';
import { linkDefinitionLines } from './linkDefinition.js';
import { CODE_INDENT, type OpenContainers } from './openContainers.js';
import { type Span, span } from './span.js';
import { delimiterColumns, isLonePipe, tableRow } from './table.js';
import { readTask } from './task.js';

type LeafKind = 'none' | 'paragraph' | 'fence' | 'html' | 'indentedCode' | 'table';

const nowhere = span(0, 0);

/**
 * The leaf that is open between two lines: at most one, in the innermost container, to which it is added when it ends. What
 * starts takes the line from where the cursor is; nothing else may be open then.
 */
export class OpenLeaf {
  kind: LeafKind = 'none';
  private readonly text: string;
  private readonly line: LineCursor;
  private readonly containers: OpenContainers;
  /** Made where it is first asked: most documents have no HTML. */
  private htmlEnds: HtmlEndFinder | undefined;

  private start = 0;
  /** The end of the last line that counts as the leaf's. */
  private end = 0;
  /** Paragraph: its last line, which may turn out to be a table's header, and the end of the line before that. */
  private lastLineStart = 0;
  private lastLineIndented = false;
  private lineBeforeEnd = 0;
  /** Paragraph: its lines as `linkDefinitionLines` wants them; kept only where it can begin with link definitions. */
  private paragraphLines: number[] | undefined;
  /** Fence. */
  private fenceMarker = 0;
  private fenceLength = 0;
  private infoSpan: Span = nowhere;
  private contentStart = 0;
  /** -1 as long as the fence has no content. */
  private contentEnd = -1;
  private htmlKind: HtmlBlockKind = 0;
  /** Table. */
  private header: TableRow | undefined;
  private delimiterSpan: Span = nowhere;
  private columns = 0;
  private rows: TableRow[] = [];

  constructor(line: LineCursor, containers: OpenContainers) {
    this.text = line.text;
    this.line = line;
    this.containers = containers;
  }

  /** Takes the line where the leaf does so whatever the line holds; true if nothing is left to do. */
  goOn(): boolean {
    const { at, end, indent } = this.line;
    switch (this.kind) {
      case 'fence':
        if (indent < CODE_INDENT && isClosingFence(this.text, at, end, this.fenceMarker, this.fenceLength)) {
          this.end = end;
          this.closeFence(true);
        } else {
          this.contentEnd = end;
          this.end = end;
        }
        return true;
      case 'html':
        if (this.line.isBlank() && this.htmlKind >= 6) {
          this.close();
          return true;
        }
        this.end = end;
        this.closeHtmlIn(at, end);
        return true;
      case 'indentedCode':
        if (this.line.isBlank()) return true;
        if (indent < CODE_INDENT) {
          this.close();
          return false;
        }
        this.end = end;
        return true;
      default:
        return false;
    }
  }

  /** Adds the leaf to the innermost container, if one is open. */
  close(): void {
    if (this.kind === 'none') return;
    switch (this.kind) {
      case 'paragraph':
        if (this.takeLinkDefinitions()) this.closeParagraph();
        break;
      case 'fence':
        this.closeFence(false);
        break;
      case 'html':
        this.add({ kind: 'html', comment: this.htmlKind === HTML_COMMENT, span: span(this.start, this.end) });
        break;
      case 'table':
        this.closeTable();
        break;
      case 'indentedCode':
        this.add({ kind: 'indentedCode', span: span(this.start, this.end) });
    }
    this.kind = 'none';
  }

  startIndentedCode(): void {
    this.begin('indentedCode');
  }

  /** @param length Of the opening fence. */
  startFence(length: number): void {
    const { at, end, next } = this.line;
    this.begin('fence');
    this.fenceMarker = this.text.charCodeAt(at);
    this.fenceLength = length;
    const infoStart = skipBlanks(this.text, at + length, end);
    this.infoSpan =
      infoStart === end ? span(at + length, at + length) : span(infoStart, trimBlanks(this.text, infoStart, end));
    this.contentStart = next;
    this.contentEnd = -1;
  }

  startHtml(kind: HtmlBlockKind): void {
    const { at, end } = this.line;
    this.begin('html');
    this.htmlKind = kind;
    this.closeHtmlIn(at, end);
  }

  startParagraph(): void {
    const { at, end } = this.line;
    this.begin('paragraph');
    this.lastLineStart = at;
    this.lastLineIndented = false;
    this.paragraphLines = this.text.charCodeAt(at) === LEFT_BRACKET ? [at, end] : undefined;
  }

  continueParagraph(): void {
    const { at, end, indent } = this.line;
    this.lineBeforeEnd = this.end;
    this.lastLineStart = at;
    this.lastLineIndented = indent >= CODE_INDENT;
    this.end = end;
    this.paragraphLines?.push(at, end);
  }

  /** Makes the open paragraph a heading where the line underlines it; false if it does not. */
  underline(): boolean {
    const { at, end } = this.line;
    const level = setextLevel(this.text, at, end);
    if (level === 0) return false;
    // Definitions are taken off first; where nothing else is left, there is nothing to underline.
    if (!this.takeLinkDefinitions()) return false;
    const start = this.start;
    const textEnd = trimBlanks(this.text, start, this.end);
    this.kind = 'none';
    this.add({
      kind: 'heading',
      level,
      style: 'setext',
      text: this.text.slice(start, textEnd),
      textSpan: span(start, textEnd),
      markerSpan: span(at, trimBlanks(this.text, at, end)),
      span: span(start, end),
    });
    return true;
  }

  /**
   * Makes the open paragraph's last line a table's header where the line is a delimiter row of as many columns; false if it
   * is none.
   */
  startTable(): boolean {
    const { at, end } = this.line;
    if (this.lastLineIndented) return false;
    const columns = delimiterColumns(this.text, at, end);
    const headerStart = this.lastLineStart;
    const headerEnd = this.end;
    if (columns === 0) return false;
    const header = tableRow(this.text, headerStart, headerEnd);
    if (header.cells.length !== columns || isLonePipe(this.text, headerStart, headerEnd)) return false;
    if (headerStart === this.start) this.kind = 'none';
    else {
      this.end = this.lineBeforeEnd;
      this.paragraphLines?.splice(-2);
      this.close();
    }
    this.begin('table');
    this.start = headerStart;
    this.header = header;
    this.delimiterSpan = { start: at, end };
    this.columns = columns;
    this.rows = [];
    return true;
  }

  addRow(): void {
    const { at, end } = this.line;
    this.rows.push(tableRow(this.text, at, end));
    this.end = end;
  }

  private begin(kind: LeafKind): void {
    this.kind = kind;
    this.start = this.line.at;
    this.end = this.line.end;
  }

  private add(block: Block): void {
    addBlock(this.containers.innermost, block);
  }

  /** Closes the open HTML block where it ends in the line. */
  private closeHtmlIn(at: number, end: number): void {
    this.htmlEnds ??= new HtmlEndFinder(this.text);
    if (this.htmlEnds.endsIn(this.htmlKind, at, end)) this.close();
  }

  /** Takes the link definitions off the paragraph's start; false if nothing of it is left, so that it is closed. */
  private takeLinkDefinitions(): boolean {
    const lines = this.paragraphLines;
    if (lines === undefined) return true;
    this.paragraphLines = undefined;
    let first = 0;
    for (;;) {
      const start = lines[2 * first];
      if (start === undefined) {
        this.kind = 'none';
        return false;
      }
      this.start = start;
      const count = this.text.charCodeAt(start) === LEFT_BRACKET ? linkDefinitionLines(this.text, lines, first) : 0;
      if (count === 0) return true;
      first += count;
      this.add({ kind: 'linkDefinition', span: span(start, lines[2 * first - 1] ?? start) });
    }
  }

  private closeParagraph(): void {
    const item = this.containers.innermost;
    let start = this.start;
    if (
      item.kind === 'item' &&
      item.list === undefined &&
      item.children.every(({ kind }) => kind === 'linkDefinition')
    ) {
      const task = readTask(this.text, start, this.end);
      if (task !== undefined) {
        item.task = task.marker;
        item.textStart = task.lineTextStart;
        item.textEnd = task.lineTextEnd;
        start = task.textStart;
      }
    }
    addBlock(item, { kind: 'paragraph', span: span(start, this.end) });
  }

  private closeFence(closed: boolean): void {
    const { start, end } = this.infoSpan;
    const contentStart = closed || this.contentEnd >= 0 ? this.contentStart : this.end;
    this.add({
      kind: 'fence',
      marker: this.fenceMarker === BACKTICK ? '`' : '~',
      info: this.text.slice(start, end),
      infoSpan: this.infoSpan,
      contentSpan: span(contentStart, Math.max(contentStart, this.contentEnd)),
      closed,
      span: span(this.start, this.end),
    });
    this.kind = 'none';
  }

  private closeTable(): void {
    if (this.header === undefined) return;
    this.add({
      kind: 'table',
      header: this.header,
      delimiterSpan: this.delimiterSpan,
      columns: this.columns,
      rows: this.rows.slice(),
      span: span(this.start, this.end),
    });
  }
}
