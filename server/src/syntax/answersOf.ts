import { functionKinds, nameOf } from './functionBodiesOf.js';
import type { Grammar } from './grammar.js';
import type { Extent, SyntaxNode } from './openSyntax.js';
import { mutationSyntax } from './operators.js';
import { partsOf } from './stub.js';

/** A number or a text that code writes out. */
export interface WrittenLiteral extends Extent {
  readonly kind: 'number' | 'text';
  /** A number's digits, what a text holds. */
  readonly value: string;
  /** As it is written. */
  readonly text: string;
}

/** A function with a name, and the literals by which it answers. */
export interface FunctionAnswers {
  readonly name: string;
  /** Whether it has parameters that it is meant to use: not those that a base, an interface or a framework prescribes. */
  readonly takes: boolean;
  /** What it gives back. */
  readonly given: readonly WrittenLiteral[];
  /** What it compares with: `=== 17`, `case 17`, `when 17`, `17 =>`. */
  readonly compared: readonly WrittenLiteral[];
  /** Whether it does nothing but give back a literal. */
  readonly isConstant: boolean;
}

/** What gives its last part to its caller. */
const giving = /^(?:return|lambda|closure|arrow_)/u;
/** A function of Rust or Ruby gives what its body ends with. */
const giver = /^(?:function_item|method|singleton_method)$/u;
/** What has the value of its last part, and what has that of any part but what it decides by. */
const block =
  /^(?:match_arm|switch_expression_arm|switch_rule|when|then|else|else_clause|rescue|begin|block|unsafe_block|body_statement)$/u;
const choice = /^(?:if|unless|elsif|case|if_expression|match_expression|match_block|switch_block|switch_expression)$/u;
/** What passes a value on as it is; of a choice all but the condition. */
const passing = /^(?:unary|parenthesized)|^(?:expression_list|argument_list)$/u;
const choosing = /^(?:ternary_expression|conditional_expression|conditional)$/u;
const comparing = /^(?:binary|comparison)/u;
const casing = /^(?:switch_case|expression_case|case_pattern|match_pattern|switch_label|constant_pattern|pattern)$/u;

export function answersOf(root: SyntaxNode, grammar: Grammar): readonly FunctionAnswers[] {
  const kinds = functionKinds[grammar] ?? [];
  const { numbers, texts } = mutationSyntax[grammar];
  return root.descendantsOfType([...kinds]).flatMap((node): readonly FunctionAnswers[] => {
    const body = node?.childForFieldName('body');
    const name = node && nameOf(node);
    if (!node || !body || !name) return [];
    const literals = body.descendantsOfType([...numbers, ...texts]).flatMap((literal) => {
      const written = literal?.isNamed ? readLiteral(literal, texts.includes(literal.type)) : undefined;
      return literal && written ? [{ literal, written }] : [];
    });
    const those = (fits: (literal: SyntaxNode) => boolean): readonly WrittenLiteral[] =>
      literals.filter(({ literal }) => fits(literal)).map(({ written }) => written);
    return [
      {
        name,
        takes: takesSomething(node) && !isPrescribed(node),
        given: those(isGiven),
        compared: those(isCompared),
        isConstant: literals.some(({ literal }) => isWhole(body, literal)),
      },
    ];
  });
}

/** @returns undefined for a text that holds expressions. */
function readLiteral({ text, startIndex, endIndex }: SyntaxNode, isText: boolean): WrittenLiteral | undefined {
  const inner = isText ? (/^\w*#*("""|'''|["'`])([\s\S]*)\1#*$/u.exec(text)?.[2] ?? text) : undefined;
  if (inner !== undefined && /[$#]\{/u.test(inner)) return undefined;
  const said = inner === undefined ? { kind: 'number' as const, value: text.replaceAll('_', '') } : undefined;
  return { ...(said ?? { kind: 'text', value: inner ?? '' }), text, start: startIndex, end: endIndex };
}

/** A value that a block or a choice gives to a variable, or to another function, is none that the function gives back. */
function isGiven(node: SyntaxNode): boolean {
  const { parent } = node;
  if (!parent) return false;
  const { type } = parent;
  const isLast = partsOf(parent).at(-1)?.id === node.id;
  if (giving.test(type)) return isLast;
  if (giver.test(type)) return parent.childForFieldName('body')?.id === node.id;
  const isPassed =
    passing.test(type) ||
    (choosing.test(type) && conditionOfChoice(parent)?.id !== node.id) ||
    (choice.test(type) && !['condition', 'value'].some((field) => parent.childForFieldName(field)?.id === node.id)) ||
    (block.test(type) && isLast) ||
    (type === 'expression_statement' && (parent.parent?.type === 'switch_rule' || !parent.text.endsWith(';')));
  return isPassed && isGiven(parent);
}

/** In Python it is between the two values. */
function conditionOfChoice(choice: SyntaxNode): SyntaxNode | null {
  return choice.childForFieldName('condition') ?? choice.namedChild(1);
}

function isCompared({ parent, id }: SyntaxNode): boolean {
  if (!parent) return false;
  if (passing.test(parent.type) || parent.type === 'or_pattern') return isCompared(parent);
  if (comparing.test(parent.type)) return parent.children.some((child) => /^(?:={2,3}|is)$/u.test(child?.text ?? ''));
  return casing.test(parent.type) && (parent.childForFieldName('value') ?? parent.firstNamedChild)?.id === id;
}

/** A text that is a statement by itself documents the function. */
function isWhole(body: SyntaxNode, literal: SyntaxNode): boolean {
  for (let at = body; at.id !== literal.id;) {
    const [only, more] = partsOf(at).filter(({ type, firstNamedChild }) =>
      type === 'expression_statement' ? firstNamedChild?.type !== 'string' : true,
    );
    if (!only || more) return false;
    at = only;
  }
  return true;
}

/** What a framework calls, and a method of a class that extends or implements another one, have to take what these say. */
function isPrescribed(node: SyntaxNode): boolean {
  const marks = [node.previousNamedSibling, ...node.namedChildren].filter((one) => one && isMark.test(one.type));
  return marks.some((one) => isCalledBy.test(one?.text ?? '')) || isOfOther(node);
}

const isMark = /^(?:decorator|attribute_list|attribute_item|modifiers)$/u;
/** `@app.get('/')`, `@Override`, `[HttpGet]`: not what is about keeping results or belonging to a class. */
const isCalledBy = /^@[\w.]*(?<!cache)\((?![^)]*maxsize)|@[A-Z]|^\[|^#\[\w+\(/u;

function isOfOther({ parent }: SyntaxNode): boolean {
  if (!parent) return false;
  const { type } = parent;
  if (type === 'impl_item') return parent.childForFieldName('trait') !== null;
  if (!/^class(?:_declaration|_definition)?$/u.test(type)) return isOfOther(parent);
  return (
    ['superclasses', 'superclass', 'interfaces'].some((field) => parent.childForFieldName(field) !== null) ||
    partsOf(parent).some((part) => /^(?:class_heritage|base_list)$/u.test(part.type))
  );
}

function takesSomething(node: SyntaxNode): boolean {
  const all = node.childForFieldName('parameter')?.text ?? '';
  const list = node.childForFieldName('parameters');
  const [first] = [
    ...(all === '' ? [] : [all]),
    ...(list ? partsOf(list) : []).map(
      (one) => (one.childForFieldName('name') ?? one.childForFieldName('pattern') ?? one).text,
    ),
  ].filter((name) => !/^(?:&?(?:mut\s+)?self|this|cls|\*|\/)$/u.test(name));
  return first !== undefined && !first.startsWith('_');
}
