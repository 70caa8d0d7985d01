import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { bundledCli } from '../../../support/bundledCli.js';
import { temporaryFolder } from '../../../support/temporaryFolder.js';

const boardPath = 'docs/product/sprint_board.md';
const program = bundledCli('test/support/programs/makeItems.ts');
const each = 50;

describe('new-item in two processes at once', () => {
  it('gives every item an id of its own, and loses none', async () => {
    const root = temporaryFolder({
      [boardPath]: '# Sprint Board\n\n## 📋 Backlog\n\n## 🔄 In Progress\n\n## ✅ Done\n',
      'docs/specs/BUG-003.md': '# BUG-003: Old\n',
    });
    const env = { ...process.env, XDG_CACHE_HOME: temporaryFolder() };
    const make = (): Promise<{ readonly stdout: string }> =>
      promisify(execFile)(process.execPath, [program, root, String(each)], { env });
    const made = (await Promise.all([make(), make()])).map(({ stdout }) => stdout.trim().split('\n'));
    const expected = Array.from({ length: 2 * each }, (_, at) => `STORY-${String(at + 4).padStart(3, '0')}`);
    expect(made.flat().sort()).toEqual(expected);
    // Both were at it, not one after the other.
    expect(made.map((ids) => ids.at(-1)).sort()).not.toEqual([expected[each - 1], expected.at(-1)]);
    const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
    expect(Array.from(read(boardPath).matchAll(/^### \[(.*?)\]/gm), ([, id]) => id)).toEqual(expected);
    const specs = readdirSync(path.join(root, 'docs/specs'));
    expect(specs.sort()).toEqual(['BUG-003.md', ...expected.map((id) => `${id}.md`)]);
    for (const id of expected) expect(read(`docs/specs/${id}.md`)).toContain(`# ${id}: Item `);
    expect(readdirSync(path.join(root, 'docs/test_cases'))).toHaveLength(2 * each);
  });
});
