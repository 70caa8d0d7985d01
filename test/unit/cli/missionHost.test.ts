import { chmodSync, existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { missionRepository, slug } from '../../specKitty/specKittyMission.js';
import { run } from '../../support/runCli.js';

const started = 'started.txt';
const script = `#!/bin/sh\necho yes > '${started}'\n`;

it.skipIf(process.platform === 'win32').each([
  ['a name that only the repository has', 'spec-kitty', 'exists only inside the project', false],
  ['a path from where it was typed', './spec-kitty', 'did not answer contract-version', true],
])('of the programs of a mission’s host, %s', async (_, host, said, isStarted) => {
  const { folder, commit } = missionRepository();
  commit('tools', { 'bin/spec-kitty': script });
  const bin = path.join(folder, 'bin');
  chmodSync(path.join(bin, 'spec-kitty'), 0o755);
  const agents = ['--agent', 'claude', '--review-agent', 'codex'];
  const env = { PATH: [bin, process.env['PATH'] ?? ''].join(path.delimiter) };
  const { code, err } = await run({ cwd: bin, env }, 'run', 'plan', '--mission', slug, '--host', host, ...agents);
  expect(code, err).toBe(2);
  expect(err).toContain(said);
  expect(existsSync(path.join(folder, started))).toBe(isStarted);
});
