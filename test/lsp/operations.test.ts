import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { applyEditRequest, type OperationOutcome, operationRequest } from '../../server/src/protocol.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { startLspWorkspace } from './lspClient.js';

const files = {
  'docs/specs/STORY-001.md': '# STORY-001: A\n',
  'docs/product/sprint_board.md': '# Sprint Board\n\n## 📋 Backlog\n\n## 🔄 In Progress\n\n## ✅ Done\n',
};

describe('an operation in the editor', () => {
  it.each([
    ['makes nothing', 'behind a link that leads out of the project', 'docs/test_cases', true],
    ['makes what it is asked for', 'where there is none', undefined, false],
  ])('%s %s', async (_, __, link, isRefused) => {
    const workspace = await startLspWorkspace(files, {
      initialize: { initializationOptions: { trusted: true } },
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
    const outcome = await workspace.connection.sendRequest<OperationOutcome>(operationRequest, {
      root: workspace.uri('').replace(/\/$/u, ''),
      name: 'new-item',
      input: { type: 'story', title: 'B' },
    });
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
    const workspace = await startLspWorkspace(files, { initialize: { initializationOptions: { trusted: true } } });
    workspace.connection.onRequest(applyEditRequest, () => ({ kind: 'applied' }));
    await workspace.settled();
    workspace.write('docs/specs/STORY-002.md', '# STORY-002: Of another process\n');
    const outcome = await workspace.connection.sendRequest<OperationOutcome>(operationRequest, {
      root: workspace.uri('').replace(/\/$/u, ''),
      name: 'new-item',
      input: { type: 'story', title: 'B' },
    });
    workspace.stop();
    expect(outcome).toMatchObject({ kind: 'done', data: { item: 'STORY-003' } });
  });

  it('is refused with the way out where the editor goes on holding another text', async () => {
    const workspace = await startLspWorkspace(files, { initialize: { initializationOptions: { trusted: true } } });
    const uris = [workspace.uri('docs/product/sprint_board.md')];
    workspace.connection.onRequest(applyEditRequest, () => ({ kind: 'changed', uris }));
    await workspace.settled();
    const outcome = await workspace.connection.sendRequest<OperationOutcome>(operationRequest, {
      root: workspace.uri('').replace(/\/$/u, ''),
      name: 'board add',
      input: { item: 'STORY-001', title: 'A' },
    });
    workspace.stop();
    expect(outcome).toMatchObject({
      code: 'changed',
      message: expect.stringMatching(/^sprint_board\.md .*save it/u) as string,
    });
  });

  it.each([
    ['in git', /^the lock .* cannot be made: .* two could write at once: let this user make files in /u],
    ['without git', /^.* cannot be written .* two could write at once: set XDG_CACHE_HOME to /u],
  ])('is refused with the way out where no lock can be made %s', async (where, message) => {
    const file = path.join(temporaryFolder({ file: '' }), 'file');
    for (const name of ['XDG_CACHE_HOME', 'LOCALAPPDATA', 'HOME']) vi.stubEnv(name, file);
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const workspace = await startLspWorkspace(files, {
      initialize: { initializationOptions: { trusted: true } },
      prepare: (folder) => {
        if (where !== 'in git') return;
        execFileSync('git', ['init', '--quiet'], { cwd: folder });
        writeFileSync(path.join(folder, '.git', 'pactwright'), '');
      },
    });
    await workspace.settled();
    const outcome = await workspace.connection.sendRequest<OperationOutcome>(operationRequest, {
      root: workspace.uri('').replace(/\/$/u, ''),
      name: 'new-item',
      input: { type: 'story', title: 'B' },
    });
    workspace.stop();
    expect(outcome).toMatchObject({
      kind: 'refused',
      code: 'failed',
      message: expect.stringMatching(message) as string,
    });
  });

  it('that only reads does not wait for one that writes', async () => {
    const workspace = await startLspWorkspace(files, { initialize: { initializationOptions: { trusted: true } } });
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
    const carryOut = (name: string, input: object): Promise<OperationOutcome> =>
      workspace.connection.sendRequest<OperationOutcome>(operationRequest, {
        root: workspace.uri('').replace(/\/$/u, ''),
        name,
        input,
      });
    const writing = carryOut('new-item', { type: 'story', title: 'B' });
    await asked;
    expect(await carryOut('next-id', { type: 'story' })).toMatchObject({ kind: 'done' });
    apply();
    expect(await writing).toMatchObject({ kind: 'done' });
    workspace.stop();
  });
});
