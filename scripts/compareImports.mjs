// Compares the import edges of `visualize` with those of others, and the time it takes:
// `node scripts/compareImports.mjs FOLDER…`, after `npm run build`. TypeScript and JavaScript against dependency-cruiser, Python
// against its own `ast`. Prints what differs. Packages of a workspace that import each other by name have to be linked below
// `node_modules`, as their installation does: dependency-cruiser looks nowhere else.
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { repository } from './lib/repository.mjs';

const cli = path.join(repository, 'dist/cli.js');
const cruiser = path.join(repository, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
const script = /\.[cm]?[jt]sx?$/u;

const modes = ['file', 'class', 'call', 'module', 'layers', 'complexity', 'unified'];

/** @typedef {{ source: string, dependencies: { resolved: string, coreModule: boolean, couldNotResolve: boolean }[] }} Cruised */

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {string} cwd
 * @param {NodeJS.ProcessEnv} [env]
 */
function timed(program, args, cwd, env = process.env) {
  const began = performance.now();
  const { stdout, stderr, status } = spawnSync(program, args, { cwd, env, encoding: 'utf8', maxBuffer: 1 << 30 });
  if (status !== 0 && stdout === '') throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
  return { stdout, seconds: (performance.now() - began) / 1000 };
}

/**
 * As `depcruise --init` writes them, so that the project's own name and the aliases of its `tsconfig.json` are followed.
 *
 * @param {string} folder
 */
function cruiserOptions(folder) {
  const fileName = path.join(folder, 'tsconfig.json');
  return {
    exclude: { path: '(^|/)(node_modules|dist|out)/' },
    tsPreCompilationDeps: true,
    ...(existsSync(fileName) ? { tsConfig: { fileName } } : {}),
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types', 'typings'],
    },
  };
}

/**
 * How long all graphs take in a process that stays (the server for agents), first and after one file has changed, and one of them.
 *
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env
 * @param {() => void} change
 */
async function inSession(folder, env, change) {
  const client = new Client({ name: 'compareImports', version: '0.0.0' });
  const args = [cli, 'mcp', '--toolsets', 'code,documents'];
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args,
      cwd: folder,
      env: Object.fromEntries(
        Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      ),
    }),
  );
  const call = async (/** @type {string} */ name, /** @type {Record<string, unknown>} */ given) => {
    const began = performance.now();
    const { isError, content } = await client.callTool({ name, arguments: given }, { timeout: 600_000 });
    if (isError) throw new Error(JSON.stringify(content));
    return (performance.now() - began) / 1000;
  };
  const all = () => call('draw_graphs', { graphs: modes });
  const one = () => call('visualize', { mode: 'call' });
  const first = await all();
  change();
  const again = await all();
  await one();
  change();
  const single = await one();
  await client.close();
  const ratio = (/** @type {number} */ seconds) => `${seconds.toFixed(2)} s, 1/${(first / seconds).toFixed(1)}`;
  console.log(
    `  in a session: all graphs ${first.toFixed(2)} s, again after a change ${ratio(again)}, the calls alone ${ratio(single)}`,
  );
}

/**
 * @param {string} name
 * @param {ReadonlySet<string>} ours
 * @param {ReadonlySet<string>} theirs
 */
function compare(name, ours, theirs) {
  const more = [...ours].filter((edge) => !theirs.has(edge));
  const less = [...theirs].filter((edge) => !ours.has(edge));
  const both = ours.size - more.length;
  const share = (/** @type {number} */ of) => (of === 0 ? 1 : both / of).toFixed(4);
  console.log(`${name}: ${both} edges of both, precision ${share(ours.size)}, recall ${share(theirs.size)}`);
  for (const edge of more.slice(0, 10)) console.log(`  only ours   ${edge}`);
  for (const edge of less.slice(0, 10)) console.log(`  only theirs ${edge}`);
}

for (const given of process.argv.slice(2)) {
  const folder = path.resolve(given);
  const cache = mkdtempSync(path.join(os.tmpdir(), 'pactwright-imports-'));
  const env = { ...process.env, XDG_CACHE_HOME: cache };
  const first = timed(process.execPath, [cli, 'visualize', '--format', 'json'], folder, env);
  const rest = modes.slice(1).map((mode) => timed(process.execPath, [cli, 'visualize', '--mode', mode], folder, env));
  const all = [first, ...rest].reduce((sum, { seconds }) => sum + seconds, 0);
  /** @type {{ edges: { from: string, to: string }[], nodes: { path: string }[] }} */
  const { edges, nodes } = JSON.parse(first.stdout);
  const ours = (/** @type {RegExp} */ files) =>
    new Set(edges.filter(({ from }) => files.test(from)).map(({ from, to }) => `${from} -> ${to}`));
  console.log(`${folder}: ${nodes.length} files; first ${first.seconds.toFixed(2)} s, all modes ${all.toFixed(2)} s`);

  if (nodes.some(({ path: file }) => script.test(file))) {
    const config = path.join(cache, 'cruiser.json');
    writeFileSync(config, JSON.stringify({ options: cruiserOptions(folder) }));
    const { stdout, seconds } = timed(process.execPath, [cruiser, '--config', config, '-T', 'json', '.'], folder);
    /** @type {{ modules: Cruised[] }} */
    const { modules } = JSON.parse(stdout);
    const read = new Set(nodes.map(({ path: file }) => file));
    const theirs = modules.flatMap(({ source, dependencies }) =>
      dependencies
        .filter(({ resolved, coreModule, couldNotResolve }) => !coreModule && !couldNotResolve && read.has(resolved))
        .flatMap(({ resolved }) => (read.has(source) && resolved !== source ? [`${source} -> ${resolved}`] : [])),
    );
    const known = new Set(modules.map(({ source }) => source));
    compare(
      'dependency-cruiser',
      new Set([...ours(script)].filter((edge) => known.has(edge.split(' ')[0] ?? ''))),
      new Set(theirs),
    );
    console.log(
      `  dependency-cruiser took ${seconds.toFixed(2)} s: all modes ${(all / seconds).toFixed(2)} times that`,
    );
    const changed = path.join(folder, nodes.find(({ path: file }) => script.test(file))?.path ?? '');
    const text = readFileSync(changed, 'utf8');
    try {
      appendFileSync(changed, '\n');
      const again = timed(process.execPath, [cli, 'visualize', '--mode', 'call'], folder, env);
      console.log(
        `  after a change ${again.seconds.toFixed(2)} s: 1/${(first.seconds / again.seconds).toFixed(1)} of the first`,
      );
      const empty = mkdtempSync(path.join(os.tmpdir(), 'pactwright-imports-'));
      await inSession(folder, { ...process.env, XDG_CACHE_HOME: empty }, () => {
        appendFileSync(changed, '\n');
      });
      rmSync(empty, { recursive: true });
    } finally {
      writeFileSync(changed, text);
    }
  }
  if (nodes.some(({ path: file }) => file.endsWith('.py'))) {
    const edgesOfAst = execFileSync('python3', [path.join(repository, 'scripts/lib/importsByAst.py'), folder], {
      encoding: 'utf8',
    });
    compare("Python's ast", ours(/\.py$/u), new Set(edgesOfAst.split('\n').filter((line) => line !== '')));
  }
  rmSync(cache, { recursive: true });
}
