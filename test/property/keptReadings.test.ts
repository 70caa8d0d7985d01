import { readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCodeIndex } from '../../server/src/project/readCodeIndex.js';
import { callGraphOf } from '../../server/src/trace/codeGraph/callGraph.js';
import type { CodeIndex } from '../../server/src/trace/codeGraph/codeIndex.js';
import type { Machine } from '../../server/src/workspace/machine.js';
import { createIdleToken } from '../../server/src/base/idleToken.js';
import { runs } from '../support/runs.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { testMachine } from '../support/testMachine.js';

const names = ['a', 'b', 'c'] as const;
type Name = (typeof names)[number];
const fileOf = (name: Name): string => `${name}.js`;
/** All of one size, so that it tells nothing: lines move, names come from elsewhere or are passed on, a class has another base. */
const textOf = (target: Name, call: Name): string =>
  [
    `import * as other from './${target}.js';`,
    ...(call === 'a' ? ['', ''] : call === 'b' ? [' '] : []),
    `export function ${call}() { other.a(); other.b(); other.c(); }`,
    `import { K as Base } from './${target}.js';`,
    `export class K extends Base { m${call}() { this.ma(); this.mb(); this.mc(); } }`,
    `export * from './${target}.js';`,
  ]
    .join('\n')
    .padEnd(260);

/** When no file has changed a moment ago, so that its stamp counts. */
const later = (): number => Date.now() + 60_000;

const name = fc.constantFrom(...names);
/** What can happen between two runs. */
const event = fc.oneof(
  fc.record({ kind: fc.constant('edit' as const), name, target: name, call: name }),
  fc.record({ kind: fc.constant('remove' as const), name }),
  fc.record({ kind: fc.constant('rename' as const), name, to: name }),
  fc.record({ kind: fc.constant('touch' as const), name, at: fc.integer({ min: 1, max: 2_000_000 }) }),
  fc.record({ kind: fc.constant('damage' as const), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({ kind: fc.constant('cut' as const), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.constant({ kind: 'anotherBuild' as const }),
);
type Event = typeof event extends fc.Arbitrary<infer E> ? E : never;

class Project {
  readonly folder = temporaryFolder(Object.fromEntries(names.map((one) => [fileOf(one), textOf('a', 'b')])));
  readonly #state = temporaryFolder();
  #build = 1;
  readonly #session = {};

  happen(one: Event): void {
    const isThere = 'name' in one && this.#paths().includes(fileOf(one.name));
    if (one.kind === 'edit') writeFileSync(this.#at(one.name), textOf(one.target, one.call));
    else if (one.kind === 'remove') rmSync(this.#at(one.name), { force: true });
    else if (one.kind === 'anotherBuild') this.#build++;
    else if (one.kind === 'damage' || one.kind === 'cut') this.#harm(one);
    else if (isThere && one.kind === 'rename') renameSync(this.#at(one.name), this.#at(one.to));
    else if (isThere && one.kind === 'touch') utimesSync(this.#at(one.name), one.at, one.at);
  }

  index(from: 'nothing' | 'cache' | 'session'): Promise<CodeIndex> {
    const real = testMachine({ XDG_CACHE_HOME: this.#state }, later);
    const build = from === 'cache' ? String(this.#build) : undefined;
    const session = from === 'session' ? { session: () => this.#session } : {};
    const machine = { ...real, ...session, self: { ...real.self, build } };
    return readCodeIndex(machine, { root: this.folder, paths: this.#paths() }, new AbortController().signal);
  }

  #at(one: Name): string {
    return path.join(this.folder, fileOf(one));
  }

  #paths(): readonly string[] {
    return readdirSync(this.folder).sort();
  }

  #harm({ kind, at }: { readonly kind: 'damage' | 'cut'; readonly at: number }): void {
    for (const entry of readdirSync(this.#state, { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    )) {
      const file = path.join(entry.parentPath, entry.name);
      const bytes = readFileSync(file);
      const place = Math.floor(at * bytes.length);
      if (kind === 'cut') writeFileSync(file, bytes.subarray(0, place));
      else writeFileSync(file, bytes.fill('x', place, Math.min(place + 3, bytes.length)));
    }
  }
}

const shown = (index: CodeIndex): unknown => {
  const { calls, bases } = callGraphOf(index);
  return [
    Array.from(index.files, ([file, { outline, imports, targets }]) => [file, outline, imports, [...targets]]),
    index.unread,
    [...calls, ...bases].map(({ from, to, line, certain }) => [from.id, to.id, to.definition.line, line, certain]),
  ];
};

function countingReads({ files }: Machine, read: string[]): Machine['files'] {
  return {
    ...files,
    read: (file, options) => {
      read.push(path.basename(file));
      return files.read(file, options);
    },
  };
}

describe('what is kept of source files', () => {
  it('gives the same index after any change as a fresh read', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(event, { maxLength: 3 }), { minLength: 1, maxLength: 5 }), async (between) => {
        const project = new Project();
        await project.index('cache');
        for (const events of between) {
          for (const one of events) project.happen(one);
          const fresh = shown(await project.index('nothing'));
          expect(shown(await project.index('cache'))).toEqual(fresh);
          expect(shown(await project.index('session'))).toEqual(fresh);
        }
      }),
      { numRuns: runs(300, 30) },
    );
  });

  it('is not taken for good where it was damaged', async () => {
    const project = new Project();
    await project.index('cache');
    const whole = shown(await project.index('nothing'));
    for (let at = 0; at < 1; at += 0.01) {
      project.happen({ kind: 'damage', at });
      expect(shown(await project.index('cache')), `at ${at}`).toEqual(whole);
    }
  });

  it('is as good as the files: none of those that look as before is read', async () => {
    const folder = temporaryFolder({ 'a.js': textOf('b', 'b'), 'b.js': textOf('a', 'a') });
    const state = temporaryFolder();
    const read: string[] = [];
    const real = testMachine({ XDG_CACHE_HOME: state }, later);
    const machine = { ...real, files: countingReads(real, read), self: { ...real.self, build: 'one' } };
    const index = (byContent: boolean): Promise<CodeIndex> =>
      readCodeIndex(machine, { root: folder, paths: ['a.js', 'b.js'] }, new AbortController().signal, byContent);
    await index(false);
    read.length = 0;
    await index(false);
    expect(read.filter((one) => one.endsWith('.js'))).toEqual([]);
    await index(true);
    expect(read.filter((one) => one.endsWith('.js'))).toEqual(['a.js', 'b.js']);
  });

  it('reads the settings, too, where stamps are not trusted', async () => {
    const folder = temporaryFolder({ 'package.json': '{}', 'a.js': textOf('b', 'b') });
    const read: string[] = [];
    const real = testMachine({}, later);
    const machine = { ...real, files: countingReads(real, read), session: createIdleToken(60_000) };
    const index = (byContent: boolean): Promise<CodeIndex> =>
      readCodeIndex(
        machine,
        { root: folder, paths: ['a.js', 'package.json'] },
        new AbortController().signal,
        byContent,
      );
    await index(true);
    read.length = 0;
    await index(false);
    expect(read).toEqual([]);
    await index(true);
    expect(read).toEqual(['package.json', 'a.js']);
  });

  it('is read alone in a session where one has changed', async () => {
    const folder = temporaryFolder({ 'package.json': '{}', 'a.js': textOf('b', 'b'), 'b.js': textOf('a', 'a') });
    const read: string[] = [];
    const real = testMachine({}, later);
    const machine = { ...real, files: countingReads(real, read), session: createIdleToken(60_000) };
    const index = (): Promise<CodeIndex> =>
      readCodeIndex(machine, { root: folder, paths: ['a.js', 'b.js', 'package.json'] }, new AbortController().signal);
    const first = await index();
    read.length = 0;
    writeFileSync(path.join(folder, 'b.js'), textOf('a', 'c'));
    const second = await index();
    expect(read).toEqual(['b.js']);
    expect(second.files.get('a.js')).toBe(first.files.get('a.js'));
    expect(second.files.get('b.js')).not.toBe(first.files.get('b.js'));
  });
});
