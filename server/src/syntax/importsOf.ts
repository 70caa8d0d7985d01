import type { Grammar } from './grammar.js';
import type { Captures, Syntax } from './openSyntax.js';

/** What a file takes from another one. */
export interface ModuleImport {
  /** As the file writes it, without quotes: `./cart.js`, `..shop.cart`, `crate::cart`, `java.util.List`. */
  readonly from: string;
  /** What it takes of it, where that may be a module in turn; an import of several names is several. */
  readonly name?: string;
  /** From 0. */
  readonly line: number;
}

const ofTypeScript = `
  (import_statement source: (string) @from)
  (export_statement source: (string) @from)
  (call_expression function: (import) arguments: (arguments . [(string) (template_string)] @from))
  (call_expression function: (identifier) @call arguments: (arguments . (string) @from) (#eq? @call "require"))`;

/** `@from` is the module; `@name` what is taken from it; Rust says both as one path. */
const queries: Partial<Readonly<Record<Grammar, string>>> = {
  typescript: `${ofTypeScript} (import_require_clause source: (string) @from)`,
  tsx: `${ofTypeScript} (import_require_clause source: (string) @from)`,
  javascript: ofTypeScript,
  python: `
    (import_statement name: [(dotted_name) @from (aliased_import name: (dotted_name) @from)])
    (import_from_statement module_name: (_) @from
      [name: (dotted_name) @name name: (aliased_import name: (dotted_name) @name) (wildcard_import)])`,
  go: `(import_spec path: (_) @from)`,
  rust: `
    (mod_item name: (identifier) @module !body)
    (use_declaration argument: (_) @use)`,
};

/**
 * What else an outline is made with. Code of these languages sees files that it does not import, so their imports alone do not say
 * what a change reaches.
 */
const moreQueries: typeof queries = {
  java: `(import_declaration [(scoped_identifier) (identifier)] @from (asterisk)? @all)`,
  'c-sharp': `(using_directive [(qualified_name) (identifier)] @from .)`,
  ruby: `(call !receiver method: (identifier) @require arguments: (argument_list . (string (string_content) @required))
    (#match? @require "^(require|require_relative|load)$"))`,
};

/** The query for all that files of a language import; empty if none is read. */
export function importQuery(grammar: Grammar): string {
  return queries[grammar] ?? moreQueries[grammar] ?? '';
}

/**
 * What a file imports, each module as often as it does. Undefined if the language is not read. What the program makes up while it
 * runs is not seen.
 */
export async function importsOf(
  syntax: Syntax,
  file: string,
  text: string,
): Promise<readonly ModuleImport[] | undefined> {
  const found = await syntax.query(file, text, (grammar) => queries[grammar]);
  return found?.flatMap(toImports);
}

/** What a match of such a query imports; nothing if it is of another one. */
export function toImports({ texts, line }: Captures): readonly ModuleImport[] {
  const { from = [], name: [name] = [], module = [], use = [], all, require: [how] = [], required = [] } = texts;
  if (all) return from.map((one) => ({ from: `${one}.*`, line }));
  return [
    // What is next to the file is said as Ruby's own paths are.
    ...required.map((one) => ({ from: how === 'require_relative' ? `./${one}` : one, line })),
    ...from
      .map(unquoted)
      .filter((one) => !one.includes('${'))
      .map((one) => ({ from: one, ...(name === undefined ? {} : { name }), line })),
    ...[...module.map((one) => `self::${one}`), ...use.flatMap(usedPaths)].map((one) => ({ from: one, line })),
  ];
}

/** A text without the quotes around it. */
export function unquoted(text: string): string {
  return /^["'`]/u.test(text) ? text.slice(1, -1) : text;
}

/** `crate::a::{b, c::D}` is `crate::a::b` and `crate::a::c::D`. */
export function usedPaths(text: string): readonly string[] {
  const plain = text.replace(/\s+as\s+\w+|\s+/gu, '');
  const open = plain.indexOf('{');
  if (open < 0) return [plain.replace(/::\*$/u, '')];
  const before = plain.slice(0, open);
  return partsOfList(plain.slice(open + 1, plain.lastIndexOf('}'))).flatMap((part) =>
    usedPaths(part === 'self' ? before.replace(/::$/u, '') : `${before}${part}`),
  );
}

/** Cuts at the commas that are in no braces. */
function partsOfList(text: string): readonly string[] {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '{') depth++;
    else if (character === '}') depth--;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] = `${parts.at(-1) ?? ''}${character}`;
  }
  return parts.filter((part) => part !== '');
}
