import { literalSyntax } from './expectedValuesOf.js';
import { functionKinds } from './functionBodiesOf.js';
import type { Grammar } from './grammar.js';
import type { Extent, SyntaxNode } from './openSyntax.js';
import { insertion, lineBreak, partsOf, type StubEdit } from './stub.js';

/** A call with nothing but literals, which any program can make. */
export interface AskedCall extends Extent {
  readonly text: string;
}

/** A function of a test file. */
export interface TestBody extends Extent {
  /** Has it call another one before all else, and wait for it where it can. */
  readonly begin: (call: string) => StubEdit;
}

export interface AskedCalls {
  readonly calls: readonly AskedCall[];
  readonly bodies: readonly TestBody[];
  /** The statements that import something, as they are written. */
  readonly imports: readonly string[];
}

const plain = /^(?:true|false|null|undefined|none|property_identifier|string_fragment)$/iu;

/** @param callees what functions are called, as calls write it: `discount`, `shop.discount`. */
export function askedCallsOf(root: SyntaxNode, grammar: Grammar, callees: ReadonlySet<string>): AskedCalls {
  const syntax = literalSyntax[grammar];
  if (!syntax || root.hasError) return { calls: [], bodies: [], imports: [] };
  const literals = new Set([...syntax.numbers, ...syntax.texts]);
  const isPlain = (node: SyntaxNode): boolean =>
    literals.has(node.type)
      ? !/\$\{|^f["']/iu.test(node.text)
      : plain.test(node.type) ||
        (node.type === 'keyword_argument' && isPlain(node.childForFieldName('value') ?? node)) ||
        (syntax.holders.includes(node.type) && partsOf(node).every(isPlain));
  const calls = root.descendantsOfType([...syntax.calls]).flatMap((node): readonly AskedCall[] => {
    const given = node?.childForFieldName('arguments');
    if (!node || !given || !callees.has(node.childForFieldName('function')?.text ?? '') || !isPlain(given)) return [];
    return [{ text: node.text, start: node.startIndex, end: node.endIndex }];
  });
  return { calls, bodies: bodiesOf(root, grammar), imports: importsOf(root) };
}

function bodiesOf(root: SyntaxNode, grammar: Grammar): readonly TestBody[] {
  return root.descendantsOfType([...(functionKinds[grammar] ?? [])]).flatMap((node): readonly TestBody[] => {
    const body = node?.childForFieldName('body');
    if (!node || !body || !/block$/u.test(body.type)) return [];
    // The tree is gone when this is called.
    const [at, before, behind] =
      grammar === 'python'
        ? [body.startIndex, '', lineBreak(body)]
        : [body.startIndex + 1, node.text.startsWith('async') ? ' await ' : ' ', ';'];
    const begin = (call: string): StubEdit => insertion(at, `${before}${call}${behind}`);
    return [{ begin, start: node.startIndex, end: node.endIndex }];
  });
}

function importsOf(root: SyntaxNode): readonly string[] {
  return partsOf(root).flatMap(({ type, text }) => (/^import_(?:from_)?statement$/u.test(type) ? [text] : []));
}
