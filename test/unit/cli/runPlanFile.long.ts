import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { bundledCli } from '../../support/bundledCli.js';
import { type FakeSteps, runPlace } from '../../support/runPlace.js';
import { smallPackets } from '../../support/smallPackets.js';

const cli = bundledCli();

/** What an agent writes who sees which packets are in its folder; whoever reviews finds it written. */
const sees = (id: string): FakeSteps => [
  {
    run: [
      'sh',
      '-c',
      `mkdir -p parts && cd parts && [ -e ${id}.txt ] || { ls | tr '\\n' ' ' > ../seen; mv ../seen ${id}.txt; }`,
    ],
  },
  { say: 'Verdict: PASS' },
];

const plan = {
  plan_id: 'p',
  mission_id: 'm',
  waves: [
    { wave_number: 0, work_packets: [{ packet_id: 'base', files_in_scope: ['parts/**'] }] },
    {
      wave_number: 1,
      work_packets: ['left', 'right'].map((id) => ({ packet_id: id, files_in_scope: [`parts/${id}.txt`] })),
    },
    {
      wave_number: 2,
      work_packets: [
        {
          packet_id: 'top',
          files_in_scope: ['parts/top.txt'],
          verification_commands: { grep: ['grep', 'right', 'parts/top.txt'] },
        },
      ],
    },
  ],
};

it('works on the packets of a plan file: what needs two others starts from both, and nothing is left', async () => {
  const place = runPlace(cli, [], {}, { 'plan.json': JSON.stringify(plan) });
  const steps = Object.fromEntries(['base', 'left', 'right', 'top'].map((id) => [`${id}:undefined:well`, sees(id)]));
  place.plays(steps);
  const args = ['--plan', 'plan.json', '--agent', 'claude', '--review-agent', 'codex', '--retry-wait', '0'];
  const refused = await place.run('run', 'start', ...args);
  expect(refused.err).toContain('the plan runs 1 command to check');
  const { code, out, err } = await place.run('run', 'start', ...args, '--trust-commands');
  expect({ code, err }, `${out}\n${err}`).toEqual({ code: 0, err: '' });
  const { git } = place.repository;
  const seenBy = (id: string): string => git('show', `main:parts/${id}.txt`);
  expect([seenBy('base'), seenBy('left'), seenBy('right'), seenBy('top')].map((text) => text.trim())).toEqual([
    '',
    'base.txt',
    'base.txt',
    'base.txt left.txt right.txt',
  ]);
  expect(git('branch', '--format=%(refname:short)')).toBe('main');
  expect(git('worktree', 'list').split('\n')).toHaveLength(1);
});

it('sends a packet back that changes files outside of its scope, and what its commands print', async () => {
  const one = {
    waves: [
      {
        work_packets: [
          {
            packet_id: 'one',
            files_in_scope: ['parts/one.txt'],
            verification_commands: { test: ['sh', '-c', 'cat parts/one.txt; grep -q good parts/one.txt'] },
          },
        ],
      },
    ],
  };
  const place = runPlace(cli, [], {}, { 'plan.json': JSON.stringify(one) });
  const counter = path.join(place.repository.folder, '..', 'round');
  const script = `n=$(cat '${counter}' 2>/dev/null || echo 0); echo $((n + 1)) > '${counter}'; mkdir -p parts
case $n in 0) echo x > outside.txt; echo bad > parts/one.txt;; 1) git rm -q -f outside.txt;; *) echo good > parts/one.txt;; esac`;
  place.plays({ well: [{ run: ['sh', '-c', script] }] });
  const args = ['--plan', 'plan.json', '--agent', 'claude', '--no-review', '--trust-commands', '--retry-wait', '0'];
  const { code, out, err } = await place.run('run', 'start', ...args);
  expect({ code, err }, `${out}\n${err}`).toEqual({ code: 0, err: '' });
  const told = place.starts().map(({ read, prompt }) => read ?? prompt);
  expect(told).toHaveLength(3);
  expect(told[1]).toContain('not in the scope of the packet: restore them: outside.txt');
  expect(told[2]).toMatch(/test: `sh -c .*` failed \(exit code 1\):\nbad/u);
});

it.each<[string, number]>([
  ['commits', 2],
  ['makes the worktree', 1],
])('tries again where git is killed while it %s, with nothing for the agent to do about it', async (what, starts) => {
  const place = runPlace(
    cli,
    [],
    {},
    { 'plan.json': JSON.stringify({ waves: [{ work_packets: [{ packet_id: 'one' }] }] }) },
  );
  const { folder, git } = place.repository;
  const deadly = path.join(folder, '.git', 'hooks', 'pre-commit');
  mkdirSync(path.dirname(deadly), { recursive: true });
  // The git that makes a worktree has another one write its files, and both go.
  const script = `[ -e "$0.ran" ] && exec cat; touch "$0.ran"; all= one=$PPID
while case $(ps -o comm= -p $one) in git | sh) true ;; *) false ;; esac; do all="$one $all" one=$(ps -o ppid= -p $one); done
kill -9 $all`;
  writeFileSync(deadly, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  if (starts === 1) {
    renameSync(deadly, `${deadly}.filter`);
    writeFileSync(path.join(folder, '.git', 'info', 'attributes'), 'plan.json filter=deadly\n');
    git('config', 'filter.deadly.smudge', `'${deadly}.filter'`);
  }
  place.plays({ well: [{ write: { 'one.txt': 'one\n' } }] });
  const args = ['--plan', 'plan.json', '--agent', 'claude', '--no-review', '--retry-wait', '0'];
  const { code, out, err } = await place.run('run', 'start', ...args);
  expect({ code, err }, `${out}\n${err}`).toEqual({ code: 0, err: '' });
  expect(
    readdirSync(path.dirname(deadly)).some((name) => name.endsWith('.ran')),
    what,
  ).toBe(true);
  const told = place.starts().map(({ read, prompt }) => read ?? prompt);
  expect(told).toHaveLength(starts);
  expect(new Set(told).size).toBe(1);
  expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
  expect(git('branch', '--format=%(refname:short)').trim()).toBe('main');
});

it('fetches for a worktree what only the remote of a partial clone has', async () => {
  const one = { waves: [{ work_packets: [{ packet_id: 'one' }] }] };
  const place = runPlace(cli, [], {}, { 'plan.json': JSON.stringify(one), 'far.txt': 'far\n' });
  const { folder, git } = place.repository;
  const blob = git('rev-parse', 'main:far.txt').trim();
  git('clone', '--quiet', '--bare', folder, `${folder}.git`);
  for (const [key, value] of [
    ['url', `file://${folder}.git`],
    ['promisor', 'true'],
    ['partialclonefilter', 'blob:none'],
  ] as const)
    git('config', `remote.origin.${key}`, value);
  rmSync(path.join(folder, '.git', 'objects', blob.slice(0, 2), blob.slice(2)));
  place.plays({ well: [{ run: ['cp', 'far.txt', 'one.txt'] }] });
  const args = ['--plan', 'plan.json', '--agent', 'claude', '--no-review', '--retries', '0'];
  const { code, out, err } = await place.run('run', 'start', ...args);
  expect({ code, err }, `${out}\n${err}`).toEqual({ code: 0, err: '' });
  expect(git('show', 'main:one.txt')).toBe('far');
});

it('merges packets in batches, and leaves out the bad ones of them and nothing else', async () => {
  // What is bad fits to nothing else, and by itself to what there is.
  const test = ['sh', '-c', '[ ! -e parts/bad.txt ] || [ $(ls parts | wc -l) -lt 2 ]'];
  const ids = ['a', 'b', 'bad', 'c', 'd', 'e'];
  const packet = (id: string): object => ({
    packet_id: id,
    files_in_scope: [`parts/${id}.txt`],
    verification_commands: { test },
  });
  const batch = { waves: [{ work_packets: ids.map(packet) }] };
  const place = runPlace(cli, [], {}, { 'plan.json': JSON.stringify(batch) });
  const open = path.join(place.repository.folder, '..', 'open');
  const wait = { run: ['sh', '-c', `while [ ! -e '${open}' ]; do sleep 0.1; done`] };
  const steps = ids.map(
    (id) => [`${id}:undefined:well`, [wait, { write: { [`parts/${id}.txt`]: `${id}\n` } }]] as const,
  );
  place.plays(Object.fromEntries(steps));
  const limits = ['--parallel', '6', '--merge-batch', '6', '--returns', '0'];
  const args = ['--plan', 'plan.json', '--agent', 'claude', '--no-review', '--trust-commands', ...limits];
  const started = place.run('run', 'start', ...args);
  // All are built before the first is merged.
  while (place.events().filter(({ kind }) => kind === 'started').length < ids.length) await pause(50);
  await place.run('run', 'pause');
  writeFileSync(open, '');
  expect((await started).code).toBe(0);
  const { git } = place.repository;
  const before = git('reflog', 'show', 'main').trim().split('\n').length;
  const { out, err } = await place.run('run', 'resume');
  const merges = git(
    'log',
    '--first-parent',
    '--format=%(trailers:key=Pactwright-Packet,valueonly,separator=)',
    'main',
  );
  expect(
    merges.split('\n').filter((line) => line !== ''),
    `${out}\n${err}`,
  ).toEqual(['e', 'd', 'c', 'b', 'a']);
  expect(out).toMatch(/bad\s+failed/u);
  // Packets have names of their own.
  expect((await place.run('run', 'logs', 'bad')).out).toMatch(
    /^bad is being built\nbad is built\nbad is being merged\n/u,
  );
  expect((await place.run('run', 'answer', 'bad', '--drop')).out).toContain('bad: dropped.');
  // `a` and `b` at once, then `c`, `d` and `e`.
  expect(git('reflog', 'show', 'main').trim().split('\n')).toHaveLength(before + 2);
  expect(git('worktree', 'list')).not.toContain('merge-');
});

it('waits for a person once agents have used what a day allows', async () => {
  const config = (tokens: number): Record<string, string> => ({
    '.pactwright/config.yaml': `agents: { budget: { dayTokens: ${tokens} } }\n`,
  });
  const { place, steps, args } = smallPackets(['one', 'two', 'three'], (files) =>
    runPlace(cli, [], {}, { ...files, ...config(60) }),
  );
  place.plays(steps);
  // Each start uses 30.
  const { out } = await place.run('run', 'start', ...args, '--agent', 'codex', '--no-review', '--parallel', '1');
  expect(out).toContain('agents have used 60 tokens today, and 60 are allowed: raise `agents.budget.dayTokens`');
  expect(out).toContain('2 of 3 merged');
  place.repository.commit('Allow more', config(61));
  expect((await place.run('run', 'resume')).out).toContain('3 of 3 merged');
});
