import { createPathFilter, type PathFilter } from '../../base/globs.js';
import { linesOf } from './addedLines.js';

/** A line of a `.gitattributes` file that keeps changes from being seen. */
export interface HidingLine {
  /** The attributes that do, as written: `-diff`. */
  readonly attributes: readonly string[];
  /** The pattern, as written. */
  readonly pattern: string;
  readonly covers: PathFilter;
  /** `generated`: shown folded, because no person wrote it. `hidden`: not shown as text, or not what is in the file. */
  readonly how: 'generated' | 'hidden';
}

/** What each macro of attribute files stands for. */
export type AttributeMacros = ReadonlyMap<string, readonly string[]>;

const macro = /^\[attr\](\S+)\s+(.*)$/u;

/** The macros that texts of `.gitattributes` files define. Those of the file at the top count in all others, too. */
export function macrosIn(texts: readonly string[]): AttributeMacros {
  const macros = new Map<string, readonly string[]>([['binary', ['-diff']]]);
  for (const line of texts.flatMap(linesOf)) {
    const [, name, attributes] = macro.exec(line.trim()) ?? [];
    if (name !== undefined && attributes !== undefined) macros.set(name, attributes.split(/\s+/u));
  }
  return macros;
}

/**
 * The lines of a `.gitattributes` file that take the difference of files out of sight (https://git-scm.com/docs/gitattributes): no
 * diff, a filter that exchanges the content, or the mark of generated code, itself or by a macro.
 *
 * @param path of the file, relative to the project root: patterns are relative to its folder.
 * @returns by the line's text without spaces around it.
 */
export function hidingLines(path: string, text: string, macros: AttributeMacros): ReadonlyMap<string, HidingLine> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const lines = linesOf(text).map((line) => line.trim());
  const found = new Map<string, HidingLine>();
  for (const line of lines) {
    if (line === '' || line.startsWith('#') || macro.test(line)) continue;
    const [pattern = '', ...attributes] = wordsOf(line);
    const hiding = attributes.filter((one) => howOf(one, macros) !== undefined);
    if (hiding.length === 0) continue;
    const glob = pattern.includes('/') ? `/${folder}${pattern.replace(/^\//u, '')}` : `/${folder}**/${pattern}`;
    found.set(line, {
      attributes: hiding,
      pattern,
      covers: createPathFilter([glob]),
      how: hiding.some((one) => howOf(one, macros) === 'hidden') ? 'hidden' : 'generated',
    });
  }
  return found;
}

/** A pattern with spaces is in quotes. */
function wordsOf(line: string): readonly string[] {
  const quoted = /^"((?:[^"\\]|\\.)*)"\s*(.*)$/u.exec(line);
  const rest = (quoted?.[2] ?? line).split(/\s+/u);
  return quoted ? [quoted[1] ?? '', ...rest] : rest;
}

function howOf(attribute: string, macros: AttributeMacros): HidingLine['how'] | undefined {
  // One that is met again is looked at no more, so macros of each other end.
  const all = new Set([attribute]);
  for (const one of all) for (const other of macros.get(one) ?? []) all.add(other);
  const is = (pattern: RegExp): boolean => [...all].some((one) => pattern.test(one));
  if (is(/^-diff$|^(?:filter|working-tree-encoding)=/u)) return 'hidden';
  return is(/^(?:linguist|gitlab)-generated(?:=true)?$/u) ? 'generated' : undefined;
}
