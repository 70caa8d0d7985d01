import type { SyntaxNode } from './openSyntax.js';
import { insertion, partsOf, replacement, type Stub, stub, stubMessage, within } from './stub.js';

export function stubsOfGo(root: SyntaxNode): readonly Stub[] {
  return partsOf(root).flatMap(ofDeclaration);
}

function ofDeclaration(node: SyntaxNode): readonly Stub[] {
  switch (node.type) {
    case 'function_declaration':
    case 'method_declaration':
      return [ofFunction(node)];
    case 'const_declaration':
    case 'var_declaration':
      return specsOf(node).map(ofSpec);
    case 'package_clause':
    case 'import_declaration':
      return [stub('rest', node, '')];
    case 'type_declaration':
      // Tags tell encoders what to do.
      return [stub(node.text.includes('`') ? 'unknown' : 'rest', node, '')];
    default:
      return [stub('unknown', node, '')];
  }
}

function specsOf(node: SyntaxNode): readonly SyntaxNode[] {
  return partsOf(node).flatMap((part) => (part.type === 'var_spec_list' ? partsOf(part) : [part]));
}

/** Values that fit the type of a literal. Any other value has a type that the syntax alone does not tell. */
const neutralLiterals: Readonly<Record<string, string>> = {
  int_literal: '0',
  float_literal: '0.0',
  interpreted_string_literal: '""',
  raw_string_literal: '""',
  rune_literal: "'0'",
  true: 'false',
  false: 'true',
};

function ofSpec(node: SyntaxNode): Stub {
  const name = node.childForFieldName('name')?.text ?? '';
  const values = node.childForFieldName('value');
  if (!values) return stub('rest', node, name);
  const edits = partsOf(values).map((value) => {
    const neutral = neutralLiterals[value.type];
    return neutral === undefined ? undefined : replacement(value, neutral);
  });
  const known = edits.flatMap((edit) => edit ?? []);
  return known.length < edits.length ? stub('unknown', node, name) : stub('value', node, name, { neutral: known });
}

function ofFunction(node: SyntaxNode): Stub {
  const own = node.childForFieldName('name')?.text ?? '';
  const receiver = node.childForFieldName('receiver')?.text.replace(/^\(\s*(?:\w+\s+)?\*?|[[)].*$/gu, '') ?? '';
  const name = within(receiver, own);
  const body = node.childForFieldName('body');
  if (!body) return stub('rest', node, name);
  const at = body.startIndex + 1;
  // What follows stays behind a condition, so that no import and no variable is unused.
  return stub('function', node, name, {
    neutral: [insertion(at, ` if true { ${zeroReturn(node.childForFieldName('result'))} };`)],
    throwing: [insertion(at, ` if true { panic("${stubMessage}") };`)],
  });
}

/** Returns the zero value of each result. */
function zeroReturn(result: SyntaxNode | null): string {
  if (!result) return 'return';
  if (result.type !== 'parameter_list') return `var result ${result.text}; return result`;
  const results = partsOf(result);
  if (results.some((one) => one.childForFieldName('name'))) return 'return';
  const types = results.map((one) => one.childForFieldName('type')?.text ?? one.text);
  const names = types.map((_, index) => `result${index}`);
  return `${types.map((type, index) => `var ${names[index]} ${type}; `).join('')}return ${names.join(', ')}`;
}
