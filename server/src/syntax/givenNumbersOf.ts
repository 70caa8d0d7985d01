import { literalSyntax } from './expectedValuesOf.js';
import type { Grammar } from './grammar.js';
import type { SyntaxNode } from './openSyntax.js';
import { partsOf, type StubEdit } from './stub.js';

/** A number that a test gives to what it tests. */
export interface GivenNumber {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The numbers among the arguments of calls of these names. */
export function givenNumbersOf(root: SyntaxNode, grammar: Grammar, names: ReadonlySet<string>): readonly GivenNumber[] {
  const syntax = literalSyntax[grammar];
  if (!syntax || root.hasError) return [];
  const find = (node: SyntaxNode, isGiven: boolean): readonly GivenNumber[] => {
    if (syntax.numbers.includes(node.type))
      return isGiven ? [{ text: node.text, start: node.startIndex, end: node.endIndex }] : [];
    const callee = syntax.calls.includes(node.type) ? node.childForFieldName('function')?.text : undefined;
    const isAsked = callee !== undefined && names.has(callee.slice(callee.lastIndexOf('.') + 1));
    return partsOf(node).flatMap((part) => find(part, isGiven || isAsked));
  };
  return find(root, false);
}

/** The number as it would be, written as an expression of it. */
export function varied({ text, start, end }: GivenNumber, how: string): StubEdit {
  return { start, end, newText: `(${text} ${how})` };
}
