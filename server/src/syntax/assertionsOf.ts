import type { Grammar } from './grammar.js';
import type { SyntaxNode } from './openSyntax.js';
import { insertion, lineBreak, replacement, type StubEdit, stubMessage } from './stub.js';

/** An assertion, and what makes it fail as soon as it is reached. */
export interface Assertion {
  readonly start: number;
  readonly end: number;
  readonly failing: StubEdit;
  /** Whether tests that pass may never reach it: it fails in any case, or handles that something failed. */
  readonly isForFailure: boolean;
}

/** @returns the edit that makes a node fail, if it is an assertion. */
type Read = (node: SyntaxNode) => StubEdit | undefined;

const assertionCall = /^(?:assert|expect|ok|t\.(?:true|assert|ok))\b(?!\.(?:assertions|hasAssertions|extend|plan)\b)/u;
const thrower = `(() => { throw new Error('${stubMessage}') })()`;

/** The whole chain: `expect(a).not.toBe(1)`. */
function inTypeScript(node: SyntaxNode): StubEdit | undefined {
  const callee = node.type === 'call_expression' ? node.childForFieldName('function') : undefined;
  const { parent } = node;
  const isInner = parent?.type === 'member_expression' || parent?.childForFieldName('function')?.id === node.id;
  if (!callee || isInner || !assertionCall.test(callee.text)) return undefined;
  return replacement(node, thrower);
}

const assertingPython =
  /^(?:with\s+)?(?:self\s*\.\s*(?:assert|fail)\w*|(?:\w+\.)*assert_?\w*|pytest\s*\.\s*(?:raises|warns|fail))\s*\(/u;

function inPython(node: SyntaxNode): StubEdit | undefined {
  const isBlock = node.type === 'with_statement';
  const isAssertion =
    node.type === 'assert_statement' ||
    ((node.type === 'expression_statement' || isBlock) && assertingPython.test(node.text));
  if (!isAssertion) return undefined;
  // Simple statements may share a line, and a block has its own.
  return insertion(node.startIndex, `raise AssertionError('${stubMessage}')${isBlock ? lineBreak(node) : '; '}`);
}

/** The condition of a failure, or a call that is given the test. */
function inGo(node: SyntaxNode): StubEdit | undefined {
  const body = node.type === 'if_statement' ? node.childForFieldName('consequence')?.text : undefined;
  const isCall = node.type === 'expression_statement';
  if ((body === undefined && !isCall) || node.parent?.type === 'if_statement') return undefined;
  const test = testOfGo(node);
  if (test === undefined) return undefined;
  const says = isCall
    ? `^(?:assert|require|is)\\.\\w+\\(${test},`
    : `\\b${test}\\s*\\.\\s*(?:Error|Fatal|Fail)(?:f|Now)?\\(`;
  return new RegExp(says, 'u').test(body ?? node.text) ? insertion(node.startIndex, `${test}.FailNow(); `) : undefined;
}

/** What the innermost function around that is given a test calls it. */
function testOfGo(node: SyntaxNode): string | undefined {
  for (let at = node.parent; at; at = at.parent) {
    const test = /\b(\w+) +(?:\*testing\.[TBF]|testing\.TB)\b/u.exec(
      at.childForFieldName('parameters')?.text ?? '',
    )?.[1];
    if (test !== undefined) return test === '_' ? undefined : test;
  }
  return undefined;
}

const readers: Partial<Readonly<Record<Grammar, Read>>> = {
  typescript: inTypeScript,
  tsx: inTypeScript,
  javascript: inTypeScript,
  python: inPython,
  go: inGo,
};

const failsAlways =
  /^(?:assert\s*\.\s*fail|expect\s*\.\s*(?:fail|unreachable)|pytest\s*\.\s*fail|self\s*\.\s*fail)\s*\(/u;

/** The outermost assertions of a file; none if it cannot be read as a whole. */
export function assertionsOf(root: SyntaxNode, grammar: Grammar): readonly Assertion[] {
  const read = readers[grammar];
  if (!read || root.hasError) return [];
  const within = (node: SyntaxNode, isHandler: boolean): readonly Assertion[] => {
    const failing = read(node);
    const { startIndex: start, endIndex: end } = node;
    if (failing) return [{ start, end, failing, isForFailure: isHandler || failsAlways.test(node.text) }];
    return node.namedChildren.flatMap((child) => (child ? within(child, isHandler || handlesFailure(child)) : []));
  };
  return within(root, false);
}

/** A handler of errors, or what `catch` of a promise is given. */
function handlesFailure({ type, parent }: SyntaxNode): boolean {
  if (type === 'arguments')
    return parent?.childForFieldName('function')?.childForFieldName('property')?.text === 'catch';
  return type === 'catch_clause' || type === 'except_clause';
}
