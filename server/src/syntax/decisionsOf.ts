import { functionKinds } from './functionBodiesOf.js';
import type { Grammar } from './grammar.js';
import { conditionOf } from './mutantsOf.js';
import type { SyntaxNode } from './openSyntax.js';
import { mutationSyntax } from './operators.js';
import { partsOf, replacement, type StubEdit } from './stub.js';

/** What decides between two answers: a condition, or what `??`, `||` and `.get(key, other)` look up. */
export interface Decision {
  /** The line it begins on, from 0. */
  readonly line: number;
  /** On one line. */
  readonly text: string;
  /** The function it is in, or the statement where it is in none. */
  readonly around: string;
  /** As if the condition never held, and nothing were found. */
  readonly off: StubEdit;
  /** Throws where it is asked. */
  readonly throwing: StubEdit;
}

/** How a language says that a condition does not hold, that nothing was found, and throws within an expression. */
const words: Partial<Readonly<Record<Grammar, readonly [never: string, nothing: string, throwing: string]>>> = {
  typescript: ['&& false', '&& undefined', '(() => { throw new Error(); })()'],
  tsx: ['&& false', '&& undefined', '(() => { throw new Error(); })()'],
  javascript: ['&& false', '&& undefined', '(() => { throw new Error(); })()'],
  python: ['and False', 'and None', '(1 // 0)'],
  go: ['&& false', '', 'func() bool { panic("asked") }()'],
};

export function decisionsOf(root: SyntaxNode, grammar: Grammar): readonly Decision[] {
  return words[grammar] && !root.hasError ? within(root, grammar) : [];
}

function within(node: SyntaxNode, grammar: Grammar): readonly Decision[] {
  const found = mutationSyntax[grammar].kept.includes(node.type) ? undefined : ofNode(node, grammar);
  return [...(found ? [found] : []), ...partsOf(node).flatMap((part) => within(part, grammar))];
}

const isOr = /^(?:\|\||or)$/u;
/** What takes a value, not only whether it is true. */
const givesValue = /^(?:return_statement|arrow_function|variable_declarator|assignment\w*|arguments|argument_list)$/u;

function around(node: SyntaxNode, kinds: readonly string[]): string {
  let at = node;
  while (at.parent?.parent && !kinds.includes(at.type)) at = at.parent;
  return at.text;
}

function ofNode(node: SyntaxNode, grammar: Grammar): Decision | undefined {
  const [never, nothing, throwing] = words[grammar] ?? ['', '', ''];
  const decided = (part: SyntaxNode, off: string): Decision => ({
    line: part.startPosition.row,
    text: part.text.replace(/\s+/gu, ' '),
    around: around(part, functionKinds[grammar] ?? []),
    off: replacement(part, off),
    throwing: replacement(part, `(${throwing})`),
  });
  const condition = conditionOf(node, mutationSyntax[grammar]);
  if (condition) return decided(condition, `((${condition.text}) ${never})`);
  const left = node.childForFieldName('left');
  if (
    left &&
    node.children.some(
      (child) => child?.type === '??' || (isOr.test(child?.type ?? '') && givesValue.test(node.parent?.type ?? '')),
    )
  )
    return decided(left, `((${left.text}) ${nothing})`);
  if (node.type !== 'call' || !node.childForFieldName('function')?.text.endsWith('.get')) return undefined;
  const [, otherwise, third] = partsOf(node.childForFieldName('arguments') ?? node);
  return otherwise && !third ? decided(node, `(${otherwise.text})`) : undefined;
}
