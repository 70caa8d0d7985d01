import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { bundledCli } from '../../support/bundledCli.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const code = bundledCli('server/src/host/compiledCode.ts');

/** A Node without a cache of its own, that says which compiled code the engine did not take. */
const main = `
  const vm = require('node:vm');
  require('node:module').enableCompileCache = undefined;
  const { Script } = vm;
  vm.Script = class extends Script {
    constructor(text, options) {
      super(text, options);
      // Without options it is no file.
      if (options) console.log(options.cachedData ? (this.cachedDataRejected ? 'rejected' : 'taken') : 'missing');
    }
  };
  const [, , code, folder, build, kind] = process.argv;
  const keep = require(code).keepCompiledCode({ program: __dirname, build, kind, folder });
  const { twice, thrice } = require('./part.js');
  console.log(twice(21), kind === 'more' ? thrice(1) : twice(1));
  if (kind === 'flags') require('node:v8').setFlagsFromString('--heap-growing-percent=40');
  keep();
`;

function program(): { readonly kept: string; readonly run: (build?: string, kind?: string) => string[] } {
  const folder = temporaryFolder({
    'main.js': main,
    'part.js': `const path = require('node:path');\nexports.twice = (n) => n * 2 + path.basename(__filename).length - 7;\nexports.thrice = (n) => n * 3;`,
  });
  const kept = temporaryFolder();
  return {
    kept,
    run: (build = 'one', kind = 'all') => {
      const { stdout, stderr } = spawnSync(process.execPath, [path.join(folder, 'main.js'), code, kept, build, kind], {
        encoding: 'utf8',
      });
      expect(stderr).toBe('');
      return stdout.trim().split('\n');
    },
  };
}

it('takes what it has compiled, and not what another build has', () => {
  const { run } = program();
  expect(run()).toEqual(['missing', '42 2']);
  expect(run()).toEqual(['taken', '42 2']);
  expect(run('two')).toEqual(['missing', '42 2']);
});

it('keeps it for each kind of run, and adds what the second compiled, once', () => {
  const { kept, run } = program();
  const sizes: number[] = [];
  const sizeAfter = (kind: string): number => {
    run('one', kind);
    return readdirSync(kept).reduce((sum, name) => sum + statSync(path.join(kept, name)).size, 0);
  };
  for (let times = 0; times < 3; times++) sizes.push(sizeAfter('all'));
  const [first = 0, second = 0, third = 0] = sizes;
  // The mark of the first run is gone.
  expect(second).not.toBe(first);
  expect(third).toBe(second);
  expect(run('one', 'more')).toEqual(['missing', '42 3']);
  expect(readdirSync(kept)).toHaveLength(2);
});

it('writes nothing under flags that were set later', () => {
  const { kept, run } = program();
  expect(run('one', 'flags')).toEqual(['missing', '42 2']);
  expect(readdirSync(kept)).toEqual([]);
});

it('compiles again what is damaged, and keeps that', () => {
  const { kept, run } = program();
  run();
  const [name = ''] = readdirSync(kept);
  const file = path.join(kept, name);
  const whole = readFileSync(file);
  const changed = Buffer.from(whole);
  changed.fill(0, whole.length - 40);
  for (const damaged of [changed, whole.subarray(0, -9), whole.subarray(65), Buffer.alloc(0)]) {
    writeFileSync(file, damaged);
    expect(run()).toEqual(['missing', '42 2']);
    expect(run()).toEqual(['taken', '42 2']);
  }
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('keeps the newest and removes no file of others', () => {
  const { kept, run } = program();
  writeFileSync(path.join(kept, 'theirs'), '');
  for (let build = 0; build < 134; build++) {
    const file = path.join(kept, `${String(build).padStart(64, '0')}.code`);
    writeFileSync(file, '');
    utimesSync(file, build, build);
  }
  run();
  const names = readdirSync(kept).sort();
  expect(names).toHaveLength(129);
  expect(names[0]).toBe(`${String(7).padStart(64, '0')}.code`);
  expect(names).toContain('theirs');
  expect(run()).toEqual(['taken', '42 2']);
});
