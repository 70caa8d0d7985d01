import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundledCli } from '../../support/bundledCli.js';
import { gitRepository } from '../../support/gitRepository.js';

const program = bundledCli();

describe.skipIf(process.platform === 'win32')('an operation that is broken off', () => {
  it('says so where it waits for another writer, and writes nothing', async () => {
    const { folder, write } = gitRepository();
    write({
      'docs/specs/BUG-001.md': '# BUG-001: Old\n',
      'docs/product/sprint_board.md': '# Sprint Board\n\n## 📋 Backlog\n\n## 🔄 In Progress\n\n## ✅ Done\n',
      '.git/pactwright/write.lock': JSON.stringify({ pid: process.pid, host: os.hostname(), since: Date.now() }),
    });
    const child = spawn(process.execPath, [program, 'new-item', 'story', 'Guest carts', '--format', 'json'], {
      cwd: folder,
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()));
    child.stderr.on('data', (bytes: Buffer) => {
      err += bytes.toString();
      if (err.includes('waits: the lock')) child.kill('SIGINT');
    });
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect(err).toContain(`held by process ${process.pid}`);
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      error: { code: 'failed', message: 'canceled; nothing was written' },
    });
    expect(code).toBe(3);
    expect(readdirSync(path.join(folder, 'docs/specs'))).toEqual(['BUG-001.md']);
  });
});
