import type { Grammar } from './grammar.js';
import type { SyntaxNode } from './openSyntax.js';
import { commonOperators, type MutationSyntax, mutationSyntax } from './operators.js';
import { replacement, type StubEdit } from './stub.js';

/** A small change of a file after which it should not do the same. */
export interface Mutant {
  readonly kind: 'condition' | 'operator' | 'statement' | 'constant';
  /** The line it begins on, from 0. */
  readonly line: number;
  readonly edit: StubEdit;
  /** What was there, on one line. */
  readonly was: string;
}

/** All mutants of a file, in its order; none if its text is not understood as a whole. */
export function mutantsOf(root: SyntaxNode, grammar: Grammar): readonly Mutant[] {
  return root.hasError ? [] : within(root, mutationSyntax[grammar]);
}

function within(node: SyntaxNode, syntax: MutationSyntax): readonly Mutant[] {
  if (syntax.kept.includes(node.type)) return [];
  const own = ofNode(node, syntax);
  // What a text holds is changed with it.
  if (syntax.texts.includes(node.type)) return own;
  return [...own, ...node.namedChildren.flatMap((child) => (child ? within(child, syntax) : []))];
}

function ofNode(node: SyntaxNode, syntax: MutationSyntax): readonly Mutant[] {
  const { type } = node;
  const found: Mutant[] = [];
  const add = (kind: Mutant['kind'], changed: SyntaxNode | null, newText: string | undefined): void => {
    if (!changed || newText === undefined) return;
    const { row } = changed.startPosition;
    found.push({ kind, line: row, edit: replacement(changed, newText), was: changed.text.replace(/\s+/gu, ' ') });
  };
  if (syntax.operations.includes(type)) {
    const operator = operatorOf(node);
    add('operator', operator, operator ? { ...commonOperators, ...syntax.operators }[operator.text] : undefined);
  }
  const condition = conditionOf(node, syntax);
  if (condition) add('condition', condition, syntax.not.join(condition.text));
  if (syntax.numbers.includes(type)) add('constant', node, isZero(node.text) || isDivisor(node) ? otherOne(node) : '0');
  if (node.namedChildCount === 0 && Object.hasOwn(syntax.truth, node.text))
    add('constant', node, syntax.truth[node.text]);
  if (syntax.texts.includes(type) && !isAlone(node)) {
    const quoted = /["'`]/u.exec(node.text)?.[0] ?? '"';
    add('constant', node, /^\w*(["'`])\1$/u.test(node.text) ? syntax.emptyText : quoted + quoted);
  }
  if (syntax.statements.includes(type) && !isText(node, syntax)) add('statement', node, syntax.noStatement);
  return found;
}

/** What decides; a pattern that is matched and a block can't be turned round. */
export function conditionOf(node: SyntaxNode, { decisions, decidedBy }: MutationSyntax): SyntaxNode | undefined {
  const part = decidedBy?.[node.type] ?? (decisions.includes(node.type) ? 'condition' : undefined);
  // A function that is passed on decides for who calls it; any other is tried as a whole.
  if (part === undefined || (part === 'body' && !node.parent?.type.startsWith('argument'))) return undefined;
  const condition = typeof part === 'number' ? node.namedChild(part) : node.childForFieldName(part);
  return condition && !/^let_|^statement_block$/u.test(condition.type) ? condition : undefined;
}

function operatorOf(node: SyntaxNode): SyntaxNode | null {
  return (
    node.childForFieldName('operator') ??
    node.childForFieldName('operators') ??
    node.children.find((child) => child !== null && !child.isNamed) ??
    null
  );
}

/** Dividing by 0 throws in some languages, which every test notices. */
function isDivisor({ id, parent }: SyntaxNode): boolean {
  const operator = parent ? operatorOf(parent)?.text : undefined;
  return /^(?:\/{1,2}|%)=?$/u.test(operator ?? '') && parent?.childForFieldName('right')?.id === id;
}

function otherOne({ text }: SyntaxNode): string {
  return /^1(?:\.0*)?$/u.test(text) ? '2' : '1';
}

function isZero(text: string): boolean {
  return /^0+(?:\.0*)?\D*$/u.test(text);
}

/** A text that is a statement by itself documents what follows, or is a directive. */
function isAlone({ parent }: SyntaxNode): boolean {
  return parent?.type === 'expression_statement';
}

function isText(node: SyntaxNode, { texts }: MutationSyntax): boolean {
  return texts.includes(node.firstNamedChild?.type ?? '');
}
