import type { Grammar } from './grammar.js';
import type { SyntaxNode } from './openSyntax.js';
import { insertion, replacement, type StubEdit, stubMessage } from './stub.js';

/** An assertion, and what makes it fail as soon as it is reached. */
export interface Assertion {
  readonly start: number;
  readonly end: number;
  readonly failing: StubEdit;
}

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
  const isAssertion =
    node.type === 'assert_statement' ||
    ((node.type === 'expression_statement' || node.type === 'with_statement') && assertingPython.test(node.text));
  if (!isAssertion) return undefined;
  const indent = ' '.repeat(node.startPosition.column);
  return insertion(node.startIndex, `raise AssertionError('${stubMessage}')\n${indent}`);
}

const failure = /\b(\w+)\s*\.\s*(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)\(/u;

/** The condition of a failure, or a call that is given the test. */
function inGo(node: SyntaxNode): StubEdit | undefined {
  const body = node.type === 'if_statement' ? node.childForFieldName('consequence')?.text : undefined;
  const test =
    failure.exec(body ?? '')?.[1] ??
    (node.type === 'expression_statement' ? /^(?:assert|require|is)\.\w+\((\w+),/u.exec(node.text)?.[1] : undefined);
  return test === undefined || node.parent?.type === 'if_statement'
    ? undefined
    : insertion(node.startIndex, `${test}.FailNow(); `);
}

const readers: Partial<Readonly<Record<Grammar, Read>>> = {
  typescript: inTypeScript,
  tsx: inTypeScript,
  javascript: inTypeScript,
  python: inPython,
  go: inGo,
};

/** The outermost assertions of a file; none if it cannot be read as a whole. */
export function assertionsOf(root: SyntaxNode, grammar: Grammar): readonly Assertion[] {
  const read = readers[grammar];
  if (!read || root.hasError) return [];
  const within = (node: SyntaxNode): readonly Assertion[] => {
    const failing = read(node);
    if (failing) return [{ start: node.startIndex, end: node.endIndex, failing }];
    return node.namedChildren.flatMap((child) => (child ? within(child) : []));
  };
  return within(root);
}
