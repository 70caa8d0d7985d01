import type { Block } from './blocks.js';
import {
  ASTERISK,
  BACKTICK,
  BYTE_ORDER_MARK,
  COLON,
  EQUALS,
  GREATER_THAN,
  HASH,
  HYPHEN,
  LEFT_BRACKET,
  LESS_THAN,
  PLUS,
  TILDE,
  UNDERSCORE,
  VERTICAL_BAR,
  isDigit,
  skipBlanks,
} from '../base/characters.js';
import { atxHeading } from './atxHeading.js';
import { addBlock, type Container, closeList, ensureList, openContainer, openItem } from './containers.js';
import { readFrontMatter } from './frontMatter.js';
import { htmlBlockKind } from './htmlBlock.js';
import { footnoteLabelLength, listMarkerLength, openingFenceLength, thematicBreakReach } from './lineClassifier.js';
import { LineCursor } from './lineCursor.js';
import { CODE_INDENT, OpenContainers } from './openContainers.js';
import { OpenLeaf } from './openLeaf.js';
import { takeSimpleBlocks } from './simpleBlocks.js';
import { span } from './span.js';

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
  const document = openContainer('document', 0, 0);
  const start = from === 0 && text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : from;
  const at = text.includes('\r') ? start : takeSimpleBlocks(text, start, document);
  if (at < text.length) new BlockScanner(text, document, at).scan(from === 0 && at === start);
  closeList(document);
  return document.children;
}

const DEEPEST_NESTING = 100;

/** Reads line after line: what each continues of what is open, and what it begins. */
class BlockScanner {
  // Here and in what serves it, `private` only to the compiler: the engine takes long for `#` where it has not optimised code yet.
  private readonly text: string;
  private readonly line: LineCursor;
  private readonly containers: OpenContainers;
  private readonly leaf: OpenLeaf;

  /** This line's character that spoiled a thematic break, so that nested markers do not look for it again. */
  private breakMarker = 0;
  private breakSpoiledAt = 0;

  constructor(text: string, document: Container, from: number) {
    this.text = text;
    this.line = new LineCursor(text);
    this.line.next = from;
    this.containers = new OpenContainers(this.line, document);
    this.leaf = new OpenLeaf(this.line, this.containers);
  }

  /** @param atStart whether front matter may come first. */
  scan(atStart: boolean): void {
    const frontMatter = atStart ? readFrontMatter(this.text, this.line.next) : undefined;
    if (frontMatter !== undefined) {
      addBlock(this.containers.document, frontMatter);
      // What is left of its last line is the line break.
      this.line.next = frontMatter.span.end;
      this.line.nextLine();
    }
    while (this.nextLine()) this.scanLine();
    this.closeTo(0);
  }

  /** Moves to the next line behind the blocks that are simple; false if there is none. */
  private nextLine(): boolean {
    const { line, containers } = this;
    if (containers.depth === 0 && this.leaf.kind === 'none' && !line.hasCarriageReturns)
      line.next = takeSimpleBlocks(this.text, line.next, containers.document);
    return line.nextLine();
  }

  private scanLine(): void {
    const line = this.line;
    const leaf = this.leaf;
    this.breakMarker = 0;
    const openBefore = this.containers.depth;
    const matched = openBefore === 0 ? 0 : this.containers.match(leaf.kind !== 'none');
    const allMatched = matched === openBefore;
    if (allMatched && leaf.kind !== 'none' && leaf.goOn()) return;

    if (line.isBlank()) {
      if (!allMatched) this.closeTo(matched);
      else if (leaf.kind === 'paragraph' || leaf.kind === 'table') leaf.close();
      return;
    }

    let opened = false;
    for (;;) {
      const inParagraph = !opened && leaf.kind === 'paragraph';
      if (line.isBlank()) return;
      if (line.indent >= CODE_INDENT) {
        if (inParagraph) break;
        if (!opened) this.closeTo(matched);
        leaf.startIndentedCode();
        return;
      }
      const depth = opened ? this.containers.depth : matched;
      const found = this.startBlock(depth, inParagraph, inParagraph && allMatched);
      if (found === 'leaf') return;
      if (found === 'none') break;
      opened = true;
    }

    if (!opened && leaf.kind === 'paragraph') {
      leaf.continueParagraph();
      return;
    }
    if (!opened && !allMatched) this.closeTo(matched);
    if (leaf.kind === 'table') leaf.addRow();
    else leaf.startParagraph();
  }

  /**
   * Starts the block that the line's next character can begin.
   *
   * @param depth How many containers are to stay open.
   * @param inParagraph Whether a paragraph is open, though perhaps in a container that the line does not match.
   * @param interrupts Whether the line would otherwise go on in that paragraph, not as a lazy line.
   */
  private startBlock(depth: number, inParagraph: boolean, interrupts: boolean): 'container' | 'leaf' | 'none' {
    const { at, end } = this.line;
    const unit = this.text.charCodeAt(at);
    switch (unit) {
      case GREATER_THAN:
        return this.startBlockQuote(depth);
      case HASH:
        return this.startAtxHeading(depth);
      case BACKTICK:
      case TILDE:
        return this.startFence(depth);
      case LESS_THAN:
        return this.startHtml(depth, inParagraph);
      case LEFT_BRACKET:
        return this.startFootnoteDefinition(depth);
      case EQUALS:
        return interrupts && this.leaf.underline() ? 'leaf' : 'none';
      case UNDERSCORE:
        return this.startThematicBreak(depth);
      case COLON:
      case VERTICAL_BAR:
        return interrupts && this.leaf.startTable() ? 'leaf' : 'none';
      case HYPHEN: {
        if (interrupts && this.leaf.underline()) return 'leaf';
        if (this.startThematicBreak(depth) === 'leaf') return 'leaf';
        const item = this.startItem(depth, interrupts);
        if (item !== 'none') return item;
        return interrupts && inParagraph && this.leaf.startTable() ? 'leaf' : 'none';
      }
      case ASTERISK:
        return this.startThematicBreak(depth) === 'leaf' ? 'leaf' : this.startItem(depth, interrupts);
      case PLUS:
        return this.startItem(depth, interrupts);
      default:
        return at < end && isDigit(unit) ? this.startItem(depth, interrupts) : 'none';
    }
  }

  private startBlockQuote(depth: number): 'container' | 'none' {
    if (depth >= DEEPEST_NESTING) return 'none';
    this.closeTo(depth);
    this.containers.openQuote();
    return 'container';
  }

  private startFootnoteDefinition(depth: number): 'container' | 'none' {
    const line = this.line;
    const length = depth < DEEPEST_NESTING ? footnoteLabelLength(this.text, line.at, line.end) : 0;
    if (length === 0) return 'none';
    this.closeTo(depth);
    this.containers.push(openContainer('footnoteDefinition', line.at, line.end, CODE_INDENT));
    line.skipCharacters(length);
    line.skipColumns(line.indent);
    return 'container';
  }

  /** An item interrupts a paragraph only where it is not blank and, if ordered, starts at 1. */
  private startItem(depth: number, interrupts: boolean): 'container' | 'none' {
    const line = this.line;
    const { at: start, end, indent } = line;
    const length = depth < DEEPEST_NESTING ? listMarkerLength(this.text, start, end) : 0;
    if (length === 0) return 'none';
    const markerEnd = start + length;
    if (interrupts) {
      if (skipBlanks(this.text, markerEnd, end) === end) return 'none';
      if (isDigit(this.text.charCodeAt(start)) && !(length === 2 && this.text.startsWith('1', start))) return 'none';
    }
    line.skipCharacters(length);
    // Five columns or more behind the marker: indented code, which begins one column behind it.
    const padding = line.isBlank() || line.indent > CODE_INDENT ? 1 : line.indent;
    if (!line.isBlank()) line.skipColumns(padding);
    this.closeTo(depth);
    ensureList(this.containers.innermost, this.text, start, markerEnd);
    this.containers.push(openItem(this.text, start, markerEnd, line.at, end, indent + length + padding));
    return 'container';
  }

  private startAtxHeading(depth: number): 'leaf' | 'none' {
    const heading = atxHeading(this.text, this.line.at, this.line.end);
    if (heading === undefined) return 'none';
    this.closeTo(depth);
    addBlock(this.containers.innermost, heading);
    return 'leaf';
  }

  private startThematicBreak(depth: number): 'leaf' | 'none' {
    const { at, end } = this.line;
    const marker = this.text.charCodeAt(at);
    if (marker === this.breakMarker && at <= this.breakSpoiledAt) return 'none';
    const reach = thematicBreakReach(this.text, at, end);
    if (reach !== end) {
      this.breakMarker = marker;
      this.breakSpoiledAt = reach;
      return 'none';
    }
    this.closeTo(depth);
    addBlock(this.containers.innermost, { kind: 'thematicBreak', span: span(at, end) });
    return 'leaf';
  }

  private startFence(depth: number): 'leaf' | 'none' {
    const { at, end } = this.line;
    const length = openingFenceLength(this.text, at, end);
    if (length === 0) return 'none';
    this.closeTo(depth);
    this.leaf.startFence(length);
    return 'leaf';
  }

  /** A single tag alone on its line (kind 7) does not interrupt a paragraph, not even as a lazy line. */
  private startHtml(depth: number, inParagraph: boolean): 'leaf' | 'none' {
    const { at, end } = this.line;
    const kind = htmlBlockKind(this.text, at, end);
    if (kind === 0 || (kind === 7 && inParagraph)) return 'none';
    this.closeTo(depth);
    this.leaf.startHtml(kind);
    return 'leaf';
  }

  /** Ends the open leaf and the containers from index `depth` on. */
  private closeTo(depth: number): void {
    this.leaf.close();
    this.containers.closeTo(depth);
  }
}
