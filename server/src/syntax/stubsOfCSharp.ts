import type { SyntaxNode } from './openSyntax.js';
import { insertion, partsOf, replacement, type Stub, stub, type StubEdit, stubMessage, within } from './stub.js';

export function stubsOfCSharp(root: SyntaxNode): readonly Stub[] {
  return partsOf(root).flatMap((node) => ofDeclaration(node, ''));
}

function ofDeclaration(node: SyntaxNode, outer: string): readonly Stub[] {
  const name = within(outer, node.childForFieldName('name')?.text ?? '');
  switch (node.type) {
    case 'using_directive':
    case 'extern_alias_directive':
    case 'file_scoped_namespace_declaration':
    case 'delegate_declaration':
    case 'event_field_declaration':
      return [stub('rest', node, name)];
    case 'namespace_declaration':
      return bodyOf(node).flatMap((member) => ofDeclaration(member, outer));
    case 'class_declaration':
    case 'struct_declaration':
    case 'record_declaration':
    case 'interface_declaration':
      return ofType(node, name);
    case 'field_declaration':
      return [ofField(node, outer)];
    case 'property_declaration':
    case 'indexer_declaration':
      return ofProperty(node, name);
    case 'constructor_declaration':
      return [ofConstructor(node, name)];
    case 'method_declaration':
    case 'operator_declaration':
    case 'conversion_operator_declaration':
      return [ofFunction(node, name, resultOf(node))];
    default:
      return [stub('unknown', node, name)];
  }
}

function ofType(node: SyntaxNode, name: string): readonly Stub[] {
  // The parameters of a record are properties; what a base class or an attribute does, only the compiler knows.
  const unclear = partsOf(node).filter(
    ({ type, text }) =>
      type === 'attribute_list' ||
      (type === 'base_list' && !/^:\s*(?:I[A-Z][\w.]*(?:<[^{]*>)?\s*,?\s*)+$/u.test(text)) ||
      (type === 'parameter_list' && node.type === 'record_declaration'),
  );
  return [
    ...unclear.map((part) => stub('unknown', part, name)),
    ...bodyOf(node).flatMap((member) => ofDeclaration(member, name)),
  ];
}

/** The default value of a type, with the compiler's warning about null turned off. */
const nothing = 'default!';
const neutralLiterals: Readonly<Record<string, string>> = {
  integer_literal: '0',
  real_literal: '0.0',
  string_literal: '""',
};

function ofField(node: SyntaxNode, outer: string): Stub {
  const declared = partsOf(node).find(({ type }) => type === 'variable_declaration');
  const variables = (declared ? partsOf(declared) : []).filter(({ type }) => type === 'variable_declarator');
  const name = within(outer, variables.map((one) => one.childForFieldName('name')?.text ?? '').join(', '));
  const isConstant = modifiersOf(node).includes('const');
  const neutral = variables.flatMap((one): readonly StubEdit[] => {
    const value = one.childForFieldName('value') ?? partsOf(one)[1];
    return value ? [replacement(value, isConstant ? otherConstant(value) : nothing)] : [];
  });
  return neutral.length === 0 ? stub('rest', node, name) : stub('value', node, name, { neutral });
}

function otherConstant({ type, text }: SyntaxNode): string {
  const neutral = neutralLiterals[type] ?? 'default';
  if (text === neutral) return type === 'string_literal' ? 'null' : '1';
  return text === 'false' ? 'true' : neutral;
}

function ofProperty(node: SyntaxNode, name: string): readonly Stub[] {
  const accessors = node.childForFieldName('accessors');
  if (!accessors) return [ofGetter(node, name)];
  const all = partsOf(accessors).filter(({ type }) => type === 'accessor_declaration');
  if (all.some((one) => one.childForFieldName('body')))
    return all.flatMap((one) =>
      one.childForFieldName('body') ? [ofFunction(one, name, isGetter(one) ? nothing : '')] : [],
    );
  const isDeclaredOnly = node.parent?.parent?.type === 'interface_declaration';
  if (isDeclaredOnly || /\b(?:abstract|extern|partial)\b/u.test(modifiersOf(node).join(' ')))
    return [stub('rest', node, name)];
  return [ofAutomatic(node, accessors, name)];
}

function isGetter({ text }: SyntaxNode): boolean {
  return /^(?:\[[^\]]*\]\s*)?(?:\w+\s+)*get\b/u.test(text);
}

/** `Sum => total + 1;` */
function ofGetter(node: SyntaxNode, name: string): Stub {
  const arrow = node.childForFieldName('value');
  if (arrow?.type !== 'arrow_expression_clause') return stub('unknown', node, name);
  const as = (statement: string): readonly StubEdit[] => [
    { start: arrow.startIndex, end: node.endIndex, newText: `{ get { ${statement} } }` },
  ];
  return stub('function', node, name, { neutral: as(`return ${nothing};`), throwing: as(thrown) });
}

/** A property that keeps what it is given keeps nothing. A constructor may still set what others can only read. */
function ofAutomatic(node: SyntaxNode, accessors: SyntaxNode, name: string): Stub {
  const modifiers = modifiersOf(node);
  if (modifiers.includes('override')) return stub('unknown', node, name);
  const all = partsOf(accessors);
  const edits = all.map((one) => ({
    start: one.endIndex - 1,
    end: one.endIndex,
    newText: isGetter(one) ? ` { return ${nothing}; }` : ' { }',
  }));
  const setter = modifiers.some((one) => ['public', 'internal', 'protected'].includes(one)) ? 'private set' : 'set';
  return stub('value', node, name, {
    neutral: [
      ...edits,
      ...(all.length === 1 ? [insertion(accessors.endIndex - 1, `${setter} { } `)] : []),
      ...(node.childForFieldName('value') ? [{ start: accessors.endIndex, end: node.endIndex, newText: '' }] : []),
    ],
  });
}

/** An object without content: it is made in any case, as tests that replace the subject's methods make one, too. */
function ofConstructor(node: SyntaxNode, name: string): Stub {
  // All fields of a struct have to be set.
  if (node.parent?.parent?.type === 'struct_declaration') return stub('unknown', node, name);
  const { neutral } = ofFunction(node, name, '');
  return stub('function', node, name, { neutral });
}

const thrown = `throw new global::System.InvalidOperationException("${stubMessage}");`;

/** @param result what it returns; empty for nothing, undefined if unknown. */
function ofFunction(node: SyntaxNode, name: string, result: string | undefined): Stub {
  const body = node.childForFieldName('body');
  if (!body) return stub('rest', node, name);
  if (result === undefined) return stub('unknown', node, name);
  const returned = isIterator(body) ? 'yield break;' : `${outsOf(node)}return${result && ` ${result}`};`;
  if (body.type === 'arrow_expression_clause') {
    const as = (statement: string): readonly StubEdit[] => [
      { start: body.startIndex, end: node.endIndex, newText: `{ ${statement} }` },
    ];
    return stub('function', node, name, { neutral: as(returned), throwing: as(thrown) });
  }
  // What follows stays behind a condition that the compiler can't decide, so that it does not complain that nothing reaches it.
  const first = (statement: string): readonly StubEdit[] => [
    insertion(body.startIndex + 1, ` if (global::System.Environment.ProcessorCount > 0) { ${statement} }`),
  ];
  return stub('function', node, name, { neutral: first(returned), throwing: first(thrown) });
}

function isIterator({ text }: SyntaxNode): boolean {
  return /\byield\s+(?:return|break)\b/u.test(text);
}

/** Parameters that have to be set. */
function outsOf(node: SyntaxNode): string {
  const parameters = node.childForFieldName('parameters');
  return (parameters ? partsOf(parameters) : [])
    .filter((one) => modifiersOf(one).includes('out'))
    .map((one) => `${one.childForFieldName('name')?.text ?? ''} = ${nothing}; `)
    .join('');
}

function resultOf(node: SyntaxNode): string | undefined {
  const type = (node.childForFieldName('returns') ?? node.childForFieldName('type'))?.text ?? '';
  if (type === 'void') return '';
  if (/^ref\b/u.test(type)) return undefined;
  const [, task, inner] = /^(?:[\w.]+\.)?(Task|ValueTask)(?:<(.+)>)?$/su.exec(type) ?? [];
  const isAsync = modifiersOf(node).includes('async');
  if (isAsync && inner === undefined && task !== undefined) return '';
  if (isAsync || task !== 'Task') return nothing;
  const done = 'global::System.Threading.Tasks.Task';
  return inner === undefined ? `${done}.CompletedTask` : `${done}.FromResult<${inner}>(${nothing})`;
}

function modifiersOf(node: SyntaxNode): readonly string[] {
  return partsOf(node).flatMap(({ type, text }) => (type === 'modifier' ? [text] : []));
}

function bodyOf(node: SyntaxNode): readonly SyntaxNode[] {
  const body = node.childForFieldName('body');
  return body ? partsOf(body) : [];
}
