import { isTestPath } from '../../code/languageOf.js';
import { type CallGraph, callGraphOf } from '../../trace/codeGraph/callGraph.js';
import { type CodeFile, type CodeIndex, fullName, type Part } from '../../trace/codeGraph/codeIndex.js';
import { hasIdentifier } from './wordIn.js';

/** A step of a spec’s Target Call Chain that the source code has: one function or class, or all of a file. */
export interface ChainStep {
  /** As the spec writes it. */
  readonly name: string;
  readonly parts: readonly Part[];
}

/** A step, and what the one before it should call. */
export interface ChainLink {
  readonly from: ChainStep;
  readonly to: ChainStep;
  /**
   * `called`: there is a way by calls. `elsewhere`: other code of the product names it, so that the way may be one that cannot be followed.
   * `unused`: nothing of the product names it.
   */
  readonly way: 'called' | 'elsewhere' | 'unused';
}

const arrow = /→|⟶|-->|->|=>/u;

/** Whether a text has more than one step. */
export function hasSteps(text: string): boolean {
  return arrow.test(text);
}

/**
 * The steps of a chain, in order: `App → CartStore.read → localStorage`, each also in backticks, with parentheses or as a path. What the
 * source code does not have, or has several times, is left out.
 */
export function chainSteps(text: string, index: CodeIndex): readonly (readonly ChainStep[])[] {
  const { parts } = callGraphOf(index);
  return text.split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.)\s)/u).flatMap((chain) => {
    const names = chain.split(arrow).map(nameIn);
    if (names.length < 2) return [];
    return [
      names.flatMap((name): readonly ChainStep[] => {
        const found = name === undefined ? [] : partsNamed(name, parts);
        return name === undefined || found.length === 0 ? [] : [{ name, parts: found }];
      }),
    ];
  });
}

/** `` `src/cart.ts:total(prices)` `` is `src/cart.ts:total`. */
function nameIn(step: string): string | undefined {
  const words = /`([^`]+)`/u.exec(step)?.[1] ?? step;
  return /[\p{L}_$][\p{L}\p{N}_$./\\:#-]*/u.exec(words.replace(/\(.*$/su, ''))?.[0]?.replace(/[.:]+$/u, '');
}

function partsNamed(name: string, parts: readonly Part[]): readonly Part[] {
  const product = parts.filter(({ path }) => !isTestPath(path));
  const inFile = product.filter(({ path }) => path === name || path.endsWith(`/${name}`));
  if (inFile.length > 0) return inFile;
  const [file, own] = /^(.*\.\w+)[:#]+(.+)$/u.exec(name)?.slice(1) ?? [undefined, name];
  const found = product.filter(
    ({ path, definition }) =>
      (file === undefined || path === file || path.endsWith(`/${file}`)) &&
      (fullName(definition) === own || (!own?.includes('.') && definition.name === own)),
  );
  return found.length === 1 ? found : [];
}

/** @param texts of the files that the item changed, which define what it added: by path. */
export function chainLinks(
  steps: readonly ChainStep[],
  index: CodeIndex,
  texts: ReadonlyMap<string, string>,
): readonly ChainLink[] {
  const graph = leadsOf(callGraphOf(index));
  return steps.flatMap((to, at): readonly ChainLink[] => {
    const from = steps[at - 1];
    if (!from) return [];
    const isCalled = leadsTo(graph, index, from.parts, to.parts);
    return [
      {
        from,
        to,
        way: isCalled ? 'called' : isNamed(index, to.parts) || mayBeFound(to.parts, texts) ? 'elsewhere' : 'unused',
      },
    ];
  });
}

/** Whether tests name one of these. */
export function isTested({ files }: CodeIndex, { parts }: ChainStep): boolean {
  const names = namesOf(parts);
  return [...files].some(([path, file]) => isTestPath(path) && namedBy(file).some((name) => names.has(name)));
}

/** Where each definition leads: what it calls or extends, and what it holds. */
type Leads = ReadonlyMap<string, readonly Part[]>;

function leadsOf({ parts, calls, bases }: CallGraph): Leads {
  const leads = new Map<string, Part[]>();
  const add = (from: string, to: Part): void => {
    const known = leads.get(from);
    if (known) known.push(to);
    else leads.set(from, [to]);
  };
  for (const { from, to } of [...calls, ...bases]) add(from.id, to);
  // A class leads to what it holds, and a function to those within it.
  const byName = new Map(parts.map((part) => [`${part.path} ${fullName(part.definition)}`, part]));
  for (const part of parts) {
    const owner = byName.get(`${part.path} ${part.definition.owner ?? ''}`);
    if (owner) add(owner.id, part);
  }
  return leads;
}

function leadsTo(leads: Leads, index: CodeIndex, from: readonly Part[], to: readonly Part[]): boolean {
  const wanted = new Set(to.map(({ id }) => id));
  const seen = new Set<string>();
  const todo = [...from];
  for (let part = todo.pop(); part; part = todo.pop()) {
    if (seen.has(part.id)) continue;
    seen.add(part.id);
    if (wanted.has(part.id)) return true;
    todo.push(...(leads.get(part.id) ?? []));
  }
  // What a file calls when it is loaded is in no function.
  const names = namesOf(to);
  return from.some(({ path }) =>
    index.files.get(path)?.outline.calls.some(({ inside, name }) => inside === undefined && names.has(name)),
  );
}

const decoration = /^\s*(?:@|\[|#\[)/u;
const exportedOnly = /^\s*(?:export\s*(?:default\s+\w+\s*;?\s*$|\{)|__all__\b)/u;

/**
 * Whether a use may be one that no outline holds: of a method, which is found by the name of a property, of what a framework finds by
 * its decoration, and of a name that its file has elsewhere, too. What the item did not change cannot be told at all.
 */
function mayBeFound(parts: readonly Part[], texts: ReadonlyMap<string, string>): boolean {
  return parts.some(({ path, definition: { owner, name, line, lastLine } }) => {
    const lines = texts.get(path)?.split('\n');
    if (owner !== undefined || !lines) return true;
    if (decoration.test(lines[line - 1] ?? '') || decoration.test(lines[line] ?? '')) return true;
    return lines.some(
      (text, at) => (at < line || at > lastLine) && !exportedOnly.test(text) && hasIdentifier(text, name),
    );
  });
}

function isNamed({ files }: CodeIndex, parts: readonly Part[]): boolean {
  const names = namesOf(parts);
  return [...files].some(([path, file]) => {
    if (isTestPath(path)) return false;
    if (parts.some((part) => part.path === path)) return file.outline.calls.some(({ name }) => names.has(name));
    // A file that is imported as a whole may be called in any way.
    const whole = file.outline.bindings.some(
      ({ name, from, passes }) =>
        !passes &&
        (name === undefined || name === '*' || name === 'default') &&
        file.targets.get(from)?.some((target) => parts.some((part) => part.path === target)),
    );
    return whole || namedBy(file).some((name) => names.has(name));
  });
}

function namesOf(parts: readonly Part[]): ReadonlySet<string> {
  return new Set(parts.map(({ definition }) => definition.name));
}

/** What a file calls, passes to others and imports by name; not what it only exports again. */
function namedBy({ outline: { calls, bindings } }: CodeFile): readonly string[] {
  return [...calls.map(({ name }) => name), ...bindings.flatMap(({ name, passes }) => (passes ? [] : (name ?? [])))];
}
