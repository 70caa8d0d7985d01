import { isTestPath } from '../../code/languageOf.js';
import { isProductSource } from '../../gates/support/productFiles.js';
import type { Flaw } from '../../reports/flaws.js';
import type { CodeIndex } from '../../trace/codeGraph/codeIndex.js';
import { type Layer, layersView } from '../../trace/codeGraph/fileViews.js';

/** A file that is hard to change, and why. Shares are from 0 to 1. */
export interface Hotspot {
  readonly path: string;
  /** 0 to 100. */
  readonly score: number;
  readonly complexity: number;
  readonly undocumented: number;
  readonly smells: number;
  readonly againstLayers: number;
  readonly untested: number;
  readonly blast: number;
}

const weights = { complexity: 25, undocumented: 15, smells: 15, againstLayers: 10, untested: 20, blast: 15 } as const;
/** So much of each is as bad as can be. */
const worst = { complexity: 30, smells: 5, againstLayers: 3 } as const;

/** The product files that are hardest to change, the worst first. @param documented lines of definitions with a comment, by path. @param layers undefined: the usual ones. */
export function hotspotsOf(
  index: CodeIndex,
  flaws: readonly Flaw[],
  documented: ReadonlyMap<string, ReadonlySet<number>>,
  layers: readonly Layer[] | undefined,
): readonly Hotspot[] {
  const importers = importersOf(index);
  const tested = testedFiles(index);
  const smells = counted(flaws.flatMap(({ path }) => path ?? []));
  const against = counted(
    layersView(index, layers).edges.flatMap(({ from, against: isAgainst }) => (isAgainst ? [from] : [])),
  );
  const total = Math.max(1, index.files.size - 1);
  const found = [...index.files].filter(([path]) => isProductSource(path));
  return found
    .map(([path, { outline }]): Hotspot => {
      const open = outline.definitions.filter(({ exported, kind }) => exported === true || kind === 'class');
      const bare = open.filter(({ line }) => !documented.get(path)?.has(line));
      const parts = {
        complexity: Math.min(
          1,
          (Math.max(1, ...outline.definitions.map(({ complexity }) => complexity)) - 1) / worst.complexity,
        ),
        undocumented: open.length === 0 ? 0 : bare.length / open.length,
        smells: Math.min(1, (smells.get(path) ?? 0) / worst.smells),
        againstLayers: Math.min(1, (against.get(path) ?? 0) / worst.againstLayers),
        untested: tested.has(path) ? 0 : 1,
        blast: reached(path, importers) / total,
      };
      return { path, score: Math.round(weighted(parts)), ...parts };
    })
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
}

function weighted(parts: Readonly<Record<keyof typeof weights, number>>): number {
  const names = ['complexity', 'undocumented', 'smells', 'againstLayers', 'untested', 'blast'] as const;
  return names.reduce((sum, name) => sum + parts[name] * weights[name], 0);
}

function importersOf({ files }: CodeIndex): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [from, { imports }] of files)
    for (const to of imports) {
      const known = found.get(to);
      if (known) known.push(from);
      else found.set(to, [from]);
    }
  return found;
}

/** The files that a test reaches by imports. */
export function testedFiles({ files }: CodeIndex): ReadonlySet<string> {
  const seen = new Set([...files.keys()].filter(isTestPath));
  for (const one of seen) for (const next of files.get(one)?.imports ?? []) seen.add(next);
  return new Set([...seen].filter(isProductSource));
}

function reached(path: string, importers: ReadonlyMap<string, readonly string[]>): number {
  const seen = new Set([path]);
  for (const one of seen) for (const next of importers.get(one) ?? []) seen.add(next);
  return seen.size - 1;
}

function counted(paths: readonly string[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const path of paths) found.set(path, (found.get(path) ?? 0) + 1);
  return found;
}
