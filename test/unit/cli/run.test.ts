import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { bundledCli } from '../../support/bundledCli.js';
import { lightGates } from '../../support/lightGates.js';
import { buildOf } from '../../support/sprintStory.js';
import { buildSteps, expectMerged, runPlace } from '../../support/runPlace.js';
import { itLong } from '../../support/runs.js';

const cli = bundledCli();
const two = ['STORY-001', 'STORY-002'] as const;

// The engine itself, with every crash and an abort, is in test/property/runs.test.ts.
describe('pactwright run', () => {
  itLong('works on two items until both are merged, and leaves nothing behind', async () => {
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

  itLong('merges into another branch than the default one, and leaves that as it is', async () => {
    const place = runPlace(cli, two, { 'STORY-002': 'STORY-001' }, lightGates);
    const { git, commit } = place.repository;
    git('branch', 'next');
    const start = ['run', 'start', ...two, '--agent', 'claude', '--no-review', '--target', 'next'] as const;
    const refused = await place.run(...start);
    expect(refused.err).toContain('set `defaultBranch: next` in .pactwright/config.yaml, on next and in ');
    const [[file, text] = ['', '']] = Object.entries(lightGates);
    commit('Merge into next', { [file]: `defaultBranch: next\n${text}` });
    git('branch', '--force', 'next');
    const before = git('rev-parse', 'main');
    const started = await place.run(...start);
    expect(started.code, `${started.out}\n${started.err}`).toBe(0);
    expect(git('rev-parse', 'main')).toBe(before);
    expect(git('log', '--format=%(trailers:key=Pactwright-Packet,valueonly,separator=)', 'next')).toContain(two[1]);
    expect(git('branch', '--format=%(refname:short)').split('\n')).toEqual(['main', 'next']);
  });

  itLong('goes on after a kill where it was, and does nothing twice', async () => {
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

  itLong('lists what was given up, and tries it again', async () => {
    const place = runPlace(cli, two, {}, lightGates);
    place.plays({ 'STORY-002:act:well': [] });
    const started = await place.run('run', 'start', ...two, '--agent', 'claude', '--no-review', '--retries', '0');
    expect(started.code, started.out).toBe(1);
    expect((await place.run('run', 'dead')).out).toContain('STORY-002  Add up\n  failed in build\n');
    expect((await place.run('run', 'logs', 'STORY-002')).out).toMatch(/\nfailed: .*\n$/u);
    expect((await place.run('run', 'retry', 'STORY-001')).err).toContain('was not given up');
    place.plays({ 'STORY-002:act:well': buildSteps('STORY-002') });
    expect((await place.run('run', 'retry')).code).toBe(0);
    expect((await place.run('run', 'resume')).code).toBe(0);
    expectMerged(place, two);
  });

  itLong('spends nothing more where it cannot keep a budget', async () => {
    const place = runPlace(cli, two, {}, lightGates);
    const unpriced = ['--agent', 'codex', '--model', 'strange-1', '--budget', '2', '--parallel', '1'];
    const { code, out } = await place.run('run', 'start', ...two, ...unpriced, '--no-review');
    expect(code, out).toBe(1);
    expect(out).toContain('the cost of the agent is unknown');
    expect(place.starts()).toHaveLength(1);
  });

  itLong('is continued by `run serve` after a kill', async () => {
    const place = runPlace(cli, two);
    const child = place.start('run', 'start', ...two, '--agent', 'claude', '--no-review', '--parallel', '1');
    const isBegun = (): boolean => place.events().some(({ kind }) => kind === 'started');
    while (!isBegun()) await pause(20);
    child.kill('SIGKILL');
    const { code, out, err } = await place.run('run', 'serve', '--once');
    expect({ code, err }, `${out}\n${err}`).toEqual({ code: 0, err: '' });
    expectMerged(place, two);
  });

  it('sends a conflict back with both sides, and merges what the agent makes of it', async () => {
    const place = runPlace(cli, ['STORY-001'], {}, lightGates);
    const file = 'src/story-001.js';
    const built = buildOf('STORY-001').files?.[file];
    // While the agent works, somebody else adds the same file.
    const theirs = `cd "$0" && mkdir -p src && echo "export const sum = 1;" > ${file} && git add src && git commit --quiet -m "Add a sum"`;
    place.plays({
      'STORY-001:act:well': [...buildSteps('STORY-001'), { run: ['sh', '-c', theirs, place.repository.folder] }],
    });
    const run = place.run('run', 'start', 'STORY-001', '--agent', 'claude', '--no-review');
    const isBack = (): boolean =>
      place.events().some(({ kind, result }) => kind === 'ended' && JSON.stringify(result).includes('"back"'));
    while (!isBack()) await pause(10);
    place.plays({ 'STORY-001:act:well': [{ write: { [file]: built } }] });
    const { code, out, err } = await run;
    expect(code, `${out}\n${err}`).toBe(0);
    expect(out).toContain('STORY-001 goes back');
    const told = place
      .starts()
      .map(({ read, prompt }) => read ?? prompt)
      .at(-1);
    expect(told).toContain(`feature/STORY-001 conflicts with main in ${file}`);
    expect(told).toContain('Add a sum');
    expectMerged(place, ['STORY-001']);
    expect(place.repository.git('show', `main:${file}`).trim()).toBe(String(built).trim());
  });

  itLong('takes back what it made when it is aborted, and keeps what is not merged', async () => {
    const place = runPlace(cli, two);
    place.plays({ 'STORY-002:act:well': [...buildSteps('STORY-002'), { run: ['sleep', '60'] }] });
    const child = place.start('run', 'start', ...two, '--agent', 'claude', '--no-review');
    const over = new Promise((resolve) => child.on('close', resolve));
    const isMerged = (): boolean =>
      place
        .events()
        .some(
          ({ kind, key, result }) =>
            kind === 'ended' && key === 'STORY-001/merge/2' && JSON.stringify(result).includes('passed'),
        );
    while (!isMerged()) await pause(20);
    const { code, out, err } = await place.run('run', 'abort');
    expect(code, `${out}\n${err}`).toBe(0);
    expect(await over).toBe(1);
    expectMerged(place, ['STORY-001']);
    const kept = place.repository.git('for-each-ref', '--format=%(refname)', 'refs/pactwright/runs').trim();
    expect(kept).toMatch(/\/STORY-002$/u);
    expect(place.repository.git('show', `${kept}:src/story-002.js`)).toContain('export');
    expect((await place.run('run', 'resume')).err).toContain('was aborted');
  });
});
