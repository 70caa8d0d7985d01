import { grammarOf } from './grammar.js';
import type { Syntax } from './openSyntax.js';
import { type Definition, outlineOf } from './outlineOf.js';

/** What other files can use of a file. */
export interface FileInterface {
  readonly constants: readonly string[];
  /** In the order of the file, members behind their class. */
  readonly parts: readonly InterfacePart[];
}

interface InterfacePart {
  readonly kind: Definition['kind'];
  readonly name: string;
  /** The class that it is a member of. */
  readonly owner?: string;
  /** Without brackets; undefined for a class. */
  readonly parameters?: string;
  readonly bases: readonly string[];
  /** From 0. */
  readonly line: number;
  /** The first line of its comment; empty if it has none. */
  readonly doc: string;
}

/** Reads what a file offers; undefined if its language is not read. */
export async function interfaceOf(syntax: Syntax, file: string, text: string): Promise<FileInterface | undefined> {
  const outline = await outlineOf(syntax, file, text);
  if (!outline) return undefined;
  const { definitions } = outline;
  const lines = text.split(/\r?\n/u);
  const grammar = grammarOf(file);
  const isOpen = ({ name, exported, owner, inside }: Definition): boolean => {
    if (/^[_#]/u.test(name) && name !== '__init__') return false;
    const around = inside === undefined ? undefined : definitions[inside];
    // What a function holds is its own.
    if (around) return around.kind === 'class' && isOpen(around);
    if (owner !== undefined) return true;
    if (grammar === 'python' || grammar === 'go') return grammar === 'python' || /^\p{Lu}/u.test(name);
    return exported === true || !definitions.some((one) => one.exported);
  };
  return {
    constants: constantsOf(file, text),
    parts: definitions
      .filter((one) => !one.adds && isOpen(one))
      .map(({ kind, name, owner, parameters, bases = [], line }) => ({
        kind,
        name,
        ...(owner === undefined ? {} : { owner }),
        ...(kind === 'class' || parameters === undefined ? {} : { parameters }),
        bases,
        line,
        doc: docAt(file, lines, line),
      })),
  };
}

/** The first line of the comment of a definition; empty if it has none. @param line where it begins, from 0. */
export function docAt(file: string, lines: readonly string[], line: number): string {
  return (grammarOf(file) === 'python' ? pythonDoc(lines, line) : '') || docAbove(lines, line);
}

const constants: Readonly<Partial<Record<string, RegExp>>> = {
  py: /^([A-Z][A-Z0-9_]+)\s*(?::[^=\n]+)?=(?!=)/gmu,
  go: /^(?:const|var)\s+([A-Z]\w*)\b/gmu,
  rs: /^pub (?:const|static)\s+(\w+)\s*:/gmu,
  java: /^\s*public static final [\w<>[\], ]+?\s(\w+)\s*=/gmu,
};
const ofScripts = /^export const (\w+)\b(?!.*(?:=>|=\s*(?:async\s*)?function))/gmu;

function constantsOf(file: string, text: string): readonly string[] {
  const ending = file.slice(file.lastIndexOf('.') + 1);
  const pattern = constants[ending] ?? (/^[cm]?[jt]sx?$/u.test(ending) ? ofScripts : undefined);
  return pattern ? [...text.matchAll(pattern)].map(([, name = '']) => name) : [];
}

/** The first line of words in the comment that ends right above a line; decorators are between. */
function docAbove(lines: readonly string[], line: number): string {
  let at = line - 1;
  while (at >= 0 && /^\s*(?:@\w|#\[|\[\w)/u.test(lines[at] ?? '')) at--;
  let found = '';
  for (; at >= 0; at--) {
    const text = (lines[at] ?? '').trim();
    if (!/^(?:\/\/|\/\*|\*|#)/u.test(text)) break;
    found = words(text) || found;
    if (text.startsWith('/*')) break;
  }
  return found;
}

/** Without the marks of a comment; empty for a directive. */
function words(text: string): string {
  const plain = text.replace(/^(?:\/\*\*?|\/\/\/?|\*\/|\*|#)+!?\s*|\s*\*\/$/gu, '').trim();
  return /^(?:@|eslint-|noqa|type:|pragma)/u.test(plain) ? '' : plain;
}

/** A docstring begins in the line after the signature, which may take several. */
function pythonDoc(lines: readonly string[], line: number): string {
  let at = line;
  while (at < lines.length && at < line + 20 && !/:\s*(?:#.*)?$/u.test(lines[at] ?? '')) at++;
  const [, same = ''] = /^\s*[rRbBuU]?(?:"""|''')(.*)$/u.exec(lines[at + 1] ?? '') ?? [];
  if (!/^\s*[rRbBuU]?(?:"""|''')/u.test(lines[at + 1] ?? '')) return '';
  return (same.trim() || (lines[at + 2] ?? '').trim()).replace(/(?:"""|''').*$/u, '').trim();
}
