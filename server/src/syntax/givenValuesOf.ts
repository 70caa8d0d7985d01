import { literalSyntax } from './expectedValuesOf.js';
import type { Grammar } from './grammar.js';
import type { SyntaxNode } from './openSyntax.js';
import { partsOf, type StubEdit } from './stub.js';

/** A number or a text that a test gives to what it tests. */
export interface GivenValue {
  readonly kind: 'number' | 'text';
  /** As it is written. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The numbers and texts among the arguments of calls of these names. */
export function givenValuesOf(root: SyntaxNode, grammar: Grammar, names: ReadonlySet<string>): readonly GivenValue[] {
  const syntax = literalSyntax[grammar];
  if (!syntax || root.hasError) return [];
  const find = (node: SyntaxNode, isGiven: boolean): readonly GivenValue[] => {
    const isNumber = syntax.numbers.includes(node.type);
    if (isNumber || syntax.texts.includes(node.type))
      return isGiven
        ? [{ kind: isNumber ? 'number' : 'text', text: node.text, start: node.startIndex, end: node.endIndex }]
        : [];
    const callee = syntax.calls.includes(node.type) ? node.childForFieldName('function')?.text : undefined;
    const isAsked = callee !== undefined && names.has(callee.slice(callee.lastIndexOf('.') + 1));
    return partsOf(node).flatMap((part) => find(part, isGiven || isAsked));
  };
  return find(root, false);
}

/** How values are changed: each time all of them, by what is put before and behind each. */
export const ways: readonly Readonly<Record<GivenValue['kind'], readonly [before: string, behind: string]>>[] = [
  { number: ['', ' + 1'], text: ['', ' + "q"'] },
  { number: ['', ' * 2'], text: ['"7" + ', ''] },
  { number: ['', ' - 1'], text: ['"k " + ', ' + " z"'] },
  { number: ['', ' * 10 + 7'], text: ['"x" + ', ' + "42"'] },
];

export type Way = (typeof ways)[number];

/** The value as it would be, written as an expression of it. */
export function varied({ kind, text, start, end }: GivenValue, way: Way): StubEdit {
  const [before, behind] = way[kind];
  return { start, end, newText: `(${before}${text}${behind})` };
}
