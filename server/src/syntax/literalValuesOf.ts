import { literalSyntax } from './expectedValuesOf.js';
import type { Grammar } from './grammar.js';
import type { SyntaxNode } from './openSyntax.js';
import { partsOf } from './stub.js';

/** A number or a text that is written out, with what it means. */
export interface LiteralValue {
  readonly value: number | string;
  readonly start: number;
  readonly end: number;
}

/** All of a file but texts with escapes or anything put into them. */
export function literalValuesOf(root: SyntaxNode, grammar: Grammar): readonly LiteralValue[] {
  const syntax = literalSyntax[grammar];
  if (!syntax || root.hasError) return [];
  const within = (node: SyntaxNode): readonly LiteralValue[] => {
    const { type, text, startIndex: start, endIndex: end } = node;
    if (syntax.numbers.includes(type)) {
      const value = Number(text.replaceAll('_', ''));
      return Number.isFinite(value) ? [{ value, start, end }] : [];
    }
    if (!syntax.texts.includes(type)) return partsOf(node).flatMap(within);
    const value = /^(["'])([^\\]*)\1$/u.exec(text)?.[2];
    return value === undefined ? [] : [{ value, start, end }];
  };
  return within(root);
}
