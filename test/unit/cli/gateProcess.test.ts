import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { node } from '../../cheats/stacks/node.js';
import { shop } from '../../cheats/story.js';
import { bundledCli } from '../../support/bundledCli.js';
import { gitRepository } from '../../support/gitRepository.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const cli = bundledCli();

/** A test that tells its process and never ends. */
const hanging = `import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
test('STORY-002/AC1: a large total is lowered', async () => {
  writeFileSync(process.env.HANGS_IN, String(process.pid));
  await new Promise(() => setInterval(() => undefined, 1000));
});
`;

it('ends what it has started when it is asked to end, decides nothing and leaves no lock', async () => {
  const repository = gitRepository();
  repository.commit('STORY-001: Add up prices', shop(node));
  repository.branch('feature/STORY-002');
  repository.commit('STORY-002: Begin', { [node.paths.discountTest]: hanging });
  const file = path.join(temporaryFolder(), 'pid');
  const child = spawn(process.execPath, [cli, 'gate', 'done', 'STORY-002', '--root', repository.folder], {
    env: { ...process.env, PACTWRIGHT_STATE: temporaryFolder(), HANGS_IN: file },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  await vi.waitFor(() => expect(existsSync(file) && readFileSync(file, 'utf8')).toBeTruthy(), { timeout: 30_000 });
  child.kill('SIGTERM');
  expect(await ended).toBe(3);
  expect({ output, errors }).toEqual({
    output: '',
    errors: 'pactwright: the gate was canceled, and nothing was decided\n',
  });
  const pid = Number(readFileSync(file, 'utf8'));
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), { timeout: 10_000 });
  const own = path.join(repository.folder, '.git', 'pactwright');
  expect(existsSync(path.join(own, 'gate.lock'))).toBe(false);
  const log = path.join(own, 'evidence', 'log.jsonl');
  expect(existsSync(log) ? readFileSync(log, 'utf8') : '').not.toContain('"verdict"');
});
