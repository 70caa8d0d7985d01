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
});
