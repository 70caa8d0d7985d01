import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { PacketVersion } from '../../../server/src/execution/runs/packetVersions.js';
import type { Packet } from '../../../server/src/runs/event.js';
import { gitRepository } from '../../support/gitRepository.js';
import { run } from '../../support/runCli.js';
import { writeRun } from '../../support/writtenRun.js';

const packet = (id: string): Packet => ({ id, title: id, needs: [], touches: [], resources: [] });

it('offers worktrees of their own that are there, and shows what a merge changed while its branch is kept', async () => {
  const repository = gitRepository();
  const { folder, git } = repository;
  repository.commit('Begin', { 'a.txt': 'a\n' });
  const ids = ['STORY-001', 'STORY-002', 'STORY-003'] as const;
  for (const id of ids) git('branch', `feature/${id}`);
  const own = repository.worktree('feature/STORY-002');
  rmSync(repository.worktree('feature/STORY-003'), { recursive: true });
  repository.checkout('feature/STORY-001');
  repository.commit('First', { 'first.txt': '1\n' });
  repository.commit('Second', { 'second.txt': '2\n' });
  repository.checkout('main');
  repository.commit('Meanwhile', { 'a.txt': 'b\n' });
  repository.merge('feature/STORY-001');
  const commit = git('rev-parse', 'main');
  repository.checkout('feature/STORY-001');
  const key = 'STORY-001/merge/1';
  writeRun(folder, ids.map(packet)).say(
    { kind: 'started', key, packet: 'STORY-001', step: 'merge' },
    { kind: 'ended', key, packet: 'STORY-001', result: { outcome: 'passed', commit } },
  );
  const ask = async (...args: string[]): Promise<unknown> => {
    const { code, out, err } = await run({ cwd: folder, env: process.env as Record<string, string> }, 'run', ...args);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    return JSON.parse(out);
  };
  const { versions } = (await ask('branches', '--format', 'json')) as { readonly versions: readonly PacketVersion[] };
  expect(versions.map(({ packet: of, kind, worktree }) => [of, kind, worktree])).toEqual([
    ['STORY-001', 'branch', undefined],
    ['STORY-001', 'merged', undefined],
    ['STORY-002', 'branch', own],
    ['STORY-003', 'branch', undefined],
  ]);
  const changed = [
    { path: 'first.txt', status: 'A' },
    { path: 'second.txt', status: 'A' },
  ];
  for (const named of ['STORY-001', git('rev-parse', 'feature/STORY-001'), commit])
    expect(await ask('compare', named, '--format', 'json')).toMatchObject({ to: commit, files: changed });
});
