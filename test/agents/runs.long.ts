import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundledCli } from '../support/bundledCli.js';
import { buildOf, sprintFiles } from '../support/sprintStory.js';
import { writeFiles } from '../support/temporaryFolder.js';
import type { Act, Script } from './model/script.js';
import { installedVersion, openPlay } from './play.js';

const cli = bundledCli();
const items = ['STORY-001', 'STORY-002', 'STORY-003'] as const;

const oneByOne = (...acts: readonly Act[]): Script => acts.map((act) => ({ acts: [act] }));

function partsOf(id: string): { readonly code: readonly Act[]; readonly tests: readonly Act[]; readonly tick: Act } {
  const acts = Object.entries(buildOf(id).files ?? {}).flatMap(([write, text]): readonly Act[] =>
    typeof text === 'string' ? [{ write, text }] : [],
  );
  const isTest = (act: Act): boolean => 'write' in act && act.write.startsWith('test/');
  return {
    code: acts.filter((act) => !isTest(act)),
    tests: acts.filter(isTest),
    tick: { run: `pactwright board tick ${id} 1` },
  };
}

const passes: Script = [{ say: 'VERDICT: PASS' }];

/** It builds, then reviews. */
function good(id: string): Script {
  const { code, tests, tick } = partsOf(id);
  return [...oneByOne(...tests, ...code, tick), { say: 'It is done.' }, ...passes];
}

/** It says that it is done without any code, and builds it once the gate has sent it back. */
function lazy(id: string): Script {
  const { code, tests, tick } = partsOf(id);
  return [...oneByOne(...tests, tick), { say: 'It is done.' }, ...oneByOne(...code), { say: 'Now it is.' }, ...passes];
}

const version = installedVersion('claude');

describe.skipIf(version === undefined)(`a run with Claude Code ${version ?? '(skipped: it is not installed)'}`, () => {
  it('does three items in two waves, one of them refused once by the gate', async () => {
    const play = await openPlay('claude', cli);
    writeFiles(play.folder, sprintFiles(items, { 'STORY-003': 'STORY-001' }));
    writeFileSync(path.join(play.folder, '.gitattributes'), '* text=auto\n');
    play.git('add', '--all');
    play.git('commit', '--quiet', '-m', 'docs: plan three items');
    for (const id of items.toReversed()) play.model.play(id === 'STORY-002' ? lazy(id) : good(id), `## ${id}`);
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
