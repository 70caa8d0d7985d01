import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
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
});
