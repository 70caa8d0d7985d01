import type { SyntaxNode } from './openSyntax.js';
import { insertion, partsOf, replacement, type Stub, stub, stubMessage, within } from './stub.js';

export function stubsOfRust(root: SyntaxNode): readonly Stub[] {
  return ofItems(partsOf(root), '');
}

/** The attributes of an item are before it, beside it. */
function ofItems(nodes: readonly SyntaxNode[], outer: string): readonly Stub[] {
  return nodes.flatMap((node, index) => {
    const before = nodes[index - 1];
    const isTest = before?.type === 'attribute_item' && /\bcfg\(test\)/u.test(before.text);
    return isTest ? [stub('rest', node, outer)] : ofItem(node, outer);
  });
}

function ofItem(node: SyntaxNode, outer: string): readonly Stub[] {
  const name = within(outer, (node.childForFieldName('name') ?? node.childForFieldName('type'))?.text ?? '');
  switch (node.type) {
    case 'function_item':
      return [ofFunction(node, name)];
    case 'impl_item':
    case 'trait_item':
    case 'mod_item': {
      const body = node.childForFieldName('body');
      return body ? ofItems(partsOf(body), name) : [stub('rest', node, name)];
    }
    case 'const_item':
    case 'static_item':
      return [ofConstant(node, name)];
    case 'attribute_item':
      return [stub(givesBehaviour(node) ? 'unknown' : 'rest', node, name)];
    case 'use_declaration':
      return [stub(partsOf(node)[0]?.type === 'visibility_modifier' ? 'wiring' : 'rest', node, node.text)];
    case 'struct_item':
    case 'enum_item':
    case 'type_item':
    case 'function_signature_item':
    case 'extern_crate_declaration':
      return [stub('rest', node, name)];
    default:
      return [stub('unknown', node, name)];
  }
}

/** Every type derives these, and few tests are about them. */
const common = /\b(?:Debug|Clone|Copy|PartialEq|Eq|Hash|PartialOrd|Ord)\b/gu;

function givesBehaviour({ text }: SyntaxNode): boolean {
  return /\bderive\b/u.test(text) && /\w/u.test(text.replace(/^[^(]*/u, '').replaceAll(common, ''));
}

const neutralLiterals: Readonly<Record<string, string>> = {
  integer_literal: '0',
  float_literal: '0.0',
  string_literal: '""',
  boolean_literal: 'false',
};

function ofConstant(node: SyntaxNode, name: string): Stub {
  const value = node.childForFieldName('value');
  const neutral = value && neutralLiterals[value.type];
  return neutral === undefined || neutral === null || value === null
    ? stub('unknown', node, name)
    : stub('value', node, name, { neutral: [replacement(value, value.text === neutral ? 'true' : neutral)] });
}

function ofFunction(node: SyntaxNode, name: string): Stub {
  const body = node.childForFieldName('body');
  if (!body) return stub('rest', node, name);
  const thrown = `panic!("${stubMessage}");`;
  const nothing = neutralOf(node.childForFieldName('return_type')?.text);
  // What follows stays behind a condition, so that nothing is unused or has another type.
  const first = (statement: string): readonly [ReturnType<typeof insertion>] => [
    insertion(body.startIndex + 1, ` if true { ${statement} }`),
  ];
  return stub('function', node, name, {
    neutral: first(nothing === undefined ? thrown : `return${nothing};`),
    throwing: first(thrown),
  });
}

/** @returns undefined if the type alone does not tell a value. */
function neutralOf(type: string | undefined): string | undefined {
  if (type === undefined || type === '()') return '';
  const value = valueOf(type);
  return value === undefined ? undefined : ` ${value}`;
}

function valueOf(type: string): string | undefined {
  if (type === '()') return '()';
  if (type === 'bool') return 'false';
  if (/^[iu](?:8|16|32|64|128|size)$/u.test(type)) return '0';
  if (/^f(?:32|64)$/u.test(type)) return '0.0';
  if (/^&(?:'\w+\s+)?str$/u.test(type)) return '""';
  const [, outer, inner = ''] = /^(Option|Vec|String|Result)\b(?:<(.*)>)?$/su.exec(type) ?? [];
  if (outer === 'Result') {
    const value = valueOf(firstOf(inner));
    return value === undefined ? undefined : `Ok(${value})`;
  }
  return outer === undefined ? undefined : outer === 'Option' ? 'None' : `${outer}::new()`;
}

/** The first of the types between brackets. */
function firstOf(types: string): string {
  let depth = 0;
  let end = 0;
  for (; end < types.length && (depth > 0 || types.charAt(end) !== ','); end++) {
    if (/[<([]/u.test(types.charAt(end))) depth++;
    if (/[>)\]]/u.test(types.charAt(end))) depth--;
  }
  return types.slice(0, end).trim();
}
