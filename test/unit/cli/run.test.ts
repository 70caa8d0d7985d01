import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { bundledCli } from '../../support/bundledCli.js';
import { leftProcesses, runPlace, type RunPlace } from '../../support/runPlace.js';

const cli = bundledCli();
const two = ['STORY-001', 'STORY-002'] as const;

/** What a run has left that it should not, and what is missing of what it should have merged. */
function expectMerged(place: RunPlace, ids: readonly string[]): void {
  const { git } = place.repository;
  const merges = git(
    'log',
    '--first-parent',
    '--format=%(trailers:key=Pactwright-Packet,valueonly,separator=)',
    'main',
  );
  expect(
    merges
      .split('\n')
      .filter((line) => line !== '')
      .sort(),
  ).toEqual([...ids].sort());
  expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
  expect(git('branch', '--format=%(refname:short)').trim()).toBe('main');
  expect(git('status', '--porcelain').trim()).toBe('');
  for (const id of ids) expect(git('show', `main:src/${id.toLowerCase()}.js`)).toContain('export');
}

describe('pactwright run', () => {
  it('works on two items until both are merged, and leaves nothing behind', async () => {
    const place = runPlace(cli, two);
    const { code, out, err } = await place.run('run', 'start', ...two, '--agent', 'claude', '--review-agent', 'codex');
    expect({ code, err }, `${out}\n${err}`).toEqual({ code: 0, err: '' });
    expect(out).toContain('2 of 2 merged');
    expectMerged(place, two);
    expect(
      place
        .starts()
        .map(({ agent }) => agent)
        .sort(),
    ).toEqual(['claude', 'claude', 'codex', 'codex']);
    expect(leftProcesses(place)).toEqual([]);
  });

  it('goes on after a kill where it was, and does nothing twice', async () => {
    const place = runPlace(cli, two);
    const child = place.start('run', 'start', ...two, '--agent', 'claude', '--no-review', '--parallel', '1');
    const isMerged = (): boolean =>
      place.events().some((event) => event['kind'] === 'ended' && String(event['key']).includes('/merge/'));
    while (!isMerged()) await pause(20);
    child.kill('SIGKILL');
    const shown = await place.run('run', 'status');
    expect(shown.out).toMatch(/was interrupted/u);
    const { code, out, err } = await place.run('run', 'resume');
    expect({ code, err }, `${out}\n${err}`).toEqual({ code: 0, err: '' });
    expectMerged(place, two);
    expect(leftProcesses(place)).toEqual([]);
  });
});
