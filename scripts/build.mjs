// Bundles the extension, its web views, the language server and the command line into dist/, each by itself.
// `--dev`: readable, with source maps. `npm run package` and the tests use the production form.
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { thirdPartyNotices } from './lib/notices.mjs';
import { evaluated } from './lib/evaluated.mjs';
import { repository } from './lib/repository.mjs';
import { builtinsLate, treeSitterApart, withoutProse, withoutValidator } from './lib/buildPlugins.mjs';

const development = process.argv.includes('--dev');
const dist = path.join(repository, 'dist');
/** What answers a `lint` that ran before: all that such a run loads. */
const againFile = './cli-again.js';
/** What every other run needs: a hook needs little more. */
const startFile = './cli-start.js';
/** What each call of an agent's tool waits for. */
const hookFile = './cli-hooks.js';
/** What `lint` needs else in any case. */
const lintFile = './cli-lint.js';
/** What source code and git are read with. */
const factsFile = './cli-facts.js';
/** Small pieces that several other commands share. */
const sharedFile = './cli-shared.js';
/** Those of them that need what hooks need. */
const actingFile = './cli-acting.js';
/** Commands that are made of the same parts, or seldom called: each group in one file, as every file more is one to install. */
const groups = /** @type {const} */ ([
  ['./cli-gates.js', /^cli-(?:askGate|gate|explain|evidence|record|recordCall|answerGit)-/],
  ['./cli-programs.js', /^cli-(?:processes|processTable|endProcess)-/],
  ['./cli-agents.js', /^cli-(?:phase|agent|queue|comment)-/],
  ['./cli-traces.js', /^cli-(?:trace|impact|traceProjects|itemReport|matrix)-/],
  [
    './cli-tools.js',
    /^cli-(?:callTool|completionValues|promptOf|listFindings|reference|lintTargets|openProject|setUpWorktree)-/,
  ],
  ['./cli-code.js', /^cli-(?:\w+Answers?|queryCommand|registry|staleDocuments|examine)-/],
  ['./cli-setUp.js', /^cli-(?:createSetUp|plans)-/],
  ['./cli-gherkin.js', /^cli-(?:feature|examples)-/],
  [
    './cli-seldom.js',
    /^cli-(?:insights|createDelivery|beforeWork|forward|fixUnderLock|lsp|restoredTerminal|test|sessionFacts|pactkit|mergeDriver|gitHooks)-/,
  ],
  ['./cli-hook.js', /^cli-(?:hook|guardDocuments)-/],
  ['./cli-words.js', /^cli-(?:commandHelp|completion|operationFacts)-/],
]);
/** In characters: a file more costs more than reading this much for nothing. */
const mostShared = 30_000;
/** The same, for what every run reads. */
const mostStarted = 4_000;

/** Where the grammars of tree-sitter are, beside the bundles. */
const grammarFolder = 'grammars';
const treeSitter = 'node_modules/@vscode/tree-sitter-wasm/wasm/tree-sitter.js';

const common = /** @satisfies {import('esbuild').BuildOptions} */ ({
  absWorkingDir: repository,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  minify: !development,
  sourcemap: development,
  legalComments: 'none',
  logLevel: 'warning',
  outdir: 'dist',
  write: false,
  metafile: true,
  // Playbooks.
  loader: { '.md': 'text' },
  // Its main file loads its parts in a way that no bundler follows.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
});

const grammarsApart = treeSitterApart(`./${grammarFolder}/tree-sitter.js`);

/** What clients of the server for agents list. */
const toolsListed = evaluated(/[\\/]doors[\\/]mcp[\\/]toolFacts\.ts$/, { ...common, plugins: [grammarsApart] });

/** What help and completion list. */
const operationsListed = evaluated(/[\\/]doors[\\/]cli[\\/]operationFacts\.ts$/, {
  ...common,
  plugins: [grammarsApart],
});

/** What is shown of rules when one asks. */
const proseListed = evaluated(/[\\/]rules[\\/]ruleProse\.ts$/, { ...common, plugins: [grammarsApart] });

/**
 * The client's second bundle, loaded by the first when it is needed: activation does not read vscode-languageclient.
 * @type {import('esbuild').Plugin}
 */
const languageClientApart = {
  name: 'language-client-apart',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/languageClient\.js$/ }, ({ kind, path: wanted }) =>
      kind === 'dynamic-import' ? { path: wanted, external: true } : undefined,
    );
  },
};

try {
  /** @type {{ outputFiles: { path: string, contents: Uint8Array }[], metafile: import('esbuild').Metafile }[]} */
  const bundles = await Promise.all([
    build({
      ...common,
      entryPoints: {
        extension: 'client/src/extension.ts',
        languageClient: 'client/src/languageServer/languageClient.ts',
      },
      external: ['vscode'],
      plugins: [languageClientApart],
      // The extension host's own `vscode` is found by `require` alone.
      supported: { 'dynamic-import': false },
    }),
    bundleServer(),
    build({
      ...common,
      entryPoints: [
        { in: 'client/webview/matrix/main.ts', out: 'webview/matrix' },
        { in: 'client/webview/matrix/matrix.css', out: 'webview/matrix' },
        { in: 'client/webview/graphs.ts', out: 'webview/graphs' },
        { in: 'client/webview/codeGraph/codeGraph.css', out: 'webview/codeGraph' },
        { in: 'client/webview/run/run.css', out: 'webview/run' },
        { in: 'client/webview/setUp/main.ts', out: 'webview/setUp' },
        { in: 'client/webview/setUp/setUp.css', out: 'webview/setUp' },
        { in: 'client/webview/kanban/main.tsx', out: 'webview/kanban' },
        { in: 'client/webview/kanban/kanban.css', out: 'webview/kanban' },
      ],
      // The icons' font, beside the style that names it.
      loader: { '.ttf': 'file' },
      assetNames: 'webview/[name]',
      platform: 'browser',
      target: 'es2022',
      format: 'iife',
    }),
    bundleCommandLine(),
  ]);
  const inputs = [...bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs)), treeSitter];
  const notices = { path: path.join(dist, 'third-party-notices.txt'), contents: thirdPartyNotices(inputs) };
  const files = [...bundles.flatMap(({ outputFiles }) => outputFiles), ...grammarFiles(), notices];
  // Old files go last, so that an editor or a test that runs from dist/ never finds it empty.
  mkdirSync(dist, { recursive: true });
  for (const { path: file, contents } of files) {
    mkdirSync(path.dirname(file), { recursive: true });
    // One that is as it was is left alone: windows may be reading it while `npm start` or a package is made.
    if (!existsSync(file) || !readFileSync(file).equals(Buffer.from(contents))) writeFileSync(file, contents);
  }
  const written = new Set(files.map(({ path: file }) => file));
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && !written.has(file)) rmSync(file);
  }
  chmodSync(path.join(dist, 'cli.js'), 0o755);
} catch (error) {
  process.exitCode = 1;
  // esbuild has said what is wrong in the sources, and where.
  if (!(error instanceof Error && 'errors' in error)) console.error(error);
}

/** It tells its own build from others by its text, in which nothing stands for that yet. */
async function bundleServer() {
  const unknown = '0'.repeat(64);
  const { outputFiles, metafile } = await build({
    ...common,
    entryPoints: { server: 'server/src/doors/lsp/main.ts' },
    define: { PACTWRIGHT_GRAMMARS: JSON.stringify(grammarFolder), PACTWRIGHT_BUILD: JSON.stringify(unknown) },
    plugins: [grammarsApart, proseListed, withoutProse],
  });
  const files = outputFiles.map(({ path: file, text }) => ({
    path: file,
    contents: Buffer.from(text.replaceAll(unknown, createHash('sha256').update(text).digest('hex'))),
  }));
  return { outputFiles: files, metafile };
}

/**
 * The command line is started afresh for every call, so what a call may not need (YAML, Gherkin, git, the other commands) is in
 * files of its own, read when it is; all that `lint` needs in any case is in one file, as each file more takes time to find and
 * load. esbuild splits ES modules only, and by who shares what, into dozens; Node reads CommonJS faster, so there are two steps.
 */
async function bundleCommandLine() {
  const split = await splitCommandLine();
  const { parts, imports, metafile } = split;
  const withImports = (/** @type {RegExp} */ start, /** @type {ReadonlySet<string>} */ without) => {
    const found = new Set([...parts.keys()].filter((name) => start.test(name)));
    for (const name of found)
      for (const imported of imports.get(name) ?? [])
        if (parts.has(imported) && !without.has(imported)) found.add(imported);
    return found;
  };
  // What needs a part of a later file would make two files need each other.
  const keepClosed = (/** @type {Set<string>} */ names, /** @type {(name: string) => boolean} */ isBefore) => {
    const needsMore = (/** @type {string} */ name) =>
      (imports.get(name) ?? []).some((one) => parts.has(one) && !isBefore(one) && !names.has(one));
    for (let left = [...names].filter(needsMore); left.length > 0; left = [...names].filter(needsMore))
      for (const name of left) names.delete(name);
  };
  const again = withImports(/^cli-(?:openKeptRun|fileSystem|cacheFiles|quickFiles)-/, new Set());
  const lint = withImports(/^cli-(?:lint|drift|rules)-/, again);
  const hook = withImports(/^cli-hook-/, again);
  const started = withImports(/^cli-(?:start|machine)-/, again);
  // Both closed under imports, so what they share is, too.
  for (const name of hook) if (lint.has(name)) started.add(name);
  // The server for agents shall wait for no more than this and files of its own.
  const served = new Set(
    [...withImports(/^cli-mcp(?:-|\.js$)/, new Set([...again, ...started]))].filter(
      (name) => (parts.get(name) ?? '').length <= mostStarted,
    ),
  );
  keepClosed(served, (name) => again.has(name) || started.has(name));
  for (const name of served) started.add(name);
  const hooked = new Set([...hook].filter((name) => !started.has(name)));
  const together = new Set([...lint].filter((name) => !started.has(name)));
  const isFirst = (/** @type {string} */ name) => [again, started, hooked, together].some((names) => names.has(name));
  const facts = new Set(
    [...withImports(/^cli-(?:projectFacts|recordReader)-/, again)].filter((name) => !isFirst(name)),
  );
  const isEarly = (/** @type {string} */ name) => isFirst(name) || facts.has(name);
  const small = new Set(
    [...parts].flatMap(([name, text]) =>
      name.startsWith('cli-chunk-') && !isEarly(name) && text.length <= mostShared ? [name] : [],
    ),
  );
  keepClosed(small, isEarly);
  // All parts of a file are loaded together: what git needs shall not load hooks and agents.
  const shared = new Set(small);
  keepClosed(shared, (name) => isEarly(name) && !hooked.has(name));
  const acting = new Set([...small].filter((name) => !shared.has(name)));
  const rest = [...parts.keys()].filter((name) => !isEarly(name) && !small.has(name));
  const grouped = groups.map(([file, names]) => /** @type {const} */ ([file, rest.filter((name) => names.test(name))]));
  // What esbuild shares between parts of one group alone is part of it.
  for (const name of rest.filter((one) => one.startsWith('cli-chunk-'))) {
    const importers = [...imports].flatMap(([one, all]) => (parts.has(one) && all.includes(name) ? [one] : []));
    grouped.find(([, names]) => importers.every((one) => names.includes(one)))?.[1].push(name);
  }
  const apart = rest.filter((name) => !grouped.some(([, names]) => names.includes(name)));
  const joinedFiles = new Map([
    [againFile, [...again]],
    [startFile, [...started]],
    [hookFile, [...hooked]],
    [lintFile, [...together]],
    [factsFile, [...facts]],
    [sharedFile, [...shared]],
    [actingFile, [...acting]],
    ...grouped,
  ]);
  return { outputFiles: await joinedFilesOf(split, joinedFiles, apart), metafile };
}

/**
 * parts: texts by file name; imports: which of them each imports; exported: the names that each exports
 * @typedef {{
 *   parts: ReadonlyMap<string, string>, imports: ReadonlyMap<string, readonly string[]>,
 *   exported: ReadonlyMap<string, readonly string[]>, metafile: import('esbuild').Metafile
 * }} Split
 */

/** @returns {Promise<Split>} */
async function splitCommandLine() {
  const { outputFiles, metafile } = await build({
    ...common,
    // The server for agents is loaded by the command line, and shares all of its code.
    entryPoints: { cli: 'server/src/doors/cli/main.ts', 'cli-mcp': 'server/src/doors/mcp/main.ts' },
    plugins: [grammarsApart, withoutValidator, toolsListed, operationsListed, proseListed, withoutProse],
    format: 'esm',
    splitting: true,
    chunkNames: 'cli-[name]-[hash]',
    minify: false,
    sourcemap: development && 'inline',
  });
  const parts = new Map(outputFiles.map(({ path: file, text }) => [path.basename(file), text]));
  const imports = new Map(
    Object.entries(metafile.outputs).map(([file, output]) => [
      path.basename(file),
      output.imports.filter(({ kind }) => kind === 'import-statement').map((imported) => path.basename(imported.path)),
    ]),
  );
  const exported = new Map(
    Object.entries(metafile.outputs).map(([file, output]) => [path.basename(file), output.exports]),
  );
  return { parts, imports, exported, metafile };
}

/**
 * @param {Split} split
 * @param {ReadonlyMap<string, readonly string[]>} groups the parts that become one file, by that file.
 * @param {readonly string[]} apart those that become one each.
 */
async function joinedFilesOf({ parts, imports, exported }, groups, apart) {
  failOnCircle(imports, groups);
  const { outputFiles } = await build({
    ...common,
    define: {
      PACTWRIGHT_BUILD: JSON.stringify(hashOf(parts, groups)),
      PACTWRIGHT_GRAMMARS: JSON.stringify(grammarFolder),
    },
    entryPoints: Object.fromEntries(
      [...groups.keys(), ...apart.map((name) => `./${name}`)].map((file) => [path.parse(file).name, file]),
    ),
    external: [`./${grammarFolder}/*`],
    plugins: [builtinsLate, joinParts(parts, groups, exported)],
    sourcemap: development && 'inline',
    supported: { 'dynamic-import': false },
  });
  return outputFiles.map(({ path: file, text }) => ({ path: file, contents: inAscii(text) }));
}

/**
 * Code with one other character takes twice the memory, and longer to load. esbuild writes such characters as escapes in strings, but not
 * in regular expressions, nor in `String.raw`, where only expressions have any: there, too, an escape stands for the character.
 *
 * @param {string} text
 */
function inAscii(text) {
  const escaped = (/** @type {string} */ unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return Buffer.from(text.replace(/[^\0-\x7f]/g, escaped));
}

/** tree-sitter and the grammars that are read: each is loaded from its own file, when it is needed. */
function grammarFiles() {
  /** @type {Record<string, string[]>} */
  const grammars = JSON.parse(readFileSync(path.join(repository, 'server/src/syntax/grammars.json'), 'utf8'));
  return [
    'tree-sitter.js',
    'tree-sitter.wasm',
    ...Object.keys(grammars).map((grammar) => `tree-sitter-${grammar}.wasm`),
  ].map((name) => ({
    path: path.join(dist, grammarFolder, name),
    contents: readFileSync(path.join(repository, path.dirname(treeSitter), name)),
  }));
}

/**
 * Tells a bundle from every other.
 *
 * @param {ReadonlyMap<string, string>} parts texts by file name.
 * @param {ReadonlyMap<string, readonly string[]>} groups what makes files of them.
 */
function hashOf(parts, groups) {
  const hash = createHash('sha256').update(JSON.stringify([...groups]));
  for (const name of ['build.mjs', 'lib/buildPlugins.mjs'])
    hash.update(readFileSync(path.join(repository, 'scripts', name)));
  for (const [name, text] of parts) hash.update(`${name}\0${text}\0`);
  return hash.digest('hex');
}

/**
 * Makes one file of each of some groups of parts of a bundle; the other parts find theirs in it.
 *
 * @param {ReadonlyMap<string, string>} parts texts by file name.
 * @param {ReadonlyMap<string, readonly string[]>} groups the parts that become one file, by that file; none is in two.
 * @param {ReadonlyMap<string, readonly string[]>} exported what parts export, by file name.
 * @returns {import('esbuild').Plugin}
 */
function joinParts(parts, groups, exported) {
  const fileOf = new Map([...groups].flatMap(([file, names]) => names.map((name) => [name, file])));
  return {
    name: 'join-parts',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.\/cli/ }, ({ path: wanted, kind, importer, namespace }) => {
        const name = path.basename(wanted);
        if (kind === 'entry-point')
          return groups.has(wanted) ? { path: wanted, namespace: 'joined' } : { path: name, namespace: 'part' };
        const file = fileOf.get(name);
        if (file === undefined) return { path: wanted, external: true };
        // What is needed before compiled code is taken: from another file, that one would be compiled each time. It is there twice,
        // so it must hold no state.
        const isFirst = importer === 'cli.js' && kind === 'import-statement';
        const inside = isFirst || file === (namespace === 'joined' ? importer : fileOf.get(importer));
        return { path: name, namespace: inside ? 'part' : 'link' };
      });
      onLoad({ filter: /.*/, namespace: 'part' }, ({ path: name }) => ({ contents: parts.get(name) ?? '' }));
      onLoad({ filter: /.*/, namespace: 'joined' }, ({ path: file }) => ({
        contents: (groups.get(file) ?? [])
          .map((name, index) => `export * as part${index} from './${name}';`)
          .join('\n'),
      }));
      onLoad({ filter: /.*/, namespace: 'link' }, ({ path: name }) => {
        const file = fileOf.get(name) ?? '';
        const part = `part${groups.get(file)?.indexOf(name)}`;
        failWhereChanged(name, parts.get(name) ?? '');
        // Each by its name: through the objects of two files, every use of what is imported would call two functions.
        const bindings = (exported.get(name) ?? []).map((one) =>
          one === 'default' ? `export default ${part}.default;` : `export const ${one} = ${part}.${one};`,
        );
        return { contents: [`const { ${part} } = require('${file}');`, ...bindings].join('\n') };
      });
    },
  };
}

/**
 * What one file takes from another it takes when it is loaded itself.
 *
 * @param {ReadonlyMap<string, readonly string[]>} imports what each part imports.
 * @param {ReadonlyMap<string, readonly string[]>} groups the parts that become one file, by that file.
 * @throws if two files need each other.
 */
function failOnCircle(imports, groups) {
  const fileOf = new Map([...groups].flatMap(([file, names]) => names.map((name) => [name, file])));
  /** @type {Map<string, Set<string>>} */
  const needed = new Map();
  for (const [name, all] of imports) {
    const file = fileOf.get(name) ?? name;
    const others = all.map((one) => fileOf.get(one) ?? one).filter((other) => other !== file);
    needed.set(file, new Set([...(needed.get(file) ?? []), ...others]));
  }
  const done = new Set();
  const visit = (/** @type {string} */ file, /** @type {readonly string[]} */ way) => {
    if (way.includes(file)) throw new Error(`Files of the command line need each other: ${[...way, file].join(' → ')}`);
    if (done.has(file)) return;
    for (const other of needed.get(file) ?? []) visit(other, [...way, file]);
    done.add(file);
  };
  for (const file of needed.keys()) visit(file, []);
}

/**
 * What is imported from another file is what it was when that was loaded.
 *
 * @param {string} name of a part
 * @param {string} text of it
 * @throws if it exports a variable that it changes.
 */
function failWhereChanged(name, text) {
  const lists = Array.from(text.matchAll(/^export \{([^}]*)\}/gm), ([, list = '']) => list.split(','));
  const names = lists.flat().flatMap((one) => /\S+/.exec(one)?.[0].replaceAll('$', '\\$') ?? []);
  if (names.length === 0) return;
  const change = new RegExp(
    `(?<![\\w$.#]|(?:var|let|const) )(?:${names.join('|')})(?:\\+\\+|--| (?:[-+*/%&|^]|\\*\\*|<<|>>>?|&&|\\|\\||\\?\\?)?= )`,
  ).exec(text);
  if (change) throw new Error(`${name} exports a variable that it changes: ${change[0]}`);
}
