import type { SyntaxNode } from './openSyntax.js';

/** An edit of a text: offsets in UTF-16 units, the end exclusive. */
export interface StubEdit {
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}

/** A part of a file, and what makes it do nothing while everything that names it still loads. */
export interface Stub {
  /**
   * A value is a constant, a field, or what a class inherits. A statement runs when the file is loaded. Wiring passes on by name what
   * other parts are. `rest` does nothing, such as types and imports. `unknown`: there is no way to replace it.
   */
  readonly kind: 'function' | 'value' | 'statement' | 'wiring' | 'rest' | 'unknown';
  /** What people call it: `Cart.total`; empty if it has no name. */
  readonly name: string;
  /** The lines it spans, from 0, the last one included. */
  readonly first: number;
  readonly last: number;
  /** Gives a neutral value, or leaves the statement out. */
  readonly neutral: readonly StubEdit[];
  /** Throws. Undefined for what is no function. */
  readonly throwing?: readonly StubEdit[];
  /** Gives an error as its last result, with `refusal`, where a language has errors as values. */
  readonly refusing?: readonly StubEdit[];
  /** Gives what no test expects. Undefined if no such value fits the function's type. */
  readonly odd?: readonly StubEdit[];
  /** What it passes on from other files, name by name. Undefined for what passes on nothing. */
  readonly wirings?: readonly Wiring[];
  /** Does all that it does, and gives something else to its callers, as the support of `otherResults` says. Undefined if it gives nothing. */
  readonly wrapped?: readonly StubEdit[];
}

/** A name that a file passes on. */
export interface Wiring {
  /** What is defined elsewhere: its name, or that of the file if it is all of it. */
  readonly defined: string;
  /** Passes on nothing under this name. */
  readonly unwired: readonly StubEdit[];
}

/** What a stub that throws says. */
export const stubMessage = 'replaced by Pactwright: nothing is done here';

/** An error as a value of Go; the file has to import `pactwrightErrors "errors"`. */
export const refusal = `pactwrightErrors.New("${stubMessage}")`;

export function stub(kind: Stub['kind'], node: SyntaxNode, name: string, edits: Partial<Stub> = {}): Stub {
  return {
    kind,
    name,
    first: node.startPosition.row,
    last: node.endPosition.row,
    neutral: [],
    ...edits,
  };
}

export function insertion(at: number, newText: string): StubEdit {
  return { start: at, end: at, newText };
}

/** To go on in the block of a statement, on a line of its own. */
export function lineBreak({ startIndex, tree: { rootNode } }: SyntaxNode): string {
  const before = rootNode.text.slice(0, startIndex - rootNode.startIndex);
  return `\n${/[^\S\n]*$/u.exec(before.slice(before.lastIndexOf('\n') + 1))?.[0] ?? ''}`;
}

export function replacement({ startIndex, endIndex }: SyntaxNode, newText: string): StubEdit {
  return { start: startIndex, end: endIndex, newText };
}

export function applyEdits(text: string, edits: readonly StubEdit[]): string {
  return [...edits]
    .sort((a, b) => b.start - a.start)
    .reduce((rest, { start, end, newText }) => rest.slice(0, start) + newText + rest.slice(end), text);
}

/** `Cart` and `total` make `Cart.total`. */
export function within(outer: string, name: string): string {
  return [outer, name].filter((part) => part !== '').join('.');
}

/** The named children without comments. */
export function partsOf(node: SyntaxNode): readonly SyntaxNode[] {
  return node.namedChildren.flatMap((child) => (child && !child.type.endsWith('comment') ? [child] : []));
}
