import type { Tokens } from './tokens.js';

/** A statement's line, where indentation says what belongs to what. */
export interface IndentedLine {
  /** Its first token. */
  readonly first: number;
  readonly indent: number;
  /** The last token of all lines below it that are indented deeper, or of itself. */
  readonly blockEnd: number;
  /** The first token of the line that ends the block. */
  readonly next: number;
}

export interface IndentationOptions {
  /** The brackets within which a line goes on: `([{`. */
  readonly brackets: string;
  /** Whether a line that begins with this word belongs to the block above it: `rescue`. */
  readonly continues?: (word: string) => boolean;
}

/** The lines on which statements begin, with what is indented below them. */
export function indentedLines(tokens: Tokens, { brackets, continues }: IndentationOptions): readonly IndentedLine[] {
  const lines: { first: number; indent: number; blockEnd: number; next: number }[] = [];
  const open: (typeof lines)[number][] = [];
  const last = tokens.all.length - 1;
  let index = 0;
  while (index < last) {
    if ((index === 0 || beginsLine(tokens, index)) && !tokens.is(index - 1, '\\')) {
      const indent =
        indentAt(tokens.text, tokens.at(index).start) + (continues?.(tokens.read(index)) === true ? 0.5 : 0);
      for (let top = open.at(-1); top && top.indent >= indent; top = open.at(-1)) {
        top.blockEnd = index - 1;
        top.next = index;
        open.pop();
      }
      const line = { first: index, indent, blockEnd: last - 1, next: last };
      lines.push(line);
      open.push(line);
    }
    const isBracket = tokens.at(index).kind === 'sign' && brackets.includes(tokens.read(index));
    index = isBracket ? tokens.past(index) : index + 1;
  }
  return lines;
}

/** Whether a token is the first of its line; of the text's first one only where something is above it. */
export function beginsLine(tokens: Tokens, index: number): boolean {
  const { breaks, comments } = tokens.at(index);
  return breaks > 0 || comments.some((comment) => comment.breaks > 0);
}

/** How far a line is indented whose first character that is no space is at `start`; a tab goes to the next multiple of 8. */
export function indentAt(text: string, start: number): number {
  let at = start;
  while (at > 0 && (text.charCodeAt(at - 1) === 32 || text.charCodeAt(at - 1) === 9)) at--;
  let width = 0;
  for (; at < start; at++) width = text.charCodeAt(at) === 9 ? width + 8 - (width % 8) : width + 1;
  return width;
}
