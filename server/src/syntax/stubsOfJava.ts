import type { SyntaxNode } from './openSyntax.js';
import { insertion, partsOf, replacement, type Stub, stub, type StubEdit, stubMessage, within } from './stub.js';

export function stubsOfJava(root: SyntaxNode): readonly Stub[] {
  return partsOf(root).flatMap((node) => ofDeclaration(node, ''));
}

function ofDeclaration(node: SyntaxNode, outer: string): readonly Stub[] {
  switch (node.type) {
    case 'package_declaration':
    case 'import_declaration':
    case 'modifiers':
      return [stub('rest', node, outer)];
    case 'class_declaration':
    case 'interface_declaration':
    case 'enum_declaration':
    case 'record_declaration':
      return ofType(node, within(outer, nameOf(node)));
    case 'enum_body_declarations':
      return partsOf(node).flatMap((member) => ofDeclaration(member, outer));
    case 'field_declaration':
    case 'constant_declaration':
      return [ofField(node, outer)];
    case 'method_declaration':
      return [ofMethod(node, within(outer, nameOf(node)))];
    case 'constructor_declaration':
    case 'compact_constructor_declaration':
      return [ofConstructor(node, within(outer, nameOf(node)))];
    default:
      return [stub('unknown', node, outer)];
  }
}

function ofType(node: SyntaxNode, name: string): readonly Stub[] {
  const body = node.childForFieldName('body');
  const superclass = node.childForFieldName('superclass');
  return [
    ...partsOf(node)
      .filter(isAnnotated)
      .map((modifiers) => stub('unknown', modifiers, name)),
    // Without it, hardly anything would compile.
    ...(superclass ? [stub('unknown', superclass, name)] : []),
    ...(node.type === 'record_declaration' && body ? ofComponents(node, body, name) : []),
    ...(body ? partsOf(body) : []).flatMap((member) => ofDeclaration(member, name)),
  ];
}

/** Annotations that say nothing at run time. */
const silent = /@(?:\w+\.)*(?:Override|Deprecated|SuppressWarnings|FunctionalInterface|SafeVarargs)\b/gu;

/** Whether something besides the code says what a type does. */
function isAnnotated({ type, text }: SyntaxNode): boolean {
  return type === 'modifiers' && text.replaceAll(silent, '').includes('@');
}

/** The components of a record are fields that its constructor sets: here to nothing. */
function ofComponents(node: SyntaxNode, body: SyntaxNode, name: string): readonly Stub[] {
  const parameters = node.childForFieldName('parameters');
  if (!parameters || partsOf(parameters).length === 0) return [];
  if (partsOf(body).some(({ type }) => type.endsWith('constructor_declaration'))) return [];
  const made = ` public ${nameOf(node)} {${emptied(partsOf(parameters), '')} }`;
  return [stub('value', parameters, name, { neutral: [insertion(body.startIndex + 1, made)] })];
}

function emptied(variables: readonly SyntaxNode[], before: string): string {
  return variables.map((one) => ` ${before}${nameOf(one)} = ${nothingOf(typeOf(one))};`).join('');
}

function ofField(node: SyntaxNode, outer: string): Stub {
  const declared = partsOf(node).filter(({ type }) => type === 'variable_declarator');
  const name = within(outer, declared.map(nameOf).join(', '));
  if (partsOf(node).some(isAnnotated)) return stub('unknown', node, name);
  const neutral = declared.flatMap((one): readonly StubEdit[] => {
    const value = one.childForFieldName('value');
    return value ? [replacement(value, otherThan(value.text, typeOf(one, node)))] : [];
  });
  return neutral.length === 0 ? stub('rest', node, name) : stub('value', node, name, { neutral });
}

/** A text stays a text, as it may be needed as a constant. */
function otherThan(value: string, type: string): string {
  const nothing = value.startsWith('"') ? '""' : nothingOf(type);
  if (value !== nothing) return nothing;
  return type === 'boolean' ? 'true' : type === 'String' ? 'null' : '1';
}

function ofMethod(node: SyntaxNode, name: string): Stub {
  const body = node.childForFieldName('body');
  if (!body) return stub('rest', node, name);
  const type = typeOf(node);
  // What follows stays behind a condition, so that the compiler does not complain that nothing reaches it.
  const first = (statement: string): readonly StubEdit[] => [
    insertion(body.startIndex + 1, ` if (true) { ${statement} }`),
  ];
  return stub('function', node, name, {
    neutral: first(type === 'void' ? 'return;' : `return ${nothingOf(type)};`),
    throwing: first(`throw new RuntimeException("${stubMessage}");`),
  });
}

/**
 * An object without content. It is made in any case, as tests that replace the subject's methods make one, too. What comes first stays,
 * as another constructor may need arguments, and what is final is set, as it has to be.
 */
function ofConstructor(node: SyntaxNode, name: string): Stub {
  const body = node.childForFieldName('body');
  if (!body) return stub('unknown', node, name);
  const call = partsOf(body).find(({ type }) => type === 'explicit_constructor_invocation');
  const isSetElsewhere = call?.childForFieldName('constructor')?.type === 'this';
  const newText = isSetElsewhere ? '' : finalsOf(node);
  if (newText === undefined) return stub('unknown', node, name);
  const start = call?.endIndex ?? body.startIndex + 1;
  return stub('function', node, name, { neutral: [{ start, end: body.endIndex - 1, newText: `${newText} ` }] });
}

/** @returns statements that set what the constructor has to; undefined if that is not known. */
function finalsOf(node: SyntaxNode): string | undefined {
  const type = node.parent?.parent;
  if (type?.type === 'record_declaration') {
    const parameters = type.childForFieldName('parameters');
    const isCompact = node.type === 'compact_constructor_declaration';
    return parameters ? emptied(partsOf(parameters), isCompact ? '' : 'this.') : undefined;
  }
  const members = node.parent ? partsOf(node.parent) : [];
  if (members.some(({ type: kind }) => kind === 'block')) return undefined;
  return members
    .filter(({ type: kind, text }) => kind === 'field_declaration' && isBlankFinal(text))
    .flatMap((field) =>
      partsOf(field)
        .filter((one) => one.type === 'variable_declarator' && !one.childForFieldName('value'))
        .map((one) => ` this.${nameOf(one)} = ${nothingOf(typeOf(one, field))};`),
    )
    .join('');
}

function isBlankFinal(text: string): boolean {
  return /\bfinal\b/u.test(text) && !/\bstatic\b/u.test(text);
}

/** The value of a type that is none. */
function nothingOf(type: string): string {
  if (type === 'boolean') return 'false';
  return /^(?:byte|short|int|long|char|float|double)$/u.test(type) ? '0' : 'null';
}

/** @param node has the brackets of an array, where they are behind the name. @param declaration has the type, where `node` has none. */
function typeOf(node: SyntaxNode, declaration = node): string {
  const brackets = node.childForFieldName('dimensions')?.text ?? '';
  return (declaration.childForFieldName('type')?.text ?? '') + brackets;
}

function nameOf(node: SyntaxNode): string {
  return node.childForFieldName('name')?.text ?? '';
}
