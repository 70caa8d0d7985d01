// Files that could be part of the one file that needs them.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from './repository.mjs';

const smallest = 25;

/** Of these things there is a file each, however little there is to say of one. */
const oneEach = [
  /CommandTable\.ts$/u,
  /^server\/src\/code\/(?:modules\/resolve|runners\/)\w+\.ts$/u,
  /^server\/src\/documents\/\w+\/kind\.ts$/u,
  /^server\/src\/doors\/(?:cli\/commands\/\w+|lsp\/\w+Requests)\.ts$/u,
  // Has to be loaded before the SDK is.
  /^server\/src\/doors\/mcp\/interpretedSchemas\.ts$/u,
  /^server\/src\/(?:agents\/adapters|execution\/queries|gates\/conditions|operations|rules|syntax\/outlines)\//u,
  /^test\/support\/programs\//u,
];

const folders = ['client/src', 'client/webview', 'server/src', 'test', 'scripts'];
const form = /(?:\bfrom|^import)\s*'(?<still>\.[^']+)'|\bimport\(\s*'(?<late>\.[^']+)'/gmu;

/** Source files, relative to the repository, with `/`. @returns {string[]} */
export function sourceFiles() {
  return folders.flatMap((folder) =>
    readdirSync(path.join(repository, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:tsx?|mts|mjs)$/u.test(file) && !file.includes('node_modules'))
      .map((file) => `${folder}/${file.split(path.sep).join('/')}`),
  );
}

/** The room of the house that a file is in. */
const roomOf = (/** @type {string} */ file) => file.split('/', 3).join('/');

/** All that may import one of them, by name. */
function texts() {
  const configurations = readdirSync(repository).filter((file) => /\.(?:m?ts|mjs)$/u.test(file));
  return new Map(
    [...sourceFiles(), ...configurations].map((name) => [name, readFileSync(path.join(repository, name), 'utf8')]),
  );
}

/**
 * Files below 25 lines that one other file of their room imports, and imports at once: what is loaded only when it is called is a file for
 * that. A test that imports one counts as another.
 *
 * @param {ReadonlyMap<string, string>} files texts by name.
 * @returns {{ file: string, lines: number, importer: string }[]}
 */
export function smallFilesForOne(files = texts()) {
  /** @type {Map<string, Map<string, boolean>>} by name without ending: who imports it, and whether at once */
  const importers = new Map();
  for (const [name, text] of files)
    for (const { groups: { still, late } = {} } of text.matchAll(form)) {
      const target = path.posix.join(path.posix.dirname(name), still ?? late ?? '').replace(/\.[cm]?js$/u, '');
      const known = importers.get(target) ?? new Map();
      importers.set(target, known.set(name, known.get(name) === true || still !== undefined));
    }
  return [...files].flatMap(([file, text]) => {
    const lines = text.split('\n').length - 1;
    const [only, ...others] = importers.get(file.replace(/\.(?:tsx?|m[jt]s)$/u, '')) ?? [];
    if (lines >= smallest || !only?.[1] || others.length > 0) return [];
    if (roomOf(file) !== roomOf(only[0]) || oneEach.some((place) => place.test(file))) return [];
    return [{ file, lines, importer: only[0] }];
  });
}
