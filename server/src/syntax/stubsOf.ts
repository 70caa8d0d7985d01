import type { Grammar } from './grammar.js';
import type { SyntaxNode } from './openSyntax.js';
import type { Stub } from './stub.js';
import { stubsOfGo } from './stubsOfGo.js';
import { stubsOfPython } from './stubsOfPython.js';
import { stubsOfRust } from './stubsOfRust.js';
import { stubsOfTypeScript } from './stubsOfTypeScript.js';

const readers: Readonly<Record<Grammar, (root: SyntaxNode, grammar: Grammar) => readonly Stub[]>> = {
  typescript: stubsOfTypeScript,
  tsx: stubsOfTypeScript,
  javascript: stubsOfTypeScript,
  python: stubsOfPython,
  go: stubsOfGo,
  rust: stubsOfRust,
};

/** All parts of a file, in its order: the outermost functions, values, and statements that run when it is loaded. */
export function stubsOf(root: SyntaxNode, grammar: Grammar): readonly Stub[] {
  return readers[grammar](root, grammar);
}
