import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundledCli } from '../../support/bundledCli.js';
import { run } from '../../support/runCli.js';
import { brokenSpec, cleanSpec } from '../../support/projectTexts.js';
import { temporaryFolder, writeFiles } from '../../support/temporaryFolder.js';

const cli = bundledCli();
const keeping = bundledCli(undefined, 'a build');
const preload = path.resolve('test/support/killAtWrite.cjs');
const boardPath = 'docs/product/sprint_board.md';
const board =
  '\uFEFF# Board\r\n\r\n## 📋 Backlog\r\n\r\n## 🔄 In Progress\r\n\r\n## ✅ Done\r\n\r\n### [STORY-1] One\r\n\r\n- [x] a\r\n';
const entry = '### [STORY-1] One\r\n\r\n- [x] a\r\n';
const boardAfter = board.replace(`\r\n${entry}`, '');
const archivePath = `docs/product/archive/archive_${new Date().getFullYear()}${String(new Date().getMonth() + 1).padStart(2, '0')}.md`;
const oldArchive = '### [STORY-0] Zero\n';

interface Case {
  readonly args: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  /** In the order in which they are written: text before (undefined where there is none) and after. */
  readonly changes: readonly (readonly [path: string, before: string | undefined, after: string])[];
}

const cases: Readonly<Record<string, Case>> = {
  'a file that is edited': {
    args: ['board', 'untick', 'STORY-1', 'a'],
    files: { [boardPath]: board },
    changes: [[boardPath, board, board.replace('[x]', '[ ]')]],
  },
  'a file that is made in a new folder, and one that is edited': {
    args: ['board', 'archive', 'STORY-1'],
    files: { [boardPath]: board },
    changes: [
      [archivePath, undefined, entry],
      [boardPath, board, boardAfter],
    ],
  },
  'two files that are edited': {
    args: ['board', 'archive', 'STORY-1'],
    files: { [boardPath]: board, [archivePath]: oldArchive },
    changes: [
      [archivePath, oldArchive, `${oldArchive}\n${entry.replaceAll('\r\n', '\n')}`],
      [boardPath, board, boardAfter],
    ],
  },
};

const textAt = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

/** A lock that names nobody counts as abandoned after ten seconds, for which nobody waits here. */
function ageLocks(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(folder, name);
    if (/\.lock$/u.test(name) && !readFileSync(file, 'utf8').endsWith('}')) utimesSync(file, 1, 1);
  }
}

describe.skipIf(process.platform === 'win32')('a writer that is killed', () => {
  it.each(Object.entries(cases))(
    'before any step leaves whole what it is about: %s',
    async (_, { args, files, changes }) => {
      let steps = 0;
      let sawOld = 0;
      let sawNew = 0;
      let sawBoth = 0;
      for (let ended = false; !ended;) {
        steps++;
        const root = temporaryFolder({ 'docs/specs/STORY-1.md': '# STORY-1: One\n', ...files });
        const cache = temporaryFolder();
        const { signal, status, stderr } = spawnSync(
          process.execPath,
          ['--require', preload, cli, ...args, '--root', root],
          {
            env: { PATH: process.env['PATH'], HOME: cache, XDG_CACHE_HOME: cache, KILL_AT: String(steps) },
            encoding: 'utf8',
          },
        );
        ended = signal === null;
        if (ended) expect([status, stderr]).toEqual([0, '']);
        else expect(signal).toBe('SIGKILL');

        const states = changes.map(([file, before, after]) => {
          const text = textAt(path.join(root, file));
          expect([before, after]).toContain(text);
          return text === after;
        });
        // The first is written first: nothing is gone from the board that is not in the archive.
        expect(states).toEqual(states.toSorted((a, b) => Number(b) - Number(a)));
        if (states.every(Boolean)) sawNew++;
        else if (states.some(Boolean)) sawBoth++;
        else sawOld++;

        // The same command goes on where it ended: neither lock nor temporary file is in the way.
        ageLocks(cache);
        const again = await run({ cwd: root, env: { XDG_CACHE_HOME: cache } }, ...args);
        if (states.every(Boolean) && args[1] === 'archive') expect(again.err).toContain('STORY-1 is not on the board');
        else expect(again).toMatchObject({ code: 0, err: '' });
        for (const [file, , after] of changes) expect(textAt(path.join(root, file))).toBe(after);
        expect(
          readdirSync(cache, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.lock')),
        ).toEqual([]);
      }
      // The lock alone takes five steps, and each file at least six.
      expect(steps).toBeGreaterThan(5 + 6 * changes.length);
      expect(Math.min(sawOld, sawNew, changes.length === 1 ? 1 : sawBoth)).toBeGreaterThan(0);
    },
  );
});

describe.skipIf(process.platform === 'win32')('a lint that is killed before any step of keeping what it said', () => {
  it('lets the next one say what it says without anything kept', () => {
    const ids = ['STORY-001', 'STORY-002', 'STORY-003'];
    let killed = 0;
    for (let step = 1, ended = false; !ended; step++) {
      const root = temporaryFolder(Object.fromEntries(ids.map((id) => [`docs/specs/${id}.md`, cleanSpec(id)])));
      const cache = temporaryFolder();
      const lint = (killAt: number, ...args: string[]): readonly unknown[] => {
        const { signal, status, stdout, stderr } = spawnSync(
          process.execPath,
          ['--require', preload, keeping, 'lint', '--root', root, ...args],
          {
            env: { PATH: process.env['PATH'], HOME: cache, XDG_CACHE_HOME: cache, KILL_AT: String(killAt) },
            encoding: 'utf8',
          },
        );
        return [signal, status, stdout, stderr];
      };
      ended = true;
      // Written whole, and then added to.
      for (const text of [cleanSpec('STORY-002'), brokenSpec('STORY-002')]) {
        writeFiles(root, { 'docs/specs/STORY-002.md': text });
        const [signal] = lint(step);
        if (signal === 'SIGKILL') {
          killed++;
          ended = false;
        }
        expect(lint(0)).toEqual(lint(0, '--no-cache'));
      }
    }
    expect(killed).toBeGreaterThan(4);
  });
});
