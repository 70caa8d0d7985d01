import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundledCli } from '../../support/bundledCli.js';
import { gitRepository } from '../../support/gitRepository.js';
import { has, unless } from '../../support/hasProgram.js';
import { serveIssues } from '../../support/issueServer.js';

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

  it.skipIf(!has('gh', '--version'))(`says what was written before it${unless('gh', '--version')}`, async () => {
    const server = await serveIssues(['BUG-001: Old', 'OPEN']);
    server.isSlow = true;
    const { folder, git, commit } = gitRepository();
    const entry = (id: string): string => `### [${id}] Old\n> Spec: docs/specs/${id}.md\n\n- [ ] Fix it\n`;
    const board = `# Sprint Board\n\n## 📋 Backlog\n\n${entry('BUG-001')}\n${entry('BUG-002')}`;
    commit('Begin', {
      'docs/specs/BUG-001.md': '# BUG-001: Old\n',
      'docs/specs/BUG-002.md': '# BUG-002: Old\n',
      'docs/product/sprint_board.md': `${board}\n## 🔄 In Progress\n\n## ✅ Done\n`,
    });
    git('remote', 'add', 'origin', 'https://github.com/ada/shop.git');
    const child = spawn(process.execPath, [program, 'issue-sync'], { cwd: folder, env: server.env });
    const isAsked = setInterval(() => {
      if (server.changes.length === 0) return;
      // A second one ends it at once.
      clearInterval(isAsked);
      child.kill('SIGINT');
    }, 50);
    let err = '';
    child.stderr.on('data', (bytes: Buffer) => (err += bytes.toString()));
    const code = await new Promise((resolve) => child.on('close', resolve));
    clearInterval(isAsked);
    expect(err).toContain('canceled after this was done, which stays: wrote docs/product/sprint_board.md\n');
    expect(git('diff', '--stat')).toContain('docs/product/sprint_board.md');
    expect(code).toBe(3);
  });
});
