import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { median, report } from './measure.js';

const cli = path.resolve('dist/cli.js');
const folder = mkdtempSync(path.join(os.tmpdir(), 'pactwright-hook-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** In times that Node needs to do nothing. */
const bound = 3;
const rounds = 25;

const call = (tool_name: string, tool_input: object): string =>
  JSON.stringify({ session_id: 's', cwd: folder, hook_event_name: 'PreToolUse', tool_name, tool_input });

/** What an agent does all day: nothing that is protected. */
const common = {
  read: call('Read', { file_path: path.join(folder, 'src/cart.ts') }),
  edit: call('Edit', { file_path: path.join(folder, 'src/cart.ts'), old_string: 'a', new_string: 'b' }),
  shell: call('Bash', { command: 'npm test -- cart && git status --short | head' }),
} as const;

it(`answers a hook on the common path in at most ${bound} times what Node needs to do nothing`, () => {
  mkdirSync(path.join(folder, 'docs/specs'), { recursive: true });
  mkdirSync(path.join(folder, 'src'));
  writeFileSync(path.join(folder, 'docs/specs/README.md'), 'Specs.\n');
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  const times = new Map<string, number[]>();
  const time = (name: string, args: readonly string[], input = ''): void => {
    const began = performance.now();
    const { status } = spawnSync(process.execPath, args, { cwd: folder, input });
    expect(status).toBe(0);
    times.set(name, [...(times.get(name) ?? []), performance.now() - began]);
  };
  for (let round = 0; round < rounds; round++) {
    time('nothing', ['-e', '0']);
    for (const [name, input] of Object.entries(common)) time(name, [cli, 'hook', 'claude', 'PreToolUse'], input);
  }
  const typical = (name: string): number => median((times.get(name) ?? []).slice(2).sort((a, b) => a - b));
  const ratios = Object.fromEntries(Object.keys(common).map((name) => [name, typical(name) / typical('nothing')]));
  report('hooks', { 'node -e 0 ms': typical('nothing'), ...ratios, bound });
  for (const ratio of Object.values(ratios)) expect(ratio).toBeLessThanOrEqual(bound);
});
