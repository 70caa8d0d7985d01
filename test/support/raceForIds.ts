import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text as readToEnd } from 'node:stream/consumers';
import { expect } from 'vitest';
import { temporaryFolder } from './temporaryFolder.js';

const boardPath = 'docs/product/sprint_board.md';

/**
 * Two processes make items in one project at the same time: each item has an id of its own, and none is lost.
 *
 * @param program programs/makeItems.ts, bundled.
 * @param each how many each makes; both begin each of theirs together, so that neither is ever done before the other begins.
 */
export async function checkRaceForIds(program: string, each: number): Promise<void> {
  const root = temporaryFolder({
    [boardPath]: '# Sprint Board\n\n## 📋 Backlog\n\n## 🔄 In Progress\n\n## ✅ Done\n',
    'docs/specs/BUG-003.md': '# BUG-003: Old\n',
  });
  const env = { ...process.env, XDG_CACHE_HOME: temporaryFolder() };
  const children = [0, 1].map(() => spawn(process.execPath, [program, root], { env }));
  const errors = children.map(({ stderr }) => readToEnd(stderr));
  const ends = children.map((child) => once(child, 'close'));
  const lines = children.map(({ stdout }) => createInterface(stdout)[Symbol.asyncIterator]());
  const fromEach = (): Promise<string[]> => Promise.all(lines.map(async (line) => String((await line.next()).value)));
  expect(await fromEach()).toEqual(['ready', 'ready']);
  const made: string[][] = [];
  for (let number = 0; number < each; number++) {
    for (const [at, { stdin }] of children.entries()) stdin.write(`Item ${number} of ${at}\n`);
    made.push((await fromEach()).sort());
  }
  for (const { stdin } of children) stdin.end();
  expect(await Promise.all(ends), (await Promise.all(errors)).join('')).toEqual([
    [0, null],
    [0, null],
  ]);
  const expected = Array.from({ length: 2 * each }, (_, at) => `STORY-${String(at + 4).padStart(3, '0')}`);
  expect(made.flat()).toEqual(expected);
  const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
  expect(Array.from(read(boardPath).matchAll(/^### \[(.*?)\]/gm), ([, id]) => id)).toEqual(expected);
  const specs = readdirSync(path.join(root, 'docs/specs'));
  expect(specs.sort()).toEqual(['BUG-003.md', ...expected.map((id) => `${id}.md`)]);
  for (const id of expected) expect(read(`docs/specs/${id}.md`)).toContain(`# ${id}: Item `);
  expect(readdirSync(path.join(root, 'docs/test_cases'))).toHaveLength(2 * each);
}
