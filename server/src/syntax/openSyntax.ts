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
   * @returns undefined if there is no grammar for the file.
   */
  readonly read: <T>(
    file: string,
    text: string,
    use: (root: SyntaxNode, grammar: Grammar) => T,
  ) => Promise<T | undefined>;
  /**
   * The parts of a file that a query captures, in their order, grouped by match.
   *
   * @param queryFor a tree-sitter query for the grammar; undefined if there is none.
   * @returns undefined if there is no grammar or no query for the file.
   */
  readonly query: (
    file: string,
    text: string,
    queryFor: (grammar: Grammar) => string | undefined,
  ) => Promise<readonly Captures[] | undefined>;
}

/** The texts that one match of a query captured, by name. */
export interface Captures {
  readonly texts: Readonly<Record<string, readonly string[]>>;
  /** Where they are: offsets, the end excluded. */
  readonly spans: Readonly<Record<string, readonly Extent[]>>;
  /** Where the first of them begins: the line, from 0. */
  readonly line: number;
}

/** A part of a text, by offsets; the end is excluded. */
export interface Extent {
  readonly start: number;
  readonly end: number;
}

/** By folder: grammars and queries take longer to load than most files to read, and are not given back. */
const opened = new Map<string, Syntax>();

/** @param folder where the files of `@vscode/tree-sitter-wasm` are: absolute. */
export function openSyntax(folder: string): Syntax {
  const syntax = opened.get(folder) ?? loadSyntax(folder);
  opened.set(folder, syntax);
  return syntax;
}

function loadSyntax(folder: string): Syntax {
  let started: Promise<typeof TreeSitter> | undefined;
  const start = async (): Promise<typeof TreeSitter> => {
    const { default: treeSitter } = await import('@vscode/tree-sitter-wasm');
    await treeSitter.Parser.init({ locateFile: (name) => path.join(folder, name) });
    return treeSitter;
  };
  const languages = new Map<Grammar, Promise<TreeSitter.Language>>();
  const queries = new Map<string, TreeSitter.Query>();

  const withTree = async <T>(
    grammar: Grammar,
    text: string,
    use: (root: SyntaxNode, language: TreeSitter.Language, treeSitter: typeof TreeSitter) => T,
  ): Promise<T | undefined> => {
    const treeSitter = await (started ??= start());
    const loaded = languages.get(grammar) ?? treeSitter.Language.load(path.join(folder, `tree-sitter-${grammar}.wasm`));
    languages.set(grammar, loaded);
    const language = await loaded;
    const parser = new treeSitter.Parser();
    try {
      const tree = parser.setLanguage(language).parse(text);
      try {
        return tree ? use(tree.rootNode, language, treeSitter) : undefined;
      } finally {
        tree?.delete();
      }
    } finally {
      parser.delete();
    }
  };

  return {
    read: async (file, text, use) => {
      const grammar = grammarOf(file);
      return grammar && withTree(grammar, text, (root) => use(root, grammar));
    },
    query: async (file, text, queryFor) => {
      const grammar = grammarOf(file);
      const source = grammar && queryFor(grammar);
      if (grammar === undefined || source === undefined) return undefined;
      return withTree(grammar, text, (root, language, treeSitter) => {
        const key = `${grammar} ${source}`;
        const query = queries.get(key) ?? new treeSitter.Query(language, source);
        queries.set(key, query);
        return query.matches(root).map((match) => capturesOf(match, text));
      });
    },
  };
}

function capturesOf({ captures }: TreeSitter.QueryMatch, text: string): Captures {
  const texts: Record<string, string[]> = {};
  const spans: Record<string, Extent[]> = {};
  for (const { name, node } of captures) {
    const { startIndex: start, endIndex: end } = node;
    (texts[name] ??= []).push(text.slice(start, end));
    (spans[name] ??= []).push({ start, end });
  }
  return { texts, spans, line: captures[0]?.node.startPosition.row ?? 0 };
}
