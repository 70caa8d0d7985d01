import { readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../../../server/src/doors/cli/run.js';
import { gitRepository } from '../../support/gitRepository.js';
import { cleanSpec } from '../../support/projectTexts.js';
import { run } from '../../support/runCli.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { testMachine } from '../../support/testMachine.js';

const boardPath = 'docs/product/sprint_board.md';
const board = '# Sprint Board\n\n## Backlog\n\n## 🔄 In Progress\n\n## ✅ Done\n';
const files = { 'docs/specs/STORY-001.md': cleanSpec(), [boardPath]: board };

it('lint --fix waits for another writer, and fixes what that one has written', async () => {
  const { folder, write } = gitRepository();
  const lock = '.git/pactwright/write.lock';
  write({ ...files, [lock]: JSON.stringify({ pid: process.pid, host: os.hostname(), since: Date.now() }) });
  let said = '';
  await runCli(['lint', '--fix'], {
    cwd: folder,
    terminal: false,
    machine: testMachine(),
    version: '1.2.3',
    out: () => undefined,
    err: (text) => {
      said += text;
      if (!text.includes('waits: the lock')) return;
      write({ [boardPath]: `${board}\nOf another\n` });
      rmSync(path.join(folder, lock));
    },
  });
  expect(said).toContain('waits: the lock');
  expect(readFileSync(path.join(folder, boardPath), 'utf8')).toMatch(/## 📋 Backlog[^]*Of another/u);
});

it('lint --fix fixes without a lock where none can be made', async () => {
  const cwd = temporaryFolder({ ...files, file: '' });
  await run({ cwd, env: { XDG_CACHE_HOME: path.join(cwd, 'file') } }, 'lint', '--fix');
  expect(readFileSync(path.join(cwd, boardPath), 'utf8')).toContain('## 📋 Backlog');
});
