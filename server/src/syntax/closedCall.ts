import type { Grammar } from './grammar.js';
import type { SyntaxNode } from './openSyntax.js';
import { partsOf } from './stub.js';

/** What binds names around a call: rows of a table, or a constant. */
interface Binder {
  readonly names: readonly string[];
  /** The rows, or the value. */
  readonly from: SyntaxNode;
  /** What the call is with them: for each row, or with the value. */
  readonly bind: (text: string, from: string) => string;
}

/** What follows from its first parts: `row.total`, `row[0]`, `...row`, `a + b`, `new Map(rows)`. */
const parts =
  /^(?:member_expression|subscript_expression|spread_element|attribute|subscript|list_splat|binary_\w+|call(?:_expression)?|new_expression)$/u;
const functions = /^(?:arrow_function|function_expression|lambda)$/u;
const name = /^(?:identifier|shorthand_property_identifier)$/u;
const patternName = ['identifier', 'shorthand_property_identifier_pattern'];
/** What changes nothing of a value. */
const around = /^(?:as_expression|satisfies_expression|non_null_expression|parenthesized_expression)$/u;
/** What any program knows; what changes by itself among it is found when it is asked twice. */
const known: ReadonlySet<string> = new Set(
  (
    'NaN Infinity Number String Boolean BigInt Symbol Array Object Map Set Date RegExp Error TypeError RangeError JSON Math Promise URL ' +
    'parseInt parseFloat isNaN structuredClone bool int float str bytes list dict set tuple frozenset len range sum min max sorted abs round'
  ).split(' '),
);

/**
 * A call as an expression that any program can evaluate: with the rows of the table that it is made for (a loop, `forEach`, `each`,
 * `parametrize`) and the constants that it names.
 *
 * @param given what it is given.
 * @param callees what that program has of the product, as calls write it.
 * @param isLiteral whether a node has nothing but literals in it; those of its parts that are none are asked about by the second argument.
 * @returns undefined where something else decides.
 */
export function closedCall(
  call: SyntaxNode,
  given: SyntaxNode,
  grammar: Grammar,
  callees: ReadonlySet<string>,
  isLiteral: (node: SyntaxNode, other: (part: SyntaxNode) => boolean) => boolean,
): string | undefined {
  const had = new Set([...callees].map((one) => one.replace(/\..*/u, '')));
  const namesIn = (node: SyntaxNode): ReadonlySet<string> | undefined => {
    const names: string[] = [];
    const isClosed = (part: SyntaxNode): boolean => {
      if (!name.test(part.type) && !functions.test(part.type))
        // What an attribute is called is no name.
        return parts.test(part.type)
          ? partsOf(part)
              .slice(0, part.type === 'attribute' ? 1 : 2)
              .every(isClosed)
          : isLiteral(part, isClosed);
      names.push(...(name.test(part.type) ? [part.text] : freeNamesIn(part)));
      return true;
    };
    return isClosed(node) ? new Set(names) : undefined;
  };
  const open = new Set(namesIn(given) ?? [unknownName]);
  let { text } = call;
  for (let at = call.parent; at && open.size > 0; at = at.parent)
    for (const { names, from, bind } of bindersOf(at, grammar)) {
      if (!names.some((one) => open.has(one))) continue;
      const value = bare(from);
      const more = namesIn(value);
      if (!more) return undefined;
      for (const one of names) open.delete(one);
      for (const one of more) open.add(one);
      text = bind(text, value.text);
    }
  return [...open].every((one) => known.has(one) || had.has(one)) ? text : undefined;
}

/** Nothing gives it a value. */
const unknownName = '';

/** The names that a function takes from around it. */
function freeNamesIn(node: SyntaxNode): readonly string[] {
  const own = node.descendantsOfType([
    'formal_parameters',
    'lambda_parameters',
    'arrow_function',
    'variable_declarator',
  ]);
  const declared = new Set(
    own.flatMap((one) => {
      const field = { arrow_function: 'parameter', variable_declarator: 'name' }[one?.type ?? ''];
      const within = field === undefined ? one : one?.childForFieldName(field);
      return within ? namesOf([within]) : [];
    }),
  );
  return namesOf([node], ['identifier', 'shorthand_property_identifier']).filter((one) => !declared.has(one));
}

function bare(node: SyntaxNode): SyntaxNode {
  const [inner] = around.test(node.type) ? partsOf(node) : [];
  return inner ? bare(inner) : node;
}

function bindersOf(node: SyntaxNode, grammar: Grammar): readonly Binder[] {
  return grammar === 'python' ? bindersInPython(node) : bindersInJavaScript(node);
}

function bindersInJavaScript(node: SyntaxNode): readonly Binder[] {
  if (node.type === 'for_in_statement') {
    const [left, right] = [node.childForFieldName('left'), node.childForFieldName('right')];
    return left && right && node.childForFieldName('operator')?.text === 'of' ? [rowsOf([left], right)] : [];
  }
  if (/^(?:statement_block|program)$/u.test(node.type))
    return partsOf(node).flatMap((one) =>
      one.childForFieldName('kind')?.text === 'const' ? partsOf(one).flatMap(constantOf) : [],
    );
  const callee = /function/u.test(node.type) ? node.parent?.parent?.childForFieldName('function') : undefined;
  if (!callee || node.parent?.type !== 'arguments') return [];
  const single = node.childForFieldName('parameter');
  const parameters = partsOf(node.childForFieldName('parameters') ?? node);
  const patterns = single ? [single] : parameters.map((one) => one.childForFieldName('pattern') ?? one);
  const of = callee.type === 'call_expression' ? callee.childForFieldName('function') : callee;
  const how = of?.childForFieldName('property')?.text;
  if (callee !== of && how === 'each') {
    const [rows] = partsOf(callee.childForFieldName('arguments') ?? callee);
    return rows ? [rowsOf(patterns, rows, true)] : [];
  }
  const object = /^(?:forEach|map)$/u.test(how ?? '') && callee === of ? callee.childForFieldName('object') : undefined;
  return object ? [rowsOf(patterns, object)] : [];
}

/** @param isSpread whether a row that is a list is given as several arguments. */
function rowsOf(patterns: readonly SyntaxNode[], from: SyntaxNode, isSpread = false): Binder {
  const given = patterns.map(({ text }) => text).join(', ');
  return {
    names: namesOf(patterns),
    from,
    bind: (text, rows) =>
      isSpread
        ? `(${rows}).map((row) => ((${given}) => ${text})(...[row].flat()))`
        : `(${rows}).map((${given}) => ${text})`,
  };
}

function constantOf(declarator: SyntaxNode): readonly Binder[] {
  const [left, from] = [declarator.childForFieldName('name'), declarator.childForFieldName('value')];
  if (left?.type !== 'identifier' || !from) return [];
  const { text: constant } = left;
  return [{ names: [constant], from, bind: (text, value) => `((${constant}) => ${text})(${value})` }];
}

function bindersInPython(node: SyntaxNode): readonly Binder[] {
  const [left, right] = [node.childForFieldName('left'), node.childForFieldName('right')];
  if (node.type === 'for_statement' && left && right) return [inComprehension(left.text, namesOf([left]), right)];
  if (/^(?:block|module)$/u.test(node.type))
    return partsOf(node).flatMap((statement): readonly Binder[] => {
      const [assignment] = partsOf(statement);
      const to = assignment?.type === 'assignment' ? assignment.childForFieldName('left') : undefined;
      const from = assignment?.childForFieldName('right');
      if (to?.type !== 'identifier' || !from) return [];
      const { text: constant } = to;
      return [{ names: [constant], from, bind: (text, value) => `(lambda ${constant}: ${text})(${value})` }];
    });
  if (node.type !== 'decorated_definition') return [];
  return partsOf(node).flatMap((decorator): readonly Binder[] => {
    const [marked] = decorator.type === 'decorator' ? partsOf(decorator) : [];
    if (!/\bparametrize$/u.test(marked?.childForFieldName('function')?.text ?? '')) return [];
    const [given, rows] = partsOf(marked?.childForFieldName('arguments') ?? node);
    const names = given?.text.match(/\w+/gu) ?? [];
    // A row of one name alone is its value.
    const pattern = `${names.join(', ')}${given?.type === 'string' && names.length === 1 ? '' : ','}`;
    return rows ? [inComprehension(pattern, names, rows)] : [];
  });
}

function inComprehension(pattern: string, names: readonly string[], from: SyntaxNode): Binder {
  return { names, from, bind: (text, rows) => `[${text} for ${pattern} in ${rows}]` };
}

function namesOf(patterns: readonly SyntaxNode[], types = patternName): readonly string[] {
  return patterns.flatMap((pattern) => pattern.descendantsOfType(types).flatMap((one) => (one ? [one.text] : [])));
}
