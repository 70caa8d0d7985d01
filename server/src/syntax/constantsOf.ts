import { functionKinds } from './functionBodiesOf.js';
import type { Grammar } from './grammar.js';
import { unquoted } from './importsOf.js';
import type { SyntaxNode } from './openSyntax.js';
import { pathOf } from './setValuesOf.js';
import { partsOf } from './stub.js';

/** A value that a file declares once, for all its code. TypeScript, JavaScript, Python and Go. */
export interface Constant {
  /** Its names, outermost first: of `prices = { from: 100 }` it is `prices` and `from`. */
  readonly path: readonly string[];
  /** As it is written. */
  readonly value: string;
  /** From 0. */
  readonly line: number;
}

/** What holds declarations of the file. */
const holders =
  /^(?:export_statement|lexical_declaration|variable_declaration|expression_statement|(?:var|const)_declaration|var_spec_list|object|dictionary|literal_value|class_body|block)$/u;
const declarations =
  /^(?:variable_declarator|assignment|(?:var|const)_spec|pair|keyed_element|class_declaration|class_definition)$/u;
/** Fields of TypeScript are of each object unless they are static. */
const fields = /^(?:public_)?field_definition$/u;
/** What is around a value. */
const wrappers = /^(?:(?:as|satisfies|parenthesized)_expression|expression_list|composite_literal|literal_element)$/u;
const writing = [
  'assignment',
  'assignment_expression',
  'assignment_statement',
  'augmented_assignment',
  'augmented_assignment_expression',
  'update_expression',
  'inc_statement',
  'dec_statement',
];

/** The values that a file declares outside of functions, but for those that its functions write: these are its state. */
export function constantsOf(root: SyntaxNode, grammar: Grammar): readonly Constant[] {
  const written = new Set(
    root.descendantsOfType(writing).flatMap((node) => {
      const target = node?.childForFieldName('left') ?? node?.childForFieldName('argument') ?? node?.firstNamedChild;
      return node && target && isIn(node, functionKinds[grammar] ?? [])
        ? target.text.split(/\s*,\s*/u).map((one) => one.split('.').at(-1))
        : [];
    }),
  );
  return partsOf(root)
    .flatMap((part) => within(part, []))
    .filter(({ path }) => !written.has(path.at(-1)));
}

function isIn({ parent }: SyntaxNode, kinds: readonly string[]): boolean {
  return parent !== null && (kinds.includes(parent.type) || isIn(parent, kinds));
}

function within(node: SyntaxNode, owner: readonly string[]): readonly Constant[] {
  if (holders.test(node.type)) return partsOf(node).flatMap((part) => within(part, owner));
  const isStatic = fields.test(node.type) && node.children.some((child) => child?.type === 'static');
  if (!isStatic && !declarations.test(node.type)) return [];
  const [name, value] = [
    ['name', 'left', 'key', 'property'],
    ['value', 'right', 'body'],
  ].map((names) => names.map((field) => node.childForFieldName(field)).find(Boolean));
  const names = name ? pathOf(unquoted(name.text)) : [];
  if (!value || names.length !== 1) return [];
  const path = [...owner, ...names];
  const inner = unwrapped(value);
  if (holders.test(inner.type)) return within(inner, path);
  return [{ path, value: inner.text, line: node.startPosition.row }];
}

function unwrapped(value: SyntaxNode): SyntaxNode {
  const isFrozen = value.childForFieldName('function')?.text === 'Object.freeze';
  const inner = isFrozen ? value.childForFieldName('arguments')?.firstNamedChild : value.childForFieldName('body');
  if (isFrozen && inner) return unwrapped(inner);
  if (!wrappers.test(value.type)) return value;
  const [first, second] = partsOf(value);
  if (value.type === 'expression_list' && second) return value;
  const next = inner ?? first;
  return next ? unwrapped(next) : value;
}
