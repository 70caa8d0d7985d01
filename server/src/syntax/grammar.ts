import grammars from './grammars.json' with { type: 'json' };

/** The name of a grammar: its file is `tree-sitter-<name>.wasm`. */
export type Grammar = keyof typeof grammars;

/** The grammar for a file, by its extension; undefined if there is none. */
export function grammarOf(path: string): Grammar | undefined {
  const extension = /\.(\w+)$/u.exec(path)?.[1]?.toLowerCase();
  const found = Object.entries(grammars).find(([, extensions]) => extensions.some((one) => one === extension));
  // `Object.entries` forgets what the keys are.
  return found?.[0] as Grammar | undefined;
}
