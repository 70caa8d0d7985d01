import type { Grammar } from './grammar.js';
import { importQuery, type ModuleImport, toImports, unquoted, usedPaths } from './importsOf.js';
import type { Captures, Extent, Syntax } from './openSyntax.js';
import { ofCSharp } from './outlines/cSharp.js';
import { ofGo } from './outlines/go.js';
import { ofJava } from './outlines/java.js';
import type { OutlineQuery } from './outlines/outlineQuery.js';
import { ofPython } from './outlines/python.js';
import { ofRuby } from './outlines/ruby.js';
import { ofRust } from './outlines/rust.js';
import { ofJavaScript, ofTsx, ofTypeScript } from './outlines/typescript.js';

/** What a file defines, and what it calls. Lines count from 0. */
export interface Outline {
  readonly imports: readonly ModuleImport[];
  readonly definitions: readonly Definition[];
  readonly calls: readonly Call[];
  readonly bindings: readonly Binding[];
  /** Names as other files see them, where they differ: `default`, or what `export { a as b }` says. */
  readonly shown: Readonly<Record<string, string>>;
  /** What comments say that functions call, where no reader can see it. */
  readonly dispatches?: readonly Dispatch[];
}

/** A comment `pactkit-trace: dispatches_to total, Cart.sum`. */
export interface Dispatch {
  readonly to: readonly string[];
  /** The function that it is in, or right above, by index. */
  readonly inside?: number;
  readonly line: number;
}

export interface Definition {
  readonly kind: 'function' | 'class';
  readonly name: string;
  /** The class it belongs to, or the functions and classes around it, joined by dots; absent at the top of the file. */
  readonly owner?: string;
  /** Of the definition right around it, by index. */
  readonly inside?: number;
  readonly line: number;
  readonly lastLine: number;
  /** Without brackets, on one line. */
  readonly parameters?: string;
  /** Names of the classes it extends or implements. */
  readonly bases?: readonly string[];
  readonly exported?: true;
  /** Adds to a class that is defined elsewhere: an `impl` of Rust. */
  readonly adds?: true;
  /** Ways through it: 1, and one for each decision. */
  readonly complexity: number;
}

export interface Call {
  readonly name: string;
  /** What it is called on, as it is written, where that is a name or a path of names. */
  readonly on?: string;
  /** `made`: an object of the class. `passed`: a name that is handed on. */
  readonly how?: 'made' | 'passed';
  /** The definition that it is in, by index; absent at the top of the file. */
  readonly inside?: number;
  readonly line: number;
}

/** A name of another file. */
export interface Binding {
  readonly local: string;
  readonly from: string;
  /** The name there; absent for the file as a whole, `*` for all its names. */
  readonly name?: string;
  /** Whether it is exported on. */
  readonly passes?: true;
}

const queries: Readonly<Record<Grammar, OutlineQuery>> = {
  typescript: ofTypeScript,
  tsx: ofTsx,
  javascript: ofJavaScript,
  python: ofPython,
  go: ofGo,
  rust: ofRust,
  java: ofJava,
  'c-sharp': ofCSharp,
  ruby: ofRuby,
};

/** What a file defines, imports and calls; undefined if the language is not read. */
export async function outlineOf(syntax: Syntax, file: string, text: string): Promise<Outline | undefined> {
  const found = await syntax.query(file, text, (grammar) => `${importQuery(grammar)} ${queries[grammar]}`);
  return found && toOutline(found, text);
}

interface Draft extends Extent {
  readonly kind: Definition['kind'] | 'extension';
  readonly name: string;
  readonly ofType: string | undefined;
  readonly parameters: string | undefined;
}

function toOutline(matches: readonly Captures[], text: string): Outline {
  const drafts = draftsOf(matches);
  const insideOf = nesting(drafts);
  const lineAt = lineFinder(text);
  const decisions = new Map<number | undefined, number>();
  for (const { spans } of matches)
    for (const { start } of spans['decision'] ?? []) {
      const inside = insideOf(start);
      decisions.set(inside, (decisions.get(inside) ?? 0) + 1);
    }
  const exported = new Set(matches.flatMap(({ spans }) => spans['exported'] ?? []).map(({ start }) => start));
  const bases = basesByName(matches);
  const owners: (string | undefined)[] = [];
  const definitions = drafts.map((draft, index): Definition => {
    const inside = insideOf(draft.start, index);
    const around = inside === undefined ? undefined : drafts[inside];
    const outer = inside === undefined ? undefined : owners[inside];
    const owner = draft.ofType ?? (around && (outer === undefined ? around.name : `${outer}.${around.name}`));
    owners.push(owner);
    const own = draft.kind === 'class' ? bases.get(draft.name) : undefined;
    return {
      kind: draft.kind === 'function' ? 'function' : 'class',
      name: draft.name,
      ...(owner === undefined ? {} : { owner }),
      ...(inside === undefined ? {} : { inside }),
      line: lineAt(draft.start),
      lastLine: lineAt(draft.end),
      ...(draft.parameters === undefined ? {} : { parameters: draft.parameters }),
      ...(own ? { bases: own } : {}),
      ...(draft.kind === 'extension' ? { adds: true } : {}),
      ...(isExported(draft, exported, text) ? { exported: true } : {}),
      complexity: 1 + (decisions.get(index) ?? 0),
    };
  });
  const dispatches = dispatchesIn(text, drafts, insideOf, lineAt);
  return {
    imports: matches.flatMap(toImports),
    definitions,
    calls: matches.flatMap((match) => callsOf(match, insideOf, lineAt)),
    bindings: matches.flatMap(bindingsOf),
    shown: Object.fromEntries(
      matches.flatMap(({ texts: { shown = [], local = [] } }) => shown.map((one, at) => [local[at] ?? one, one])),
    ),
    ...(dispatches.length === 0 ? {} : { dispatches }),
  };
}

const dispatch = /(?:#|\/\/|\*)[ \t]*pactkit-trace:[ \t]*dispatches_to[ \t:]+([^\r\n]+)/gu;
/** Lines between a comment and what it is about: other comments, decorators, attributes, nothing. */
const onlyAbove = /^(?:[ \t]*(?:(?:#|\/\/|\/?\*|@|\[)[^\n]*)?\r?\n)*[^\n]*$/u;

function dispatchesIn(
  text: string,
  drafts: readonly Draft[],
  insideOf: (offset: number) => number | undefined,
  lineAt: (offset: number) => number,
): readonly Dispatch[] {
  if (!text.includes('dispatches_to')) return [];
  return Array.from(text.matchAll(dispatch), ({ index, 0: { length }, 1: names = '' }): Dispatch => {
    const around = insideOf(index);
    const below = drafts.findIndex(({ start }) => start > index);
    const isAbove = onlyAbove.test(text.slice(index + length, drafts[below]?.start).replace(/^\r?\n/u, ''));
    const inside = around !== undefined && drafts[around]?.kind === 'function' ? around : isAbove ? below : -1;
    const to = names.match(/[\w$][\w$.:#/-]*/gu) ?? [];
    return { to, ...(inside < 0 ? {} : { inside }), line: lineAt(index) };
  });
}

/** In the order of the file, outer ones first; what two patterns find is one. */
function draftsOf(matches: readonly Captures[]): readonly Draft[] {
  const byStart = new Map<string, Draft>();
  for (const { texts, spans } of matches)
    for (const kind of ['function', 'class', 'extension'] as const) {
      const span = spans[kind]?.[0];
      const name = texts['named']?.[0];
      if (!span || name === undefined) continue;
      const parameters = texts['parameters']?.[0]
        ?.replace(/^[(|]|[)|]$/gu, '')
        .replace(/\s+/gu, ' ')
        .trim();
      byStart.set(`${String(span.start)} ${name}`, { ...span, kind, name, ofType: texts['owner']?.[0], parameters });
    }
  return [...byStart.values()].sort((a, b) => a.start - b.start || b.end - a.end);
}

/** Finds the innermost definition around an offset, by its index; of those that begin before `below` alone. */
function nesting(drafts: readonly Draft[]): (offset: number, below?: number) => number | undefined {
  const outer: number[] = [];
  const open: number[] = [];
  for (const [index, { start }] of drafts.entries()) {
    while (open.length > 0 && (drafts[open.at(-1) ?? 0]?.end ?? 0) <= start) open.pop();
    outer.push(open.at(-1) ?? -1);
    open.push(index);
  }
  return (offset, below) => {
    let low = 0;
    let high = drafts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((drafts[middle]?.start ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    let at = below === undefined ? low - 1 : (outer[below] ?? -1);
    while (at >= 0 && (drafts[at]?.end ?? 0) <= offset) at = outer[at] ?? -1;
    return at < 0 ? undefined : at;
  };
}

function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };
}

function basesByName(matches: readonly Captures[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { texts } of matches)
    for (const base of texts['base'] ?? []) {
      const heir = texts['heir']?.[0] ?? '';
      const known = found.get(heir) ?? [];
      if (!known.includes(base)) found.set(heir, [...known, base]);
    }
  return found;
}

/** A declaration of a value begins before its name. */
function isExported({ start }: Draft, exported: ReadonlySet<number>, text: string): boolean {
  if (exported.has(start)) return true;
  const before = /(?:const|let|var)\s+$/u.exec(text.slice(Math.max(0, start - 12), start))?.[0].length ?? 0;
  return before > 0 && exported.has(start - before);
}

const path = /^[\w$@]+(?:(?:\.|::)[\w$]+)*$/u;

function callsOf(
  { texts, spans, line }: Captures,
  insideOf: (offset: number) => number | undefined,
  lineAt: (offset: number) => number,
): readonly Call[] {
  const { called, made, passed, on: [on] = [] } = texts;
  const name = called?.[0] ?? made?.[0] ?? passed?.[0];
  if (name === undefined) return [];
  const span = (spans['called'] ?? spans['made'] ?? spans['passed'])?.[0];
  const inside = insideOf(span?.start ?? 0);
  const how = made ? 'made' : passed ? 'passed' : undefined;
  return [
    {
      name,
      // A long expression is no name to look up: `?` says that there is something.
      ...(on === undefined ? {} : { on: on.length < 80 && path.test(on) ? on : '?' }),
      ...(how === undefined ? {} : { how }),
      ...(inside === undefined ? {} : { inside }),
      line: span ? lineAt(span.start) : line,
    },
  ];
}

function bindingsOf({ texts }: Captures): readonly Binding[] {
  const { source: [source] = [], imported = [], local = [], whole: [whole] = [], path: [used] = [] } = texts;
  if (used !== undefined) return usedNames(used);
  if (source === undefined) return [];
  const from = unquoted(source);
  const passes = texts['passes'] ? ({ passes: true } as const) : {};
  if (texts['passesAll']) return [{ local: '*', from, name: '*', passes: true }];
  if (texts['default']) return texts['default'].map((one) => ({ local: one, from, name: 'default' }));
  if (whole !== undefined) return [{ local: unquoted(whole).split('/').at(-1) ?? '', from, ...passes }];
  return imported.map((name, at) => ({ local: local[at] ?? name, from, name, ...passes }));
}

/** Rust: `a::b::{c, d as e}` makes `c` and `e` names of the file. */
function usedNames(text: string): readonly Binding[] {
  return splitUse(text).map(({ from, local }) => ({ local, from, name: from.split('::').at(-1) ?? '' }));
}

function splitUse(text: string): readonly { readonly from: string; readonly local: string }[] {
  const renamed = new Map([...text.matchAll(/(\w+)\s+as\s+(\w+)/gu)].map(([, name = '', as = '']) => [name, as]));
  return usedPaths(text).map((from) => {
    const last = from.split('::').at(-1) ?? '';
    return { from, local: renamed.get(last) ?? last };
  });
}
