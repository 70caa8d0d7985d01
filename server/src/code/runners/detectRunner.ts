import * as v from 'valibot';
import type { SourceFile } from '../sourceFile.js';
import { parseJson } from '../../base/json.js';
import { fields, read, type Read, some, someRecordOf } from '../../base/schema.js';
import type { RunnerName } from './runner.js';

/** The files of a project that tell how its tests are run; each is looked for in all folders above a test file. */
export const projectFileNames: ReadonlySet<string> = new Set([
  'package.json',
  ...['vitest', 'vite', 'jest'].flatMap((tool) =>
    ['js', 'ts', 'mjs', 'mts', 'cjs', 'cts'].map((type) => `${tool}.config.${type}`),
  ),
  'vitest.workspace.ts',
  '.mocharc.json',
  '.mocharc.js',
  '.mocharc.cjs',
  '.mocharc.yml',
  '.mocharc.yaml',
  'pyproject.toml',
  'pytest.ini',
  'setup.cfg',
  'tox.ini',
  'go.mod',
  'Cargo.toml',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
]);

export interface DetectedRunner {
  readonly runner: RunnerName;
  /** Where it is to be run: relative to the root, with `/`. */
  readonly folder: string;
  /** Options for Node.js that the project's own test script gives. */
  readonly nodeOptions: readonly string[];
}

/**
 * How the tests of a file are run.
 *
 * @param projectFiles the texts of the project's files by path, among them those of `projectFileNames` above the test file.
 * @returns undefined if nothing tells, or the language is one whose runners are not known.
 */
export function detectRunner(
  file: Pick<SourceFile, 'path' | 'language' | 'text'>,
  projectFiles: ReadonlyMap<string, string>,
): DetectedRunner | undefined {
  const folders = foldersAbove(file.path);
  const nearest = (...names: readonly string[]): string | undefined =>
    folders.find((folder) => names.some((name) => projectFiles.has(inFolder(folder, name))));
  const at = (runner: RunnerName, folder: string | undefined): DetectedRunner | undefined =>
    folder === undefined ? undefined : { runner, folder, nodeOptions: [] };
  switch (file.language) {
    case 'typescript':
      return detectForNode(file, folders, projectFiles);
    case 'python':
      return at('pytest', nearest('pytest.ini', 'pyproject.toml', 'tox.ini', 'setup.cfg') ?? '');
    case 'go':
      return at('go', nearest('go.mod'));
    case 'rust':
      return at('cargo', nearest('Cargo.toml'));
    case 'java': {
      const folder = nearest('pom.xml', 'build.gradle', 'build.gradle.kts');
      return at(folder !== undefined && projectFiles.has(inFolder(folder, 'pom.xml')) ? 'maven' : 'gradle', folder);
    }
    default:
      return undefined;
  }
}

/** A package.json, as far as it tells. */
const manifestSchema = some({ scripts: someRecordOf(v.string()), devDependencies: fields, dependencies: fields });

type Manifest = Read<typeof manifestSchema>;

type NodeRunner = 'vitest' | 'jest' | 'mocha' | 'node';

/** What a test file of a browser's runner has in it; these are run with the product set up around them. */
const ofBrowsers =
  /(?:from|require\(|import)\s{0,9}["'](?:@playwright\/(?:test|experimental-ct-\w{1,20})|cypress|@wdio\/globals|testcafe)["']/u;

/** What a test file imports tells more than what is installed beside it. */
const imports: readonly (readonly [RegExp, NodeRunner])[] = [
  [/(?:from|require\(|import)\s{0,9}["']vitest(?:\/[\w-]{1,40})?["']/u, 'vitest'],
  [/(?:from|require\(|import)\s{0,9}["']node:test["']/u, 'node'],
  [/(?:from|require\(|import)\s{0,9}["']@jest\/globals["']/u, 'jest'],
  [/(?:from|require\(|import)\s{0,9}["']mocha["']/u, 'mocha'],
];

const scripts: readonly (readonly [RegExp, NodeRunner])[] = [
  [/\bvitest\b/u, 'vitest'],
  [/\bjest\b/u, 'jest'],
  [/\bmocha\b/u, 'mocha'],
  [/\bnode\b.*\s--test\b/u, 'node'],
];

const configurations: readonly (readonly [RegExp, NodeRunner])[] = [
  [/^vitest\./u, 'vitest'],
  [/^jest\./u, 'jest'],
  [/^\.mocharc\./u, 'mocha'],
];

function detectForNode(
  file: Pick<SourceFile, 'text'>,
  folders: readonly string[],
  projectFiles: ReadonlyMap<string, string>,
): DetectedRunner | undefined {
  if (ofBrowsers.test(file.text) || folders.some((folder) => /(?:^|\/)cypress$/u.test(folder))) return undefined;
  const imported = imports.find(([pattern]) => pattern.test(file.text))?.[1];
  const packages = folders.filter((folder) => projectFiles.has(inFolder(folder, 'package.json')));
  const manifests = packages.map((folder) => ({
    folder,
    manifest: read(manifestSchema, parseJson(projectFiles.get(inFolder(folder, 'package.json')) ?? '')) ?? {},
  }));
  // A package of a workspace mostly leaves its runner to the package above it.
  for (const { folder, manifest } of manifests) {
    const runner = imported ?? runnerOf(manifest, configurationsIn(folder, projectFiles));
    if (runner) return { runner, folder, nodeOptions: runner === 'node' ? optionsOf(manifest) : [] };
  }
  return imported && { runner: imported, folder: '', nodeOptions: [] };
}

function runnerOf(manifest: Manifest, files: readonly string[]): NodeRunner | undefined {
  const script = testScripts(manifest);
  const byScript = scripts.find(([pattern]) => script.some((one) => pattern.test(one)))?.[1];
  if (byScript) return byScript;
  const byFile = configurations.find(([pattern]) => files.some((name) => pattern.test(name)))?.[1];
  if (byFile) return byFile;
  const isInstalled = (name: string): boolean =>
    [manifest.devDependencies, manifest.dependencies].some((packages) => packages?.[name] !== undefined);
  return (['vitest', 'jest', 'mocha'] as const).find(isInstalled);
}

/** `test` first, then `test:unit` and the like. */
function testScripts({ scripts: all = {} }: Manifest): string[] {
  return Object.entries(all)
    .filter(([name]) => /^test\b/u.test(name))
    .sort(([a], [b]) => a.length - b.length)
    .map(([, script]) => script);
}

/** `--import tsx` and the like, without which Node.js could not load the tests. */
function optionsOf(manifest: Manifest): string[] {
  const script = testScripts(manifest).find((one) => /\bnode\b.*\s--test\b/u.test(one)) ?? '';
  const words = script.slice(script.search(/\bnode\b/u)).split(/\s+/u);
  return words.flatMap((word, index) => {
    if (/^--(?:import|require|loader|experimental-loader|conditions)$|^-[rC]$/u.test(word))
      return [word, words[index + 1] ?? ''];
    return /^--(?:(?:import|require|loader|experimental-loader|conditions)=|experimental-(?:strip|transform)-types$)/u.test(
      word,
    )
      ? [word]
      : [];
  });
}

function configurationsIn(folder: string, projectFiles: ReadonlyMap<string, string>): string[] {
  return [...projectFileNames].filter((name) => projectFiles.has(inFolder(folder, name)));
}

/** The folders that hold a file, nearest first; the root is the empty one. */
export function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return Array.from({ length: parts.length + 1 }, (_, index) => parts.slice(0, parts.length - index).join('/'));
}

function inFolder(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
