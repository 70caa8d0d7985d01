import type { SyntaxNode } from './openSyntax.js';
import { insertion, partsOf, replacement, type Stub, stub, type StubEdit, stubMessage, within } from './stub.js';

export function stubsOfRuby(root: SyntaxNode): readonly Stub[] {
  return partsOf(root).flatMap((node) => ofStatement(node, ''));
}

/** Calls that load files, or say who may call what. */
const withoutBehaviour =
  /^(?:require|require_relative|load|autoload|private|protected|public|module_function|private_class_method|public_class_method|private_constant)$/u;

function ofStatement(node: SyntaxNode, outer: string): readonly Stub[] {
  const name = within(outer, node.childForFieldName('name')?.text ?? '');
  switch (node.type) {
    case 'module':
    case 'class':
    case 'singleton_class':
      return [...ofSuperclass(node, name), ...bodyOf(node).flatMap((member) => ofStatement(member, name))];
    case 'method':
    case 'singleton_method':
      return [ofMethod(node, name)];
    case 'assignment':
      return [ofAssignment(node, outer)];
    case 'alias':
      return [
        stub(
          'wiring',
          node,
          partsOf(node)
            .map(({ text }) => text)
            .join(' '),
        ),
      ];
    case 'identifier':
      return [stub('rest', node, outer)];
    case 'call':
      return ofCall(node, outer);
    default:
      return [nothing(node, outer)];
  }
}

function nothing(node: SyntaxNode, name: string): Stub {
  return stub('statement', node, name, { neutral: [replacement(node, 'nil')] });
}

/** Without the class it inherits from, an object is not what it claims to be. */
function ofSuperclass(node: SyntaxNode, name: string): readonly Stub[] {
  const superclass = node.childForFieldName('superclass');
  return superclass ? [stub('value', superclass, name, { neutral: [replacement(superclass, '')] })] : [];
}

function ofAssignment(node: SyntaxNode, outer: string): Stub {
  const value = node.childForFieldName('right');
  const name = within(outer, node.childForFieldName('left')?.text ?? '');
  return value ? stub('value', node, name, { neutral: [replacement(value, 'nil')] }) : stub('unknown', node, name);
}

/** `private def total` is a method, too. */
function ofCall(node: SyntaxNode, outer: string): readonly Stub[] {
  const called = node.childForFieldName('receiver') ? '' : (node.childForFieldName('method')?.text ?? '');
  if (!withoutBehaviour.test(called)) return [nothing(node, outer)];
  const given = node.childForFieldName('arguments');
  const methods = (given ? partsOf(given) : []).filter(({ type }) => type.endsWith('method'));
  return methods.length === 0 ? [stub('rest', node, outer)] : methods.flatMap((method) => ofStatement(method, outer));
}

function ofMethod(node: SyntaxNode, name: string): Stub {
  const body = node.childForFieldName('body');
  if (!body) return stub('rest', node, name);
  const isExpression = node.children.some((child) => child?.type === '=');
  const begin = (statement: string, value: string): readonly StubEdit[] => [
    isExpression ? replacement(body, value) : insertion(body.startIndex, `${statement}; `),
  ];
  const neutral = begin('return nil', 'nil');
  const thrown = `raise('${stubMessage}')`;
  // An object is made in any case, as tests that replace its methods make one, too.
  return stub('function', node, name, {
    neutral,
    throwing: name.endsWith('.initialize') ? neutral : begin(thrown, thrown),
  });
}

function bodyOf(node: SyntaxNode): readonly SyntaxNode[] {
  const body = node.childForFieldName('body');
  return body ? partsOf(body) : [];
}
