import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import nodeModule from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';
import { contentHash } from '../base/contentHash.js';

/** What of Node is not in its types: the function that compiles a module, and, since Node 22.1, a cache of its own. */
interface Compiler {
  readonly enableCompileCache?: () => unknown;
  readonly prototype: { _compile: (this: nodeModule, text: string, file: string) => unknown };
}

export interface CompiledCodeOptions {
  /** Whose files are kept; absolute. */
  readonly program: string;
  /** Tells one build of it from any other. */
  readonly build: string;
  /** Tells runs apart that need other parts of it: whoever loads code pays for all that is kept of it. */
  readonly kind: string;
  /** Where they are kept; absolute. */
  readonly folder: string;
}

/** A build has few files for each kind of run; those of unused builds are deleted. */
const most = 128;
/**
 * What precedes the hash of code that one run has compiled: the next adds what it compiled besides, as the first has nothing of what an
 * earlier run kept, and does another part of the work.
 */
const byOneRun = '1 ';
const ownName = /^[0-9a-f]{64}\.code$/u;

/**
 * Has the engine take the code of a program as it compiled it in an earlier run. Node 22.1 and later do it by themselves, in the
 * temporary folder or where NODE_COMPILE_CACHE says. What is found is run, and whatever works in this account can write there.
 *
 * @returns writes down what was compiled in this run; where that is not possible, nothing happens.
 */
export function keepCompiledCode({ program, build, kind, folder }: CompiledCodeOptions): () => void {
  const compiler: Compiler = nodeModule as typeof nodeModule & Compiler;
  if (compiler.enableCompileCache) {
    compiler.enableCompileCache();
    return () => undefined;
  }
  const compileAnew = compiler.prototype._compile;
  const compiled: { readonly script: Script; readonly kept: string; readonly mark: string }[] = [];
  let flags: Buffer | undefined;
  compiler.prototype._compile = function (text, file) {
    if (path.dirname(file) !== program) return compileAnew.call(this, text, file);
    const kept = path.join(
      folder,
      `${contentHash(JSON.stringify([build, process.version, process.arch, kind, path.basename(file)]))}.code`,
    );
    const { code: cachedData, isOfOneRun } = readKept(kept);
    flags ??= flagsNow();
    const script = new Script(nodeModule.wrap(text), { filename: file, ...(cachedData ? { cachedData } : {}) });
    // The engine does not take what another one, or one with other flags, has compiled.
    const isTaken = cachedData !== undefined && script.cachedDataRejected !== true;
    if (!isTaken || isOfOneRun) compiled.push({ script, kept, mark: isTaken ? '' : byOneRun });
    const run = script.runInThisContext() as (...args: readonly unknown[]) => unknown; // what `wrap` makes of any text
    return run.call(this.exports, this.exports, nodeModule.createRequire(file), this, file, path.dirname(file));
  };
  return () => {
    // What is written under flags that were set later, as for very many documents, no run would take.
    if (flags === undefined || compiled.length === 0 || !flagsNow().equals(flags)) return;
    for (const { script, kept, mark } of compiled) write(kept, script.createCachedData(), mark);
    removeOldest(folder);
  };
}

/** Tells the engine's flags from others: what it compiles begins with a hash of them. */
const flagsNow = (): Buffer => new Script('').createCachedData();

/** What was kept, where all of it is there: the engine runs it as it is. */
function readKept(file: string): { readonly code?: Buffer; readonly isOfOneRun: boolean } {
  try {
    const bytes = readFileSync(file);
    const end = bytes.indexOf(10);
    const code = bytes.subarray(end + 1);
    const head = bytes.toString('latin1', 0, Math.max(0, end));
    const isOfOneRun = head.startsWith(byOneRun);
    return head.slice(isOfOneRun ? byOneRun.length : 0) === contentHash(code) ? { code, isOfOneRun } : { isOfOneRun };
  } catch {
    return { isOfOneRun: false };
  }
}

function write(file: string, code: Buffer, mark: string): void {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(temporary, Buffer.concat([Buffer.from(`${mark}${contentHash(code)}\n`), code]), {
      flag: 'wx',
      mode: 0o600,
    });
    renameSync(temporary, file);
  } catch {
    rmSync(temporary, { force: true });
  }
}

function removeOldest(folder: string): void {
  try {
    const files = readdirSync(folder)
      .filter((name) => ownName.test(name))
      .map((name) => ({ name, at: statSync(path.join(folder, name)).mtimeMs }));
    for (const { name } of files.sort((one, other) => other.at - one.at).slice(most))
      rmSync(path.join(folder, name), { force: true });
  } catch {
    // Another run has just removed it.
  }
}
