import { memoEach, memoFor } from '../../base/memo.js';
import { isTestPath } from '../../code/languageOf.js';
import { folderOf, foldersFrom } from '../../code/modules/modulePlaces.js';
import type { CodeFile, CodeIndex } from './codeIndex.js';
import type { CodeView, ViewEdge, ViewNode } from './codeView.js';

/** The files, and who imports whom. */
export function fileView(index: CodeIndex): CodeView {
  const nodes = Array.from(index.files, ([path, file]) => plainNode(path, file));
  return { mode: 'file', nodes, edges: importsIn(index) };
}

/** Makes the nodes of files for one view. That of a file that is as it was is the same object. */
export function fileNodes(): (path: string, file: CodeFile, group?: string) => ViewNode {
  const kept = memoEach<CodeFile, { readonly path: string; readonly group: string | undefined }, ViewNode>();
  return (path, file, group) => kept(file, { path, group }, () => fileNode(path, group));
}

const plainNode = fileNodes();
const layerNode = fileNodes();

export function fileNode(path: string, group?: string): ViewNode {
  const label = path.slice(path.lastIndexOf('/') + 1);
  return { id: path, kind: isTestPath(path) ? 'test' : 'file', label, path, ...(group === undefined ? {} : { group }) };
}

export const importsIn = memoFor(({ files }: CodeIndex): readonly ViewEdge[] => {
  const found: ViewEdge[] = [];
  for (const [path, file] of files) for (const edge of importsOf(path, file)) if (files.has(edge.to)) found.push(edge);
  return found;
});

const keptImports = memoEach<CodeFile, { readonly path: string }, readonly ViewEdge[]>();

function importsOf(path: string, file: CodeFile): readonly ViewEdge[] {
  return keptImports(file, { path }, () => file.imports.map((to) => ({ from: path, to, kind: 'imports' })));
}

/** What says that a folder is a module of its own. */
const marker =
  /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.(?:py|cfg)|go\.mod|Cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|Gemfile|[^/]+\.(?:csproj|gemspec))$/u;

/** The folders of modules, the root first. */
export function modulesOf(paths: readonly string[]): ReadonlySet<string> {
  return new Set(['', ...paths.filter((path) => marker.test(path)).map(folderOf)]);
}

/** The innermost module that a file is in. */
export function moduleOf(path: string, modules: ReadonlySet<string>): string {
  return foldersFrom(folderOf(path)).find((folder) => modules.has(folder)) ?? '';
}

/** `root` for the project itself, as PactKit has it. */
export function moduleName(folder: string): string {
  return folder === '' ? 'root' : folder;
}

/** The modules with source code, and how many imports lead from one to another. */
export function moduleView(index: CodeIndex, paths: readonly string[]): CodeView {
  const modules = modulesOf(paths);
  const home = new Map([...index.files.keys()].map((path) => [path, moduleOf(path, modules)]));
  const counts = new Map<string, Map<string, number>>();
  for (const { from, to } of importsIn(index)) {
    const [own = '', other = ''] = [home.get(from), home.get(to)];
    if (own === other) continue;
    const row = counts.get(own) ?? new Map<string, number>();
    counts.set(own, row.set(other, (row.get(other) ?? 0) + 1));
  }
  const used = [...new Set(home.values())].sort();
  return {
    mode: 'module',
    nodes: used.map((path) => ({ id: path || '.', kind: 'module', label: moduleName(path), path: path || '.' })),
    edges: used.flatMap((from) =>
      [...(counts.get(from) ?? [])]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([to, count]) => ({ from: from || '.', to: to || '.', kind: 'imports' as const, count })),
    ),
  };
}

/** Files and edges within a number of steps of some files, in either direction. */
export function focusView(index: CodeIndex, wanted: ReadonlySet<string>, depth: number): CodeView {
  const edges = importsIn(index);
  const near = new Set(wanted);
  for (let step = 0; step < depth; step++) {
    const next = edges.flatMap(({ from, to }) => (near.has(from) ? [to] : near.has(to) ? [from] : []));
    for (const one of next) near.add(one);
  }
  return {
    mode: 'focus',
    nodes: [...index.files.keys()].filter((path) => near.has(path)).map((path) => fileNode(path)),
    edges: edges.filter(({ from, to }) => near.has(from) && near.has(to)),
  };
}

/** Everything that imports some files, directly or not, grouped by how far away it is. */
export function blastView(index: CodeIndex, wanted: ReadonlySet<string>): CodeView {
  const edges = importsIn(index);
  const importers = new Map<string, string[]>();
  for (const { from, to } of edges) importers.set(to, [...(importers.get(to) ?? []), from]);
  const distance = new Map([...wanted].map((path) => [path, 0]));
  for (const [path, far] of distance)
    for (const from of importers.get(path) ?? []) if (!distance.has(from)) distance.set(from, far + 1);
  return {
    mode: 'blast-radius',
    nodes: [...index.files.keys()].flatMap((path) => {
      const far = distance.get(path);
      return far === undefined ? [] : [fileNode(path, far === 0 ? 'changed' : `distance ${String(far)}`)];
    }),
    edges: edges.filter(({ from, to }) => distance.has(from) && distance.has(to)),
  };
}

/** Part of an architecture that may import from those below it alone. */
export interface Layer {
  readonly name: string;
  readonly has: (path: string) => boolean;
}

const layer = (name: string, folder: RegExp): Layer => ({
  name,
  has: (path) => folder.test(path) && !isTestPath(path),
});

/** Highest first; a path is in the first that names one of its folders. */
const usualLayers: readonly Layer[] = [
  layer(
    'ui',
    /(?:^|\/)(?:ui|views?|pages?|components?|screens?|web(?:view)?s?|client|frontend|doors|cli|cmd|templates?|controllers?|routes?)\//u,
  ),
  layer('services', /(?:^|\/)(?:services?|usecases?|application|handlers?|operations?|execution|api|jobs?)\//u),
  layer(
    'data',
    /(?:^|\/)(?:data|models?|db|database|repositor(?:y|ies)|dao|entit(?:y|ies)|schemas?|stores?|migrations?)\//u,
  ),
  layer('config', /(?:^|\/)(?:configs?|configuration|settings?)\//u),
  layer('utils', /(?:^|\/)(?:utils?|helpers?|lib|common|shared|base|support|internal)\//u),
];

/** The files that belong to a layer by their folder, and the imports between them that point upwards. @param layers highest first. */
export function layersView(index: CodeIndex, layers: readonly Layer[] = usualLayers): CodeView {
  const rank = new Map(Array.from(index.files, ([path, file]) => [path, rankOf(path, file, layers)]));
  const edges = importsIn(index).flatMap((edge): ViewEdge[] => {
    const [from = -1, to = -1] = [rank.get(edge.from), rank.get(edge.to)];
    return from < 0 || to < 0 || from === to ? [] : [from > to ? against(edge) : edge];
  });
  const nodes = Array.from(index.files).flatMap(([path, file]) => {
    const name = layers[rank.get(path) ?? -1]?.name;
    return name === undefined ? [] : [layerNode(path, file, name)];
  });
  return { mode: 'layers', nodes, edges };
}

const keptRanks = memoEach<CodeFile, { readonly path: string; readonly layers: readonly Layer[] }, number>();

function rankOf(path: string, file: CodeFile, layers: readonly Layer[]): number {
  return keptRanks(file, { path, layers }, () => layers.findIndex(({ has }) => has(path)));
}

const against = memoFor((edge: ViewEdge): ViewEdge => ({ ...edge, against: true }));

/** The test files that reach some files by imports. */
export function impactView(index: CodeIndex, wanted: ReadonlySet<string>): CodeView {
  return { ...blastView(index, wanted), mode: 'impact' };
}
