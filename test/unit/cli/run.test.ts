import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { bundledCli } from '../../support/bundledCli.js';
import { expectMerged, runPlace } from '../../support/runPlace.js';

const cli = bundledCli();
const two = ['STORY-001', 'STORY-002'] as const;

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
  });
});
