import { describe, expect, it } from 'vitest';
import { bundledCli } from '../support/bundledCli.js';
import { writeFiles } from '../support/temporaryFolder.js';
import { installedVersion, openPlay } from './play.js';
import { playThreeItems, threeItems as items, threePlanned } from './threeItems.js';

const cli = bundledCli();
const version = installedVersion('claude');

describe.skipIf(version === undefined)(`a run with Claude Code ${version ?? '(skipped: it is not installed)'}`, () => {
  it('does three items in two waves, one of them refused once by the gate', async () => {
    const play = await openPlay('claude', cli);
    writeFiles(play.folder, threePlanned);
    play.git('add', '--all');
    play.git('commit', '--quiet', '-m', 'docs: plan three items');
    playThreeItems(play.model);
    const agents = ['--agent', 'claude', '--review-agent', 'claude'];
    const plan = await play.pactwright('run', 'plan', ...items, ...agents, '--format', 'json');
    expect(plan).toMatchObject({ code: 0, err: '' });
    const planned = JSON.parse(plan.out) as {
      readonly packets: readonly { readonly id: string; readonly wave: number }[];
    };
    expect(planned.packets.map(({ id, wave }) => [id, wave])).toEqual([
      ['STORY-001', 1],
      ['STORY-002', 1],
      ['STORY-003', 2],
    ]);
    const ran = await play.pactwright('run', 'start', ...items, ...agents);
    expect(ran.code, `${ran.out}\n${ran.err}`).toBe(0);
    expect(ran.out).toContain('3 of 3 merged');
    const at = (line: string): number => ran.out.indexOf(line);
    expect(at('STORY-003 is being built')).toBeGreaterThan(at('STORY-001 is merged'));
    const logs = await play.pactwright('run', 'logs', 'STORY-002');
    expect(logs.out).toContain('STORY-002 does not pass the gate act-out');
    expect(logs.out).toContain('round 2 of 2');
    expect(play.git('branch', '--format=%(refname:short)')).toBe('main');
    expect(play.git('status', '--porcelain')).toBe('');
    expect(await play.leftOver()).toEqual([]);
  });
});
