import path from 'node:path';
import type * as TreeSitter from '@vscode/tree-sitter-wasm';
import { type Grammar, grammarOf } from './grammar.js';

/** A node of a syntax tree. Its offsets count UTF-16 units, as those of a string do. */
export type SyntaxNode = TreeSitter.Node;

/** Reads source code as trees. Nothing is loaded before the first file is read. */
export interface Syntax {
  /**
   * @param file its extension tells the language.
   * @param use is given the root of the tree. The tree is gone afterwards: hold on to none of its nodes.
   * @returns undefined where there is no grammar for the file.
   */
  readonly read: <T>(
    file: string,
    text: string,
    use: (root: SyntaxNode, grammar: Grammar) => T,
  ) => Promise<T | undefined>;
}

/** @param folder where the files of `@vscode/tree-sitter-wasm` are: absolute. */
export function openSyntax(folder: string): Syntax {
  let started: Promise<typeof TreeSitter> | undefined;
  const start = async (): Promise<typeof TreeSitter> => {
    const { default: treeSitter } = await import('@vscode/tree-sitter-wasm');
    await treeSitter.Parser.init({ locateFile: (name) => path.join(folder, name) });
    return treeSitter;
  };
  const languages = new Map<Grammar, Promise<TreeSitter.Language>>();

  return {
    read: async (file, text, use) => {
      const grammar = grammarOf(file);
      if (grammar === undefined) return undefined;
      const { Parser, Language } = await (started ??= start());
      const language = languages.get(grammar) ?? Language.load(path.join(folder, `tree-sitter-${grammar}.wasm`));
      languages.set(grammar, language);
      const parser = new Parser();
      try {
        const tree = parser.setLanguage(await language).parse(text);
        try {
          return tree ? use(tree.rootNode, grammar) : undefined;
        } finally {
          tree?.delete();
        }
      } finally {
        parser.delete();
      }
    },
  };
}
