import { literalSyntax } from './expectedValuesOf.js';
import type { Grammar } from './grammar.js';
import type { SyntaxNode } from './openSyntax.js';
import { partsOf } from './stub.js';

/** How often a file calls something, and how often it drops what that gives. */
export interface DroppedCalls {
  readonly calls: number;
  readonly dropped: number;
}

/** @param name the last word of what is called: `total` of `cart.total()`. */
export function droppedCallsOf(root: SyntaxNode, grammar: Grammar, name: string): DroppedCalls {
  const types = literalSyntax[grammar]?.calls ?? [];
  const found = { calls: 0, dropped: 0 };
  const look = (node: SyntaxNode): void => {
    const callee = types.includes(node.type) ? node.childForFieldName('function')?.text : undefined;
    if (callee !== undefined && callee.slice(callee.lastIndexOf('.') + 1) === name) {
      found.calls++;
      if (isDropped(node)) found.dropped++;
    }
    for (const part of partsOf(node)) look(part);
  };
  look(root);
  return found;
}

function isDropped({ parent }: SyntaxNode): boolean {
  if (!parent) return false;
  if (/^(?:await|await_expression|parenthesized_expression|expression_list)$/u.test(parent.type))
    return isDropped(parent);
  if (parent.type === 'unary_expression') return parent.text.startsWith('void ');
  return (
    parent.type === 'expression_statement' ||
    (/^assignment/u.test(parent.type) && /^[_,\s]+$/u.test(parent.childForFieldName('left')?.text ?? ''))
  );
}
