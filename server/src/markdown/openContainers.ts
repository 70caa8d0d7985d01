import { GREATER_THAN } from '../base/characters.js';
import { type Container, closeContainer, openContainer } from './containers.js';
import type { LineCursor } from './lineCursor.js';

/** A line indented by this many columns is code. */
export const CODE_INDENT = 4;

/** The containers that are open, outermost first, in the document, which holds them all. */
export class OpenContainers {
  readonly document: Container;
  innermost: Container;
  /** How many are open. */
  depth = 0;
  private readonly line: LineCursor;
  /** Without the document. */
  private readonly open: Container[] = [];
  /** Index of the innermost block quote in `#open`, -1 if there is none. */
  private innermostQuote = -1;

  constructor(line: LineCursor, document: Container) {
    this.line = line;
    this.document = document;
    this.innermost = document;
  }

  /**
   * Passes over the markers and indentation of the open containers.
   *
   * @param hasLeaf Whether a leaf is open in the innermost one.
   * @returns How many go on in this line.
   */
  match(hasLeaf: boolean): number {
    const line = this.line;
    let depth = 0;
    for (; depth < this.open.length; depth++) {
      const container = this.open[depth];
      if (container === undefined) break;
      if (container.kind === 'blockQuote') {
        if (line.isBlank() || line.indent >= CODE_INDENT || line.text.charCodeAt(line.at) !== GREATER_THAN) break;
        this.passQuoteMarker();
        container.end = line.end;
      } else if (line.isBlank()) {
        // Only block quotes end at a blank line, and an item that has nothing in it yet, which is always the innermost.
        if (depth <= this.innermostQuote) continue;
        return !hasLeaf && isEmptyItem(this.innermost) ? this.open.length - 1 : this.open.length;
      } else if (line.indent >= container.indent) line.skipColumns(container.indent);
      else break;
    }
    return depth;
  }

  /** Opens the block quote whose marker the line has reached. */
  openQuote(): void {
    this.push(openContainer('blockQuote', this.line.at, this.line.end));
    this.innermostQuote = this.open.length - 1;
    this.passQuoteMarker();
  }

  push(container: Container): void {
    this.depth = this.open.push(container);
    this.innermost = container;
  }

  /** Ends those from index `depth` on; the open leaf has ended. */
  closeTo(depth: number): void {
    while (this.depth > depth) {
      const container = this.open.pop();
      if (container === undefined) return;
      this.depth--;
      this.innermost = this.open.at(-1) ?? this.document;
      closeContainer(container, this.innermost, this.line.text);
    }
    if (this.innermostQuote >= depth) {
      this.innermostQuote = this.open.findLastIndex(({ kind }) => kind === 'blockQuote');
    }
  }

  private passQuoteMarker(): void {
    const line = this.line;
    line.skipCharacters(1);
    if (line.indent > 0) line.skipColumns(1);
  }
}

function isEmptyItem({ kind, children, list }: Container): boolean {
  return kind === 'item' && children.length === 0 && list === undefined;
}
