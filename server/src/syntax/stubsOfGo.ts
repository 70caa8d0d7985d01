import { givenFunction, resultsFunction } from './otherResults/inGo.js';
import type { SyntaxNode } from './openSyntax.js';
import {
  insertion,
  partsOf,
  refusal,
  replacement,
  type Stub,
  stub,
  type StubEdit,
  stubMessage,
  within,
} from './stub.js';

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
  const result = node.childForFieldName('result');
  const odd = oddReturn(result);
  const refusing = result ? refusingReturn(result) : undefined;
  const wrapped = result ? wrap(name, { result, given: node.childForFieldName('parameters') }, at) : undefined;
  // What follows stays behind a condition, so that no import and no variable is unused.
  return stub('function', node, name, {
    neutral: [insertion(at, ` if true { ${zeroReturn(result)} };`)],
    throwing: [insertion(at, ` if true { panic("${stubMessage}") };`)],
    ...(refusing === undefined ? {} : { refusing: [insertion(at, ` if true { ${refusing} };`)] }),
    ...(odd === undefined ? {} : { odd: [insertion(at, ` if true { ${odd} };`)] }),
    ...(wrapped ? { wrapped } : {}),
  });
}

/** What is deferred changes results that have names: each gets one. */
function wrap(
  name: string,
  { result, given: parameters }: { readonly result: SyntaxNode; readonly given: SyntaxNode | null },
  at: number,
): readonly StubEdit[] | undefined {
  const types = resultTypes(result);
  const given = types ? [] : namesOf(result);
  const names = types?.map((_, index) => `pactwright${index}`) ?? given;
  if (names.length === 0 || names.includes('_')) return undefined;
  const others = parameters
    ? namesOf(parameters)
        .filter((one) => one !== '_')
        .map((one) => `&${one}`)
        .join(', ')
    : '';
  const all = names.map((one) => `&${one}`).join(', ');
  return [
    ...(types ? [replacement(result, `(${types.map((type, index) => `${names[index]} ${type}`).join(', ')})`)] : []),
    insertion(
      at,
      `${others === '' ? '' : ` ${givenFunction}(${others});`} defer ${resultsFunction}(${JSON.stringify(name)})(${all});`,
    ),
  ];
}

function namesOf(parameters: SyntaxNode): readonly string[] {
  return partsOf(parameters).flatMap((one) => one.childrenForFieldName('name').flatMap((each) => each?.text ?? []));
}

/** Returns the zero value of each result. */
function zeroReturn(result: SyntaxNode | null): string {
  const types = resultTypes(result);
  return types === undefined || types.length === 0 ? 'return' : returnOf(types, () => undefined);
}

/** Returns values that no test expects, where the type of one is known. */
function oddReturn(result: SyntaxNode | null): string | undefined {
  const types = resultTypes(result);
  return types?.some((type) => oddOf(type) !== undefined) ? returnOf(types, oddOf) : undefined;
}

/** Returns an error, if the last result is one. */
function refusingReturn(result: SyntaxNode): string | undefined {
  const last = result.type === 'parameter_list' ? partsOf(result).at(-1) : undefined;
  if ((last?.childForFieldName('type') ?? last ?? result).text !== 'error') return undefined;
  const types = resultTypes(result);
  const name = namesOf(result).at(-1) ?? '_';
  if (!types) return name === '_' ? undefined : `${name} = ${refusal}; return`;
  return returnOf(types, (type) => (type === 'error' ? refusal : undefined));
}

/** The type of each result; undefined if they have names. */
function resultTypes(result: SyntaxNode | null): readonly string[] | undefined {
  if (!result) return [];
  if (result.type !== 'parameter_list') return [result.text];
  const results = partsOf(result);
  if (results.some((one) => one.childForFieldName('name'))) return undefined;
  return results.map((one) => one.childForFieldName('type')?.text ?? one.text);
}

function returnOf(types: readonly string[], valueOf: (type: string) => string | undefined): string {
  const declared = types.map((type, index) => {
    const value = valueOf(type);
    return `var result${index} ${type}${value === undefined ? '' : ` = ${value}`}; `;
  });
  return `${declared.join('')}return ${types.map((_, index) => `result${index}`).join(', ')}`;
}

function oddOf(type: string): string | undefined {
  if (type === 'string') return '"replaced by Pactwright"';
  return /^(?:u?int(?:8|16|32|64)?|float(?:32|64)|byte|rune)$/u.test(type) ? '117' : undefined;
}
