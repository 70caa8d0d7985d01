import { resultsDecorator } from './otherResults/inPython.js';
import type { SyntaxNode } from './openSyntax.js';
import {
  insertion,
  lineBreak,
  partsOf,
  replacement,
  type Stub,
  stub,
  type StubEdit,
  stubMessage,
  type Wiring,
  within,
} from './stub.js';

export function stubsOfPython(root: SyntaxNode): readonly Stub[] {
  return partsOf(root).flatMap((node) => ofStatement(node, ''));
}

const withoutBehaviour = new Set([
  'import_statement',
  'import_from_statement',
  'future_import_statement',
  'pass_statement',
  'type_alias_statement',
]);

function ofStatement(node: SyntaxNode, outer: string): readonly Stub[] {
  if (withoutBehaviour.has(node.type)) return [stub('rest', node, outer, withoutSource(node))];
  const definition = node.childForFieldName('definition') ?? node;
  const name = within(outer, definition.childForFieldName('name')?.text ?? '');
  switch (definition.type) {
    case 'function_definition':
      return [ofFunction(definition, name)];
    case 'class_definition':
      return [...ofHeader(definition, name), ...bodyOf(definition).flatMap((member) => ofStatement(member, name))];
    case 'expression_statement':
      return ofExpression(node, outer);
    default:
      return [stub('statement', node, outer, { neutral: [replacement(node, 'pass')] })];
  }
}

/** `from .cart import Cart` without `Cart`. */
function withoutSource(node: SyntaxNode): Partial<Stub> {
  if (node.type !== 'import_from_statement') return {};
  const wirings = node.childrenForFieldName('name').flatMap((one): readonly Wiring[] => {
    if (!one) return [];
    const name = one.childForFieldName('alias')?.text ?? one.text;
    const defined = one.childForFieldName('name')?.text ?? one.text;
    return [{ defined, unwired: [insertion(node.endIndex, `; ${name} = None`)] }];
  });
  return wirings.length === 0 ? {} : { wirings };
}

/** Without the classes it inherits from, an object is not what it claims to be. */
function ofHeader(definition: SyntaxNode, name: string): readonly Stub[] {
  const inherited = definition.childForFieldName('superclasses');
  return inherited ? [stub('value', inherited, name, { neutral: [replacement(inherited, '()')] })] : [];
}

function ofExpression(node: SyntaxNode, outer: string): readonly Stub[] {
  const [expression] = partsOf(node);
  // What documents a module or class.
  if (expression?.type === 'string') return [stub('rest', node, outer)];
  if (expression?.type !== 'assignment')
    return [stub('statement', node, outer, { neutral: [replacement(node, 'pass')] })];
  const name = expression.childForFieldName('left')?.text ?? '';
  const value = expression.childForFieldName('right');
  if (name === '__all__') return [stub('wiring', node, name)];
  // `x: int` makes a field in a dataclass.
  if (!value) return [stub(outer === '' ? 'rest' : 'unknown', node, within(outer, name))];
  return [stub('value', node, within(outer, name), { neutral: [replacement(value, 'None')] })];
}

function ofFunction(node: SyntaxNode, name: string): Stub {
  const [first] = bodyOf(node);
  if (!first) return stub('unknown', node, name);
  // A statement on the line of `def` is alone or beside others; one on a line of its own may be a block.
  const header = node.children.findLast((child) => child?.type === ':')?.endPosition.row;
  const apart = first.startPosition.row === header ? '; ' : lineBreak(first);
  const begin = (statement: string): readonly StubEdit[] => [insertion(first.startIndex, `${statement}${apart}`)];
  const neutral = begin('return None');
  // An object is made in any case, as tests that replace its methods make one, too.
  return stub('function', node, name, {
    wrapped: [insertion(node.startIndex, `@${resultsDecorator}${lineBreak(node)}`)],
    neutral,
    odd: name.endsWith('.__init__') ? neutral : begin('return object()'),
    throwing: name.endsWith('.__init__') ? neutral : begin(`raise RuntimeError('${stubMessage}')`),
  });
}

function bodyOf(node: SyntaxNode): readonly SyntaxNode[] {
  const body = node.childForFieldName('body');
  return body ? partsOf(body) : [];
}
