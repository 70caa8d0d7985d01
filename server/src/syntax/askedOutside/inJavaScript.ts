import { type AskedOutside, mostOfValue } from './asked.js';

/** The name that tests call. */
export const askName = 'pactwrightAsk';

/** For the end of a test file. @param isModule whether it imports rather than requires. */
export function inJavaScript({ calls, sources, mark }: AskedOutside, isModule: boolean): string {
  const place = isModule ? 'import.meta.url' : '__filename';
  const asked = `[${calls.map((call) => `() => ${call}`).join(', ')}]`;
  const facts = JSON.stringify({ calls, sources, mark, program });
  return `\nfunction ${askName}(own) { return (${askName}.ask ??= (0, eval)(${JSON.stringify(helper)})(${asked}, ${facts}, ${place}))(own); }\n`;
}

/**
 * The calls are made where the test runs, and in a program of their own that is started without what runners set, while the test's file
 * is away; then while it is there, to tell what reads it; then again, to tell what changes by itself. Whatever else keeps a program from
 * answering says nothing.
 */
const helper = `((asked, { calls, sources, mark, program }, place) => {
  const builtin = globalThis.process?.getBuiltinModule;
  if (!builtin || globalThis.document) return () => undefined;
  const fs = builtin('node:fs'), v8 = builtin('node:v8'), util = builtin('node:util'), path = builtin('node:path');
  const url = builtin('node:url'), { execFileSync } = builtin('node:child_process');
  const file = place.startsWith('file:') ? url.fileURLToPath(place) : place;
  const ofRunner = /^(?:NODE_TEST_CONTEXT|NODE_OPTIONS|NODE_V8_COVERAGE|NODE_CHANNEL\\w*|NODE_UNIQUE_ID|VITEST\\w*|JEST\\w*|TINYPOOL\\w*|npm_\\w*|TEST|MODE|DEV|PROD|SSR|BASE_URL)$/;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name, value]) => !ofRunner.test(name) && !(name === 'NODE_ENV' && value === 'test')));
  const input = JSON.stringify({ calls, from: file, sources: sources.map((one) => ({ ...one, from: one.from.startsWith('.') ? path.resolve(path.dirname(file), one.from) : one.from })), mark, vite: 'vite', runner: 'vitest' });
  const without = (run) => {
    const away = file + '~';
    fs.renameSync(file, away);
    try {
      return run();
    } finally {
      fs.renameSync(away, file);
    }
  };
  const outside = () => {
    try {
      const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], { input, env, timeout: 20000, stdio: ['pipe', 'pipe', 'ignore'], maxBuffer: 1e8 }).toString();
      return v8.deserialize(Buffer.from(said.slice(said.lastIndexOf(mark) + mark.length), 'base64'));
    } catch {
      return [];
    }
  };
  const kept = (value) => {
    try { return [v8.deserialize(v8.serialize(value))]; } catch { return []; }
  };
  const worker = globalThis.__vitest_worker__;
  const isSetUp = worker ? (worker.config?.setupFiles ?? []).length > 0 : process.execArgv.some((one) => /^(?:--import|--require|-r)\\b/.test(one));
  const before = without(outside);
  const inside = asked.map((ask) => {
    try { return ask(); } catch { return () => undefined; }
  });
  let after, beside;
  const isSame = (one, other) => one?.length === 1 && other?.length === 1 && util.isDeepStrictEqual(one[0], other[0]);
  const fail = (at, here, facts) => {
    const [there] = before[at] ?? [];
    const shown = (value) => util.inspect(value).slice(0, ${mostOfValue});
    throw new Error(mark + JSON.stringify({ at, here: shown(here), there: before[at] ? shown(there) : 'an error', ...facts }) + mark);
  };
  const judge = (values, own) => {
    for (const at of own) {
      const here = values[at];
      if (here?.length !== 1 || before.length === 0 || isSame(before[at], here)) continue;
      beside ??= outside();
      if (isSame(beside[at], here)) fail(at, here[0], { isRead: true });
      if (!before[at] || !isSame(beside[at], before[at])) continue;
      after ??= without(outside);
      if (isSame(after[at], before[at])) fail(at, here[0], { isSetUp });
    }
  };
  const isPromise = (one) => typeof one?.then === 'function';
  return (own) => own.some((at) => isPromise(inside[at]))
    ? Promise.allSettled(inside).then((all) => judge(all.map((one) => one.status === 'fulfilled' ? kept(one.value) : []), own))
    : judge(inside.map((one) => isPromise(one) ? [] : kept(one)), own);
})`;

/** What is said of a test here goes in by the standard input: a program that looks for such words would find them in its arguments. */
const program = `
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { serialize } from 'node:v8';
const { calls, from, sources, mark, vite, runner } = JSON.parse(readFileSync(0, 'utf8'));
let server;
const load = async (path) => {
  try {
    return await import(isAbsolute(path) ? pathToFileURL(path).href : path);
  } catch {
    server ??= await serve();
    return server.ssrLoadModule(path);
  }
};
// With the names for files that the runner knows, and nothing else of its own settings.
const serve = async () => {
  const { createServer, loadConfigFromFile } = await import(pathToFileURL(createRequire(createRequire(from).resolve(runner)).resolve(vite)).href);
  const settings = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'].map((ending) => runner + '.config.' + ending).find((file) => existsSync(file));
  const own = settings && (await loadConfigFromFile({ command: 'serve', mode: 'development' }, settings).catch(() => undefined));
  const alias = own?.config.resolve?.alias ?? own?.config.test?.alias;
  return createServer({ resolve: { ...(alias ? { alias } : {}) }, server: { middlewareMode: true, hmr: false, watch: null }, appType: 'custom', logLevel: 'silent', optimizeDeps: { noDiscovery: true } });
};
const names = [], values = [];
for (const source of sources) {
  const module = await load(source.from).catch(() => ({}));
  names.push(source.local);
  values.push(source.name === undefined ? module : (module[source.name] ?? module.default?.[source.name]));
}
const all = async () => {
  const results = [];
  for (const call of calls) {
    try {
      const value = await new Function(...names, 'return (' + call + ')')(...values);
      serialize(value);
      results.push([value]);
    } catch {
      results.push(undefined);
    }
  }
  return results;
};
const first = await all(), second = await all();
// What changes from call to call, as a counter does, depends on what was called before.
const results = first.map((one, at) => (isDeepStrictEqual(one, second[at]) ? one : undefined));
process.stdout.write(mark + serialize(results).toString('base64'), () => process.exit());
`;
