import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { applyEditRequest, type OperationOutcome, operationRequest } from '../../server/src/protocol.js';
import { fileSystem } from '../../server/src/host/fileSystem.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { type LspWorkspace, startLspWorkspace } from './lspClient.js';

const files = {
  'docs/specs/STORY-001.md': '# STORY-001: A\n',
  'docs/product/sprint_board.md': '# Sprint Board\n\n## 📋 Backlog\n\n## 🔄 In Progress\n\n## ✅ Done\n',
};

const trusted = { initialize: { initializationOptions: { trusted: true } } };

function carryOut(
  { connection, uri }: LspWorkspace,
  name = 'new-item',
  input: object = { type: 'story', title: 'B' },
): Promise<OperationOutcome> {
  return connection.sendRequest<OperationOutcome>(operationRequest, { root: uri('').replace(/\/$/u, ''), name, input });
}

describe('an operation in the editor', () => {
  it.each([
    ['makes nothing', 'behind a link that leads out of the project', 'docs/test_cases', true],
    ['makes what it is asked for', 'where there is none', undefined, false],
  ])('%s %s', async (_, __, link, isRefused) => {
    const workspace = await startLspWorkspace(files, {
      ...trusted,
      prepare: (folder) => {
        if (link !== undefined) symlinkSync(temporaryFolder(), path.join(folder, link), 'junction');
      },
    });
    const asked: unknown[] = [];
    workspace.connection.onRequest(applyEditRequest, (edit) => {
      asked.push(edit);
      return { kind: 'applied' };
    });
    await workspace.settled();
    const outcome = await carryOut(workspace);
    workspace.stop();
    expect(outcome).toMatchObject(
      isRefused
        ? {
            kind: 'refused',
            code: 'failed',
            message: expect.stringMatching(/^docs\/test_cases.* leads out of /u) as string,
          }
        : { kind: 'done' },
    );
    expect(asked).toHaveLength(isRefused ? 0 : 1);
  });

  it('takes another id where a file has just taken the next one that the server knows of', async () => {
    const workspace = await startLspWorkspace(files, trusted);
    workspace.connection.onRequest(applyEditRequest, () => ({ kind: 'applied' }));
    await workspace.settled();
    workspace.write('docs/specs/STORY-002.md', '# STORY-002: Of another process\n');
    const outcome = await carryOut(workspace);
    workspace.stop();
    expect(outcome).toMatchObject({ kind: 'done', data: { item: 'STORY-003' } });
  });

  it.each([
    ['asks git for worktrees', 'worktree list', { quick: true }, ['worktree', 'list', '--quick']],
    ['asks a gate', 'set-status', { item: 'STORY-001', status: 'done' }, ['set-status', 'STORY-001', 'done']],
    ['pushes and opens', 'pr', { item: 'STORY-001' }, ['pr', 'STORY-001']],
  ])('that %s is left to a process of its own, and nothing is done', async (_, name, input, args) => {
    const spec = '# STORY-001: A\n\n| Field | Value |\n|---|---|\n| Status | In Progress |\n';
    const workspace = await startLspWorkspace({ ...files, 'docs/specs/STORY-001.md': spec }, trusted);
    await workspace.settled();
    expect(await carryOut(workspace, name, input)).toEqual({ kind: 'runElsewhere', args });
    workspace.stop();
  });

  it('that starts programs is refused in Restricted Mode', async () => {
    const workspace = await startLspWorkspace(files);
    await workspace.settled();
    expect(await carryOut(workspace, 'worktree list', {})).toMatchObject({ kind: 'refused', code: 'untrusted' });
    workspace.stop();
  });

  it('is refused with the way out where the editor goes on holding another text', async () => {
    const workspace = await startLspWorkspace(files, trusted);
    const uris = [workspace.uri('docs/product/sprint_board.md')];
    workspace.connection.onRequest(applyEditRequest, () => ({ kind: 'changed', uris }));
    await workspace.settled();
    const outcome = await carryOut(workspace, 'board add', { item: 'STORY-001', title: 'A' });
    workspace.stop();
    expect(outcome).toMatchObject({
      code: 'changed',
      message: expect.stringMatching(/^sprint_board\.md .*save it/u) as string,
    });
  });

  it.each([
    [
      'in git',
      /^the lock .* cannot be created: .* the lock prevents simultaneous writes: allow this user to create files in /u,
    ],
    ['without git', /^.* cannot be written .* two could write at once: set XDG_CACHE_HOME to /u],
  ])('is refused with the way out where no lock can be made %s', async (where, message) => {
    const file = path.join(temporaryFolder({ file: '' }), 'file');
    const workspace = await startLspWorkspace(files, {
      ...trusted,
      env: { XDG_CACHE_HOME: file, LOCALAPPDATA: file },
      prepare: (folder) => {
        if (where !== 'in git') return;
        execFileSync('git', ['init', '--quiet'], { cwd: folder });
        writeFileSync(path.join(folder, '.git', 'pactwright'), '');
      },
    });
    await workspace.settled();
    const outcome = await carryOut(workspace);
    workspace.stop();
    expect(outcome).toMatchObject({
      kind: 'refused',
      code: 'failed',
      message: expect.stringMatching(message) as string,
    });
  });

  it('that only reads does not wait for one that writes', async () => {
    const workspace = await startLspWorkspace(files, trusted);
    let apply = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      workspace.connection.onRequest(applyEditRequest, () => {
        resolve();
        return new Promise((done) => {
          apply = () => {
            done({ kind: 'applied' });
          };
        });
      });
    });
    await workspace.settled();
    const writing = carryOut(workspace);
    await asked;
    expect(await carryOut(workspace, 'next-id', { type: 'story' })).toMatchObject({ kind: 'done' });
    apply();
    expect(await writing).toMatchObject({ kind: 'done' });
    workspace.stop();
  });

  it('does not end the server where judging what it did is given up', async () => {
    let hold: (() => Promise<void>) | undefined;
    const workspace = await startLspWorkspace(files, {
      ...trusted,
      ports: {
        ...fileSystem,
        read: async (file, options) => {
          if (file.endsWith('held.json')) await hold?.();
          return fileSystem.read(file, options);
        },
      },
    });
    const unhandled: unknown[] = [];
    const note = (reason: unknown): number => unhandled.push(reason);
    process.on('unhandledRejection', note);
    onTestFinished(() => {
      process.off('unhandledRejection', note);
    });
    let release = (): void => undefined;
    const isJudging = new Promise<void>((resolve) => {
      hold = () => {
        resolve();
        return new Promise((done) => (release = done));
      };
    });
    workspace.connection.onRequest(applyEditRequest, async () => {
      await workspace.open('.pactwright/config.yaml', 'baseline: held.json\n');
      return { kind: 'applied' };
    });
    await workspace.settled();
    expect(await carryOut(workspace)).toMatchObject({ kind: 'done' });
    await isJudging;
    await workspace.connection.sendRequest('shutdown');
    release();
    await new Promise((done) => setTimeout(done, 50));
    workspace.stop();
    expect(unhandled).toEqual([]);
  });
});
