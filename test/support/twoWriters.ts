import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { sectionWordsOf } from '../../server/src/documents/board/boardSectionHeading.js';
import { parseDocument } from '../../server/src/documents/parseDocument.js';
import type { OperatedItem } from './programs/operateMany.js';
import { temporaryFolder } from './temporaryFolder.js';

const boardPath = 'docs/product/sprint_board.md';
const kept = [
  '# Board',
  'Words\twith a tab  ',
  '<!-- keep -->',
  '### [BUG-1] Untouched',
  '- [x] done',
  '---',
  'Foot 📋',
];
const board = `# Board\r\n\r\nWords\twith a tab  \r\n\r\n## 📋 Backlog\r\n\r\n<!-- keep -->\r\n\r\n## 🔄 In Progress\r\n\r\n## 🧊 Icebox\r\n\r\n## ✅ Done\r\n\r\n### [BUG-1] Untouched\r\n\r\n- [x] done\r\n\r\n---\r\n\r\nFoot 📋\r\n`;

/**
 * Two processes carry out random operations on one board at the same time: none of them is lost.
 *
 * @param program programs/operateMany.ts, bundled.
 * @param count of operations in each.
 */
export async function checkTwoWriters(program: string, count: number): Promise<void> {
  const root = temporaryFolder({ 'docs/specs/STORY-1.md': '# STORY-1: One\n', [boardPath]: board });
  const cache = temporaryFolder();
  const outcomes = await Promise.all(
    ['ann', 'bob'].map((prefix, seed) => runProcess(program, [root, prefix, String(count), String(seed + 7)], cache)),
  );
  const items = outcomes.flatMap((said) => JSON.parse(said) as readonly OperatedItem[]); // the program's own answer
  const text = readFileSync(path.join(root, boardPath), 'utf8');
  const { model } = await parseDocument('board', boardPath, text);
  const read = model.sections.flatMap(({ heading, entries }) =>
    entries.map(({ id, title, tasks }) => ({
      id: id?.value,
      title: title.value,
      section: sectionWordsOf(heading.text),
      tasks: tasks.map((task) => [task.text.value, task.checked]),
    })),
  );
  const expected = [
    ...items.map((item) => ({ ...item, section: sectionWordsOf(item.section) })),
    { id: 'BUG-1', title: 'Untouched', section: 'done', tasks: [['done', true]] },
  ];
  const byId = (a: { id?: string | undefined }, b: { id?: string | undefined }): number =>
    (a.id ?? '') < (b.id ?? '') ? -1 : 1;
  expect(items.length).toBeGreaterThan(count / 20);
  expect(read.toSorted(byId)).toEqual(expected.toSorted(byId));
  expect(text.split('\r\n').filter((line) => kept.includes(line))).toEqual(expect.arrayContaining(kept));
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/u);
  expect(readdirSync(path.dirname(path.join(root, boardPath)))).toEqual(['sprint_board.md']);
}

function runProcess(program: string, args: readonly string[], cache: string): Promise<string> {
  const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, XDG_CACHE_HOME: cache } });
  return new Promise((resolve, reject) => {
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(out) : reject(new Error(err))));
  });
}
