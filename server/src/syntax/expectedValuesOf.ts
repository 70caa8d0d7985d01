import type { Grammar } from './grammar.js';
import type { SyntaxNode } from './openSyntax.js';
import { partsOf, replacement, type StubEdit } from './stub.js';

/** A literal that a test says a result is equal to. */
export interface ExpectedValue {
  /** As it is written. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Makes it another value of its kind. */
  readonly other: StubEdit;
}

/** A literal of a test, and whether the test says that a result is equal to it. */
export interface ChangeableValue extends ExpectedValue {
  readonly isExpected: boolean;
}

/** How a language writes literals, calls and comparisons, by the types of its nodes. */
interface LiteralSyntax {
  readonly numbers: readonly string[];
  readonly texts: readonly string[];
  /** What holds literals and changes nothing of them. */
  readonly holders: readonly string[];
  readonly calls: readonly string[];
  readonly comparisons: readonly string[];
  /** The operator of a comparison that makes a test fail where a value is another: in Go it is the condition of a failure. */
  readonly equal: RegExp;
  readonly negations: readonly string[];
  /** What makes a test fail by the comparisons in it: a node of this type whose text says so. */
  readonly judges: readonly (readonly [type: string, says: RegExp])[];
}

const ofTypeScript: LiteralSyntax = {
  numbers: ['number'],
  texts: ['string'],
  holders: ['arguments', 'array', 'object', 'pair', 'unary_expression', 'parenthesized_expression'],
  calls: ['call_expression'],
  comparisons: ['binary_expression'],
  equal: /^={2,3}$/u,
  negations: ['unary_expression'],
  judges: [['call_expression', /^(?:assert|expect|ok|t\.(?:true|assert|ok))\b/u]],
};

export const literalSyntax: Partial<Readonly<Record<Grammar, LiteralSyntax>>> = {
  typescript: ofTypeScript,
  tsx: ofTypeScript,
  javascript: ofTypeScript,
  python: {
    numbers: ['integer', 'float'],
    texts: ['string'],
    holders: ['argument_list', 'list', 'tuple', 'dictionary', 'pair', 'unary_operator', 'parenthesized_expression'],
    calls: ['call'],
    comparisons: ['comparison_operator'],
    equal: /^==$/u,
    negations: ['not_operator'],
    judges: [
      ['assert_statement', /^/u],
      ['call', /^self\.assert/u],
    ],
  },
  go: {
    numbers: ['int_literal', 'float_literal'],
    texts: ['interpreted_string_literal'],
    holders: ['argument_list', 'unary_expression', 'parenthesized_expression'],
    calls: ['call_expression'],
    comparisons: ['binary_expression'],
    equal: /^!=$/u,
    negations: ['unary_expression'],
    judges: [['if_statement', /\b(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow|panic)\(/u]],
  },
};

/** What runners and libraries call it that two values are equal; the third argument is a message. */
const equality =
  /^(?:(?:assert)?_?(?:deep|strict|loosely?|not)?_?(?:deep|strict)?_?(?:equals?|same|is|eq)|to(?:Be|Equal|StrictEqual)|eql?s?)$/iu;
const negation = /\bnot\b|not_?(?:equal|same|be)/iu;

/** Literals that equalities compare with: arguments of assertions, and operands of `==`. */
export function expectedValuesOf(root: SyntaxNode, grammar: Grammar): readonly ExpectedValue[] {
  const syntax = literalSyntax[grammar];
  return syntax && !root.hasError ? within(root, syntax) : [];
}

/** All literals that can be changed, in the same way. */
export function changeableValuesOf(root: SyntaxNode, grammar: Grammar): readonly ChangeableValue[] {
  const syntax = literalSyntax[grammar];
  if (!syntax || root.hasError) return [];
  const expected = new Set(within(root, syntax).map(({ start }) => start));
  return within(root, syntax, () => true).map((value) => ({ ...value, isExpected: expected.has(value.start) }));
}

function within(node: SyntaxNode, syntax: LiteralSyntax, isWanted = isExpected): readonly ExpectedValue[] {
  const isNumber = syntax.numbers.includes(node.type);
  if (!isNumber && !syntax.texts.includes(node.type))
    return partsOf(node).flatMap((part) => within(part, syntax, isWanted));
  if (!isWanted(node, syntax)) return [];
  const other = isNumber ? `(${node.text} + 1)` : otherText(node.text);
  if (other === undefined) return [];
  return [{ text: node.text, start: node.startIndex, end: node.endIndex, other: replacement(node, other) }];
}

/** The last character of a text is another; an interpolated one is left. */
function otherText(text: string): string | undefined {
  const quote = /(["'])$/u.exec(text)?.[1];
  return quote === undefined || /^\w/u.test(text) ? undefined : `${text.slice(0, -1)}~${quote}`;
}

function isExpected(literal: SyntaxNode, syntax: LiteralSyntax): boolean {
  let held = literal;
  let holder = literal.parent;
  while (
    holder &&
    syntax.holders.includes(holder.type) &&
    holder.type !== 'arguments' &&
    holder.type !== 'argument_list'
  ) {
    held = holder;
    holder = holder.parent;
  }
  if (!holder) return false;
  if (syntax.comparisons.includes(holder.type))
    return holder.children.some((child) => child !== null && syntax.equal.test(child.text)) && isJudged(holder, syntax);
  if (!syntax.holders.includes(holder.type)) return false;
  const call = holder.parent;
  const callee = call && syntax.calls.includes(call.type) ? call.childForFieldName('function')?.text : undefined;
  if (callee === undefined || negation.test(callee)) return false;
  const given = partsOf(holder).filter(({ text }, index) => index > 0 || text !== 't');
  return (
    given.findIndex(({ id }) => id === held.id) < 2 && equality.test(callee.slice(callee.lastIndexOf('.') + 1).trim())
  );
}

function isJudged(node: SyntaxNode, { judges, negations }: LiteralSyntax): boolean {
  for (let around = node.parent; around; around = around.parent) {
    const { type, text } = around;
    if (negations.includes(type)) return false;
    if (judges.some(([judge, says]) => judge === type && says.test(text))) return true;
  }
  return false;
}
