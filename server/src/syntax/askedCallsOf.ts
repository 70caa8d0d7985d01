import { closedCall } from './closedCall.js';
import { literalSyntax } from './expectedValuesOf.js';
import { functionKinds } from './functionBodiesOf.js';
import type { Grammar } from './grammar.js';
import type { Extent, SyntaxNode } from './openSyntax.js';
import { insertion, lineBreak, partsOf, type StubEdit } from './stub.js';

/** A call that any program can make. */
export interface AskedCall extends Extent {
  /** An expression with nothing but literals. */
  readonly text: string;
}

/** A function of a test file. */
export interface TestBody extends Extent {
  /** Has it call another one before all else, and wait for it where it can. */
  readonly begin: (call: string) => readonly StubEdit[];
}

export interface AskedCalls {
  readonly calls: readonly AskedCall[];
  readonly bodies: readonly TestBody[];
  /** The statements that import something, as they are written. */
  readonly imports: readonly string[];
}

const plain = /^(?:true|false|null|undefined|none|regex|property_identifier|string_fragment)$/iu;

/** @param callees what functions are called, as calls write it: `discount`, `shop.discount`. */
export function askedCallsOf(root: SyntaxNode, grammar: Grammar, callees: ReadonlySet<string>): AskedCalls {
  const syntax = literalSyntax[grammar];
  if (!syntax || root.hasError) return { calls: [], bodies: [], imports: [] };
  const literals = new Set([...syntax.numbers, ...syntax.texts, 'template_string']);
  const isPlain = (node: SyntaxNode, other: (part: SyntaxNode) => boolean): boolean =>
    literals.has(node.type)
      ? !/\$\{|^f["']/iu.test(node.text)
      : plain.test(node.type) ||
        (node.type === 'keyword_argument' && other(node.childForFieldName('value') ?? node)) ||
        (syntax.holders.includes(node.type) && partsOf(node).every(other));
  const calls = root.descendantsOfType([...syntax.calls]).flatMap((node): readonly AskedCall[] => {
    const given = node?.childForFieldName('arguments');
    if (!node || !given || !callees.has(node.childForFieldName('function')?.text ?? '')) return [];
    const text = closedCall(node, given, grammar, callees, isPlain);
    return text === undefined ? [] : [{ text, start: node.startIndex, end: node.endIndex }];
  });
  return { calls, bodies: bodiesOf(root, grammar), imports: importsOf(root) };
}

function bodiesOf(root: SyntaxNode, grammar: Grammar): readonly TestBody[] {
  return root.descendantsOfType([...(functionKinds[grammar] ?? [])]).flatMap((node): readonly TestBody[] => {
    const body = node?.childForFieldName('body');
    if (!node || !body) return [];
    // The tree is gone when these are called.
    const { startIndex: start, endIndex: end } = body;
    const own = { start: node.startIndex, end: node.endIndex };
    if (grammar === 'python') {
      const behind = lineBreak(body);
      return body.type === 'block' ? [{ begin: (call) => [insertion(start, `${call}${behind}`)], ...own }] : [];
    }
    const before = node.text.startsWith('async') ? ' await ' : ' ';
    const begin = /block$/u.test(body.type)
      ? (call: string) => [insertion(start + 1, `${before}${call};`)]
      : (call: string) => [insertion(start, `{${before}${call}; return (`), insertion(end, '); }')];
    return [{ begin, ...own }];
  });
}

function importsOf(root: SyntaxNode): readonly string[] {
  return partsOf(root).flatMap(({ type, text }) => (/^import_(?:from_)?statement$/u.test(type) ? [text] : []));
}
