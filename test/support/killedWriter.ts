import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { applyChanges } from '../../server/src/host/applyChanges.js';
import { withLock } from '../../server/src/host/lock.js';
import type { FileChange } from '../../server/src/workspace/fileChange.js';
import type { ApplyOnce } from './programs/applyOnce.js';
import { temporaryFolder } from './temporaryFolder.js';

const preload = path.resolve('test/support/killAtWrite.cjs');

const old = { 'a.md': '\uFEFF# Größe 📋\r\n', 'b.md': 'b\n' };
const editOf = (file: keyof typeof old): FileChange => ({
  kind: 'edit',
  path: file,
  edits: [{ span: { start: 1, end: 2 }, newText: 'new' }],
});
const edited = { 'a.md': '\uFEFFnew Größe 📋\r\n', 'b.md': 'bnew' };

/** What may be found, from the first moment to the last: the texts of all files. */
interface Case {
  readonly changes: readonly FileChange[];
  readonly states: readonly Readonly<Record<string, string>>[];
}

/** What is written, by its name. */
export const killedCases: Readonly<Record<string, Case>> = {
  'an edit': { changes: [editOf('a.md')], states: [old, { ...old, 'a.md': edited['a.md'] }] },
  'two edits': {
    changes: [editOf('b.md'), editOf('a.md')],
    states: [old, { ...old, 'b.md': edited['b.md'] }, edited],
  },
  'a file in a new folder, and an edit': {
    changes: [{ kind: 'create', path: 'new/deep/c.md', text: 'c'.repeat(10) }, editOf('a.md')],
    states: [
      old,
      { ...old, 'new/deep/c.md': 'c'.repeat(10) },
      { ...old, 'a.md': edited['a.md'], 'new/deep/c.md': 'c'.repeat(10) },
    ],
  },
  'an edit, and a file that goes': {
    changes: [editOf('a.md'), { kind: 'delete', path: 'b.md' }],
    states: [old, { ...old, 'a.md': edited['a.md'] }, { 'a.md': edited['a.md'] }],
  },
  'an edit, and another name': {
    changes: [editOf('a.md'), { kind: 'rename', path: 'b.md', newPath: 'c.md' }],
    states: [
      old,
      { ...old, 'a.md': edited['a.md'] },
      { ...old, 'a.md': edited['a.md'], 'c.md': old['b.md'] },
      { 'a.md': edited['a.md'], 'c.md': old['b.md'] },
    ],
  },
};

/** All files, temporary ones apart. */
function textsIn(root: string): Record<string, string> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  return Object.fromEntries(
    names
      .filter((name) => name.endsWith('.md'))
      .toSorted()
      .map((name) => [name, readFileSync(path.join(root, name), 'utf8')]),
  );
}

/**
 * Kills a writer before each of its steps: every file is whole, and no lock holds.
 *
 * @param program programs/applyOnce.ts, bundled.
 */
export async function checkKilled(program: string, { changes, states }: Case): Promise<void> {
  const seen = new Set<number>();
  let steps = 0;
  for (let ended = false; !ended;) {
    steps++;
    const root = temporaryFolder(old);
    const shared = temporaryFolder();
    const lock = path.join(shared, 'lock');
    const told: ApplyOnce = { root, lock, changes, texts: old };
    writeFileSync(path.join(shared, 'told.json'), JSON.stringify(told));
    const { signal, stdout, stderr } = spawnSync(
      process.execPath,
      ['--require', preload, program, path.join(shared, 'told.json')],
      {
        env: { ...process.env, KILL_AT: String(steps) },
        encoding: 'utf8',
      },
    );
    ended = signal === null;
    if (ended) expect([stdout, stderr]).toEqual(['{"kind":"done","value":{"kind":"written"}}', '']);
    else expect(signal).toBe('SIGKILL');

    const texts = textsIn(root);
    const state = states.findIndex((one) => JSON.stringify(one) === JSON.stringify(texts));
    expect(state, `after ${steps} steps: ${JSON.stringify(texts)}`).toBeGreaterThanOrEqual(0);
    seen.add(state);

    // A lock that names nobody counts as abandoned after ten seconds, for which nobody waits here.
    if (existsSync(lock) && !readFileSync(lock, 'utf8').endsWith('}')) utimesSync(lock, 1, 1);
    const next = await withLock(lock, () =>
      applyChanges(root, [{ kind: 'edit', path: 'a.md', edits: [] }], (file) => texts[file]),
    );
    expect(next).toEqual({ kind: 'done', value: { kind: 'written' } });
    expect(textsIn(root)).toEqual(texts);
    expect(existsSync(lock)).toBe(false);
  }
  expect([...seen].toSorted()).toEqual(states.map((_state, index) => index));
}
