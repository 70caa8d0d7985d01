import { readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCodeIndex } from '../../server/src/project/readCodeIndex.js';
import type { CodeIndex } from '../../server/src/trace/codeGraph/codeIndex.js';
import { runs } from '../support/runs.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { testMachine } from '../support/testMachine.js';

const names = ['a', 'b', 'c'] as const;
type Name = (typeof names)[number];
const fileOf = (name: Name): string => `${name}.js`;
/** All of one size, so that it tells nothing. */
const textOf = (target: Name, call: Name): string =>
  `import { ${call} } from './${target}.js';\nexport const one = () => ${call}();\n`;

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

  happen(one: Event): void {
    const isThere = 'name' in one && this.#paths().includes(fileOf(one.name));
    if (one.kind === 'edit') writeFileSync(this.#at(one.name), textOf(one.target, one.call));
    else if (one.kind === 'remove') rmSync(this.#at(one.name), { force: true });
    else if (one.kind === 'anotherBuild') this.#build++;
    else if (one.kind === 'damage' || one.kind === 'cut') this.#harm(one);
    else if (isThere && one.kind === 'rename') renameSync(this.#at(one.name), this.#at(one.to));
    else if (isThere && one.kind === 'touch') utimesSync(this.#at(one.name), one.at, one.at);
  }

  index(isKept: boolean): Promise<CodeIndex> {
    const real = testMachine({ XDG_CACHE_HOME: this.#state }, later);
    const build = isKept ? String(this.#build) : undefined;
    const machine = { ...real, self: { ...real.self, build } };
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
      else writeFileSync(file, bytes.fill('x', place, place + 3));
    }
  }
}

const shown = ({ files, unread }: CodeIndex): unknown => [
  Array.from(files, ([file, { outline, imports, targets }]) => [file, outline, imports, [...targets]]),
  unread,
];

describe('what is kept of source files', () => {
  it('gives the same index after any change as a fresh read', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(event, { maxLength: 3 }), { minLength: 1, maxLength: 5 }), async (between) => {
        const project = new Project();
        await project.index(true);
        for (const events of between) {
          for (const one of events) project.happen(one);
          expect(shown(await project.index(true))).toEqual(shown(await project.index(false)));
        }
      }),
      { numRuns: runs(300, 30) },
    );
  });

  it('is not taken for good where it was damaged', async () => {
    const project = new Project();
    await project.index(true);
    const whole = shown(await project.index(false));
    for (let at = 0; at < 1; at += 0.01) {
      project.happen({ kind: 'damage', at });
      expect(shown(await project.index(true)), `at ${at}`).toEqual(whole);
    }
  });

  it('is as good as the files: none of those that look as before is read', async () => {
    const folder = temporaryFolder({ 'a.js': textOf('b', 'b'), 'b.js': textOf('a', 'a') });
    const state = temporaryFolder();
    const read: string[] = [];
    const real = testMachine({ XDG_CACHE_HOME: state }, later);
    const files = {
      ...real.files,
      read: (file: string, options: Parameters<typeof real.files.read>[1]) => {
        read.push(path.basename(file));
        return real.files.read(file, options);
      },
    };
    const machine = { ...real, files, self: { ...real.self, build: 'one' } };
    const index = (byContent: boolean): Promise<CodeIndex> =>
      readCodeIndex(machine, { root: folder, paths: ['a.js', 'b.js'] }, new AbortController().signal, byContent);
    await index(false);
    read.length = 0;
    await index(false);
    expect(read.filter((one) => one.endsWith('.js'))).toEqual([]);
    await index(true);
    expect(read.filter((one) => one.endsWith('.js'))).toEqual(['a.js', 'b.js']);
  });
});
