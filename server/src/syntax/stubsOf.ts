import type { Grammar } from './grammar.js';
import type { SyntaxNode } from './openSyntax.js';
import type { Stub } from './stub.js';
import { stubsOfCSharp } from './stubsOfCSharp.js';
import { stubsOfGo } from './stubsOfGo.js';
import { stubsOfJava } from './stubsOfJava.js';
import { stubsOfPython } from './stubsOfPython.js';
import { stubsOfRuby } from './stubsOfRuby.js';
import { stubsOfRust } from './stubsOfRust.js';
import { stubsOfTypeScript } from './stubsOfTypeScript.js';

const readers: Readonly<Record<Grammar, (root: SyntaxNode, grammar: Grammar) => readonly Stub[]>> = {
  typescript: stubsOfTypeScript,
  tsx: stubsOfTypeScript,
  javascript: stubsOfTypeScript,
  python: stubsOfPython,
  go: stubsOfGo,
  rust: stubsOfRust,
  java: stubsOfJava,
  'c-sharp': stubsOfCSharp,
  ruby: stubsOfRuby,
};

/** All parts of a file, in its order: the outermost functions, values, and statements that run when it is loaded. */
export function stubsOf(root: SyntaxNode, grammar: Grammar): readonly Stub[] {
  return readers[grammar](root, grammar);
}
