import type { Grammar } from '../grammar.js';
import type { SyntaxNode } from '../openSyntax.js';
import { insertion, partsOf, type StubEdit } from '../stub.js';
import { inGo } from './inGo.js';
import { inJavaScript } from './inJavaScript.js';
import { inPython } from './inPython.js';

/**
 * What changed functions return to callers elsewhere, after doing all they do: a little more, a little less (texts and
 * lists too, each in its way), nothing, or every other time a little more. Objects of classes stay as they are. `given`: what functions
 * are given is a little more or less instead, or refused if it could be. `given meddled`: functions do all they do, and also call the
 * functions that they are given and change what lists and objects hold, which is refused in `given meddled refused`. `by arguments`: what
 * is made of what they are given, the same for the same; `by call`: something else each time (neither in Go).
 */
export type OtherResults =
  | 'more'
  | 'less'
  | 'nothing'
  | 'everyOther'
  | 'by arguments'
  | 'by call'
  | 'given more'
  | 'given less'
  | 'given refused'
  | 'given meddled'
  | 'given meddled refused'
  | Instead;

/** This very value where a result is another of its kind, and a little more or less where it is this one. */
interface Instead {
  readonly value: number | string;
  readonly or: 'more' | 'less';
}

/** What a file needs for the wrapped functions in it. */
export interface OtherResultsSupport {
  /** In the file itself. */
  readonly edits: readonly StubEdit[];
  /** A file to put beside it. */
  readonly beside?: { readonly name: string; readonly text: string };
}

/** @returns undefined if the language of the file can't do that. */
export function supportFor(root: SyntaxNode, grammar: Grammar, results: OtherResults): OtherResultsSupport | undefined {
  const kind = typeof results === 'string' ? results : `instead or ${results.or}`;
  const value = JSON.stringify(typeof results === 'string' ? '' : results.value);
  switch (grammar) {
    case 'typescript':
    case 'tsx':
      return { edits: [insertion(beginOf(root), inJavaScript(kind, value, '(globalThis as any)'))] };
    case 'javascript':
      return { edits: [insertion(beginOf(root), inJavaScript(kind, value, 'globalThis'))] };
    case 'python':
      return { edits: [insertion(beginOf(root), inPython(kind, value))] };
    case 'go': {
      if (kind.startsWith('by ')) return undefined;
      const name = partsOf(root)
        .find(({ type }) => type === 'package_clause')
        ?.namedChild(0)?.text;
      return name === undefined
        ? undefined
        : { edits: [], beside: { name: 'pactwright_results.go', text: inGo(kind, value, name) } };
    }
    default:
      return undefined;
  }
}

/** Behind what has to come first: directives, what documents a module, and imports from the future. */
function beginOf(root: SyntaxNode): number {
  const first = partsOf(root).find(
    (node) =>
      !/^(?:hash_bang_line|future_import_statement)$/u.test(node.type) &&
      !(node.type === 'expression_statement' && partsOf(node)[0]?.type === 'string'),
  );
  return first?.startIndex ?? root.endIndex;
}
