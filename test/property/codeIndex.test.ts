import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CodeIndex, createCodeIndex } from '../../server/src/workspace/codeIndex.js';
import { createMemoryFiles, type MemoryFiles } from '../support/memoryFiles.js';
import { runs } from '../support/runs.js';

const places = [
  'a.test.ts',
  'src/a.test.ts',
  'src/deep/b_test.go',
  'src/deep/c.ts',
  'src/notes.md',
  'dist/a.test.ts',
  'left/a.test.ts',
  'sub/.git',
  'sub/a.test.ts',
  'sub/inner/b.test.ts',
  'deep',
];
const folders = ['src', 'src/deep', 'dist', 'sub', 'sub/inner', 'nowhere'];
const texts = ['', "it('one', () => {});\n", '// DEFERRED(MAY): R1\n', 'func TestA(t *testing.T) {}\n'];

type Step =
  | { kind: 'write'; path: string; text: string }
  | { kind: 'delete' | 'deleteFolder' | 'look'; path: string }
  | { kind: 'rename'; path: string; to: string }
  | { kind: 'load' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('write'), path: fc.constantFrom(...places), text: fc.constantFrom(...texts) }),
  fc.record({ kind: fc.constant('delete'), path: fc.constantFrom(...places) }),
  fc.record({ kind: fc.constantFrom('deleteFolder', 'look'), path: fc.constantFrom(...folders) }),
  fc.record({
    kind: fc.constant('rename'),
    path: fc.constantFrom(...folders),
    to: fc.constantFrom('deep2', 'src/two', 'dist'),
  }),
  fc.record({ kind: fc.constant('load') }),
);

/** Does one step to the disk and tells the index what a file watcher would tell it. */
async function take(one: Step, files: MemoryFiles, index: CodeIndex): Promise<void> {
  const below = (folder: string): string[] =>
    [...files.texts.keys()].filter((file) => file.startsWith(`/p/${folder}/`));
  switch (one.kind) {
    case 'write':
      files.texts.set(`/p/${one.path}`, one.text);
      await index.update(one.path);
      return;
    case 'delete':
      files.texts.delete(`/p/${one.path}`);
      await index.update(one.path);
      return;
    case 'deleteFolder':
      for (const file of below(one.path)) files.texts.delete(file);
      await index.update(one.path);
      return;
    case 'look':
      await index.update(one.path);
      return;
    case 'rename':
      for (const file of below(one.path)) {
        files.texts.set(`/p/${one.to}/${file.slice(one.path.length + 4)}`, files.texts.get(file) ?? '');
        files.texts.delete(file);
      }
      await Promise.all([index.update(one.path), index.update(one.to)]);
      return;
    case 'load':
      await index.load();
  }
}

const comparable = (index: CodeIndex): unknown => {
  const { sources, paths, exists } = index.facts();
  return {
    sources: sources.map(({ path, text, tests, deferrals }) => ({ path, text, tests, deferrals })),
    paths,
    exists: [...places, ...folders, 'deep2', 'src/two/b_test.go'].map((place) => [place, exists(place)]),
  };
};

describe('an index of source code that is kept up to date', () => {
  it('holds what a fresh one holds, after any sequence of changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const files = createMemoryFiles({ '/p/src/a.test.ts': texts[1] ?? '', '/p/kept.md': '' });
        const options = { root: '/p', files, ignored: (path: string): boolean => path === 'left' };
        const index = createCodeIndex(options);
        await index.load();
        for (const one of steps) {
          const before = index.facts();
          const seen = comparable(index);
          await take(one, files, index);
          // Facts that were handed out stay what they were.
          if (index.facts() === before) expect(comparable(index)).toEqual(seen);
        }
        const fresh = createCodeIndex(options);
        await fresh.load();
        expect(comparable(index)).toEqual(comparable(fresh));
      }),
      { numRuns: runs(200) },
    );
  });
});
