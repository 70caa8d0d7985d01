import type { ModuleImport } from './importsOf.js';

/** What plain text shows of the imports of a file. */
export interface ImportsAtTop {
  readonly imports: readonly ModuleImport[];
  /** What may be imported further below, as the file writes it: or a comment or a text says so. */
  readonly maybe: readonly string[];
}

const gap = String.raw`(?:\s|//[^\n]*|/\*[^]*?\*/)*`;
const quoted = String.raw`(?:'(?<single>[^'"\\\n]*)'|"(?<double>[^'"\\\n]*)")`;
// Two adjacent parts that both match white space would be tried at every place between them.
const clause = String.raw`import(?:[\s{*][\w$\s{},*]*?[\s}]from\s*|\s*)`;
const passed = String.raw`export\s*(?:type\s*)?(?:\*\s*(?:as\s+[\w$]+\s+)?|\{[\w$\s,]*\}\s*)from\s*`;
const end = String.raw`(?:[ \t]+with\s*\{[\w\s:'",-]*\})?[ \t]*(?:;|(?=//|\r?\n|$))`;
const skipped = new RegExp(String.raw`${gap}(?:'use \w+'|"use \w+")?;?${gap}`, 'uy');
const statement = new RegExp(`(?:${clause}|${passed})${quoted}${end}`, 'uy');
/** What every import below the first other statement begins with, and the module where it follows at once. */
const mayImport =
  /(?:\bimport\s*(?:\(\s*|(?=["'/]))|\brequire\s*(?:\(\s*|(?=[/?<]))|\bfrom\s*(?=["'/]))(?:(["'`])([^"'`\\\n]*)\1)?/gu;

/**
 * What a file of TypeScript or JavaScript imports, by plain text: most say all of it at their beginning, where nothing can be
 * mistaken for an import.
 *
 * @returns undefined if only a parser can tell.
 */
export function importsAtTop(text: string): ImportsAtTop | undefined {
  const imports: ModuleImport[] = [];
  let at = text.startsWith('#!') ? text.indexOf('\n') + 1 || text.length : 0;
  let line = 0;
  let counted = 0;
  for (;;) {
    skipped.lastIndex = at;
    at += skipped.exec(text)?.[0].length ?? 0;
    statement.lastIndex = at;
    const match = statement.exec(text);
    if (!match?.groups) break;
    const from = match.groups['single'] ?? match.groups['double'] ?? '';
    const place = at + match[0].search(/["']/u);
    for (; counted < place; counted++) if (text.charCodeAt(counted) === 10) line++;
    imports.push({ from, line });
    at += match[0].length;
  }
  const maybe = new Set<string>();
  for (const [, quote, from] of text.slice(at).matchAll(mayImport)) {
    if (quote === undefined || from === undefined) return undefined;
    maybe.add(from);
  }
  return { imports, maybe: [...maybe] };
}
