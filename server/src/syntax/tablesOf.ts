import type { Grammar } from './grammar.js';
import { partsOf } from './stub.js';
import type { SyntaxNode } from './openSyntax.js';

/** A table that is written out: literals for literals. */
export interface LiteralTable {
  /** As they are written, in order. */
  readonly entries: readonly (readonly [key: string, value: string])[];
  /** The lines it spans, from 0, the last one included. */
  readonly first: number;
  readonly last: number;
}

interface TableSyntax {
  /** What holds the entries. */
  readonly tables: readonly string[];
  /** An entry has the fields `key` and `value`, or is a list of two. */
  readonly entries: readonly string[];
  /** What holds parts that may be literals in turn. */
  readonly lists: readonly string[];
  readonly literals: readonly string[];
}

const ofTypeScript: TableSyntax = {
  tables: ['object', 'array'],
  entries: ['pair', 'array'],
  lists: ['array'],
  literals: ['number', 'string', 'template_string', 'true', 'false', 'null', 'unary_expression'],
};

const tableSyntax: Partial<Readonly<Record<Grammar, TableSyntax>>> = {
  typescript: ofTypeScript,
  tsx: ofTypeScript,
  javascript: ofTypeScript,
  python: {
    tables: ['dictionary'],
    entries: ['pair'],
    lists: ['list', 'tuple'],
    literals: ['integer', 'float', 'string', 'true', 'false', 'none', 'unary_operator'],
  },
  go: {
    tables: ['literal_value'],
    entries: ['keyed_element'],
    lists: ['composite_literal', 'literal_value', 'literal_element'],
    literals: ['int_literal', 'float_literal', 'interpreted_string_literal', 'raw_string_literal', 'true', 'false'],
  },
};

/** The tables of a file that hold literals and nothing else, outermost first. */
export function tablesOf(root: SyntaxNode, grammar: Grammar): readonly LiteralTable[] {
  const syntax = tableSyntax[grammar];
  return syntax ? within(root, syntax) : [];
}

function within(node: SyntaxNode, syntax: TableSyntax): readonly LiteralTable[] {
  const table = syntax.tables.includes(node.type) ? ofNode(node, syntax) : undefined;
  return table ? [table] : partsOf(node).flatMap((part) => within(part, syntax));
}

function ofNode(node: SyntaxNode, syntax: TableSyntax): LiteralTable | undefined {
  const parts = partsOf(node);
  const entries = parts.flatMap((part): LiteralTable['entries'] => {
    if (!syntax.entries.includes(part.type)) return [];
    const [first, second, third] = partsOf(part);
    const key = part.childForFieldName('key') ?? first;
    const value = part.childForFieldName('value') ?? second;
    const isName = key?.type === 'property_identifier';
    return key && value && !third && (isName || isLiteral(key, syntax)) && isLiteral(value, syntax)
      ? [[key.text, value.text]]
      : [];
  });
  // A list of pairs is a table where something is made of it: `new Map([…])`.
  const isPlainList = node.type === 'array' && node.parent?.type !== 'arguments';
  if (isPlainList || entries.length === 0 || entries.length < parts.length) return undefined;
  return { entries, first: node.startPosition.row, last: node.endPosition.row };
}

function isLiteral(node: SyntaxNode, syntax: TableSyntax): boolean {
  if (syntax.literals.includes(node.type)) return true;
  return syntax.lists.includes(node.type) && partsOf(node).every((part) => isLiteral(part, syntax) || isType(part));
}

function isType({ type }: SyntaxNode): boolean {
  return type.endsWith('_type');
}
