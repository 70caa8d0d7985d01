import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openForge } from '../../../server/src/execution/delivery/openForge.js';
import { orRefused } from '../../../server/src/operations/orRefused.js';
import { bundledCli } from '../../support/bundledCli.js';
import { gitRepository } from '../../support/gitRepository.js';
import { has, unless } from '../../support/hasProgram.js';
import { lightGates } from '../../support/lightGates.js';
import { serveMergeRequests, serveMergeRequestsToStandIn } from '../../support/mergeRequestServer.js';
import { NotMergeable, servePulls } from '../../support/pullServer.js';
import type { CliRun } from '../../support/runCli.js';
import { type RunPlace, runPlace } from '../../support/runPlace.js';
import { smallPackets } from '../../support/smallPackets.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { testMachine } from '../../support/testMachine.js';

const cli = bundledCli();

const gitLab = 'https://gitlab.example.org/ada/tools/shop.git';
const forges = [
  { name: 'GitHub', address: 'https://github.com/ada/shop.git', serve: servePulls, program: 'gh' },
  { name: 'GitLab', address: gitLab, serve: serveMergeRequests, program: 'glab' },
  // It knows `glab api` by its manual.
  { name: 'GitLab, by a stand-in for glab', address: gitLab, serve: serveMergeRequestsToStandIn, program: 'git' },
].map((forge) => ({ ...forge, isThere: has(forge.program, '--version'), reason: unless(forge.program, '--version') }));

describe.each(forges)('a run that opens pull requests on $name', ({ address, serve, isThere, reason }) => {
  /** Gives a place a remote, and serves its pull requests. */
  async function openForgeOf(place: RunPlace): Promise<{
    readonly at: (...args: readonly string[]) => string;
    readonly server: Awaited<ReturnType<typeof serve>>;
    /** Has the host refuse merges from now on, or take them. */
    readonly refuse: (isRefused: boolean) => void;
  }> {
    const remote = path.join(temporaryFolder(), 'shop.git');
    const { git } = place.repository;
    git('clone', '--quiet', '--bare', place.repository.folder, remote);
    git('remote', 'add', 'origin', address);
    git('config', `url.${remote}.insteadOf`, address);
    const at = (...args: readonly string[]): string =>
      execFileSync('git', args, { cwd: remote, env: { ...place.env, ...author }, encoding: 'utf8' }).trim();
    let refuses = false;
    const server = await serve({
      tip: (branch) => at('rev-parse', `refs/heads/${branch}`),
      merge: (branch) => {
        if (refuses) throw new NotMergeable('Method Not Allowed');
        const made = at('commit-tree', `${branch}^{tree}`, '-p', 'main', '-p', branch, '-m', 'Merge pull request #1');
        at('update-ref', 'refs/heads/main', made);
        return made;
      },
    });
    const { PATH = '' } = place.env;
    Object.assign(place.env, server.env, { PATH: [server.bin ?? '', PATH].join(path.delimiter) });
    const refuse = (isRefused: boolean): void => {
      refuses = isRefused;
    };
    return { at, server, refuse };
  }

  it.skipIf(!isThere)(
    `sends an item back for a review and for CI, says what the gate said, and merges what is approved and green${reason}`,
    async () => {
      const place = runPlace(cli, ['STORY-001'], {}, lightGates);
      const { git } = place.repository;
      const { at, server } = await openForgeOf(place);
      const args = ['--pr', '--auto-merge', '--agent', 'claude', '--no-review', '--retry-wait', '0'];
      const run = place.run('run', 'start', 'STORY-001', ...args);
      const until = waitUntil(run);
      await until(() => server.looks > 0);
      expect(server.pulls).toMatchObject([
        { title: 'feat: Add up (STORY-001)', head: 'feature/STORY-001', base: 'main' },
      ]);
      expect(server.statuses).toMatchObject([{ state: 'success', context: 'pactwright/done' }]);
      place.plays({ 'STORY-001:act:well': [{ write: { 'docs/answer.md': 'Because.\n' } }] });
      const says = (state: 'CHANGES_REQUESTED' | 'APPROVED', body: string): void => {
        server.reviews.push({ login: 'ann', commit: at('rev-parse', 'feature/STORY-001'), state, body });
      };
      says('CHANGES_REQUESTED', 'Say why');
      await until(() => server.statuses.length === 2);
      says('APPROVED', '');
      place.plays({ 'STORY-001:act:well': [{ write: { 'docs/answer.md': 'Because it is so.\n' } }] });
      server.checks = [{ name: 'build', status: 'completed', conclusion: 'failure' }];
      await until(() => server.statuses.length === 3);
      server.checks = [{ name: 'build', status: 'completed', conclusion: 'success' }];
      says('APPROVED', '');
      const { code, out, err } = await run;
      expect({ code, err }, `${out}\n${err}`).toEqual({ code: 0, err: '' });
      const told = place.starts().map(({ read, prompt }) => read ?? prompt);
      expect(told[1]).toContain('ann: Say why');
      expect(told[2]).toContain('CI failed: build');
      expect(server.pulls).toHaveLength(1);
      expect(git('rev-parse', 'main')).toBe(at('rev-parse', 'main'));
      expect(git('show', 'main:docs/answer.md')).toContain('Because it is so.');
      expect(git('branch', '--format=%(refname:short)')).toBe('main');
    },
    300_000,
  );

  it.skipIf(!isThere)(
    `asks a person where the host refuses a merge twice, and merges once it does not${reason}`,
    async () => {
      const place = runPlace(cli, ['STORY-001'], {}, lightGates);
      const { git } = place.repository;
      const { at, server, refuse } = await openForgeOf(place);
      refuse(true);
      server.checks = [{ name: 'build', status: 'completed', conclusion: 'success' }];
      const args = ['--pr', '--auto-merge', '--agent', 'claude', '--no-review', '--retry-wait', '0'];
      const run = place.run('run', 'start', 'STORY-001', ...args);
      await waitUntil(run)(() => server.looks > 0);
      const commit = at('rev-parse', 'feature/STORY-001');
      server.reviews.push({ login: 'ann', commit, state: 'APPROVED', body: '' });
      const { code, out } = await run;
      expect(code, out).toBe(1);
      expect(out.match(/STORY-001 waits: .* was not merged: /gu)).toHaveLength(1);
      expect(out).toMatch(
        /STORY-001 asks: .* was not merged: .*Method Not Allowed.*run answer STORY-001` looks again/u,
      );
      expect(git('rev-parse', 'feature/STORY-001').trim()).toBe(commit);
      refuse(false);
      expect((await place.run('run', 'answer', 'STORY-001')).code).toBe(0);
      const resumed = await place.run('run', 'resume');
      expect(resumed.code, resumed.out).toBe(0);
      expect(git('rev-parse', 'main')).toBe(at('rev-parse', 'main'));
    },
    300_000,
  );

  it.skipIf(!isThere)(
    `collects all items of a run in one pull request, and builds again what is found there${reason}`,
    async () => {
      const ids = ['STORY-001', 'STORY-002'] as const;
      const place = runPlace(cli, ids, { 'STORY-002': 'STORY-001' }, lightGates);
      const { git } = place.repository;
      const { at, server } = await openForgeOf(place);
      const run = place.run(
        ...['run', 'start', ...ids, '--pr', '--pr-per', 'run', '--auto-merge', '--agent', 'claude', '--no-review'],
        ...['--retry-wait', '0'],
      );
      const until = waitUntil(run);
      await until(() => server.looks > 0);
      const [pull] = server.pulls;
      const branch = pull?.head ?? '';
      expect(server.pulls).toMatchObject([{ title: 'STORY-001, STORY-002', base: 'main' }]);
      expect(pull?.body).toContain('- STORY-002: ');
      expect(branch).toMatch(/^run\/\d{8}-/u);
      expect(server.statuses).toMatchObject([{ state: 'success', context: 'pactwright/done' }]);
      // The other branch is as it was.
      expect(git('log', '--format=%s', 'main')).toBe('Begin');
      place.plays({ 'STORY-001:act:well': [{ write: { 'docs/answer.md': 'Because.\n' } }] });
      server.reviews.push({
        login: 'ann',
        commit: at('rev-parse', branch),
        state: 'CHANGES_REQUESTED',
        body: 'STORY-001 does not say why',
      });
      await until(() => server.statuses.length === 2);
      server.checks = [{ name: 'build', status: 'completed', conclusion: 'success' }];
      server.reviews.push({ login: 'ann', commit: at('rev-parse', branch), state: 'APPROVED', body: '' });
      const { code, out, err } = await run;
      expect({ code, err }, `${out}\n${err}`).toEqual({ code: 0, err: '' });
      const told = place.starts().map(({ read, prompt }) => read ?? prompt);
      expect(told).toHaveLength(3);
      expect(told[2]).toContain('ann: STORY-001 does not say why');
      expect(server.pulls).toHaveLength(1);
      expect(server.statuses).toMatchObject([{ state: 'success' }, { state: 'success' }]);
      expect(git('rev-parse', 'main')).toBe(at('rev-parse', 'main'));
      for (const file of ['docs/answer.md', 'src/story-002.js'])
        expect(git('ls-tree', '-r', '--name-only', 'main').split('\n')).toContain(file);
      expect(git('branch', '--format=%(refname:short)')).toBe('main');
      expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
    },
    300_000,
  );

  it.skipIf(!isThere)(
    `collects the packets of a plan, asks once that is closed, and leaves nothing after an abort${reason}`,
    async () => {
      const { place, steps, args } = smallPackets(['one', 'two'], (files) => runPlace(cli, [], {}, files));
      place.plays(steps);
      const { git } = place.repository;
      const { server } = await openForgeOf(place);
      const run = place.run(
        ...['run', 'start', ...args, '--pr', '--pr-per', 'run', '--agent', 'codex', '--no-review', '--retry-wait', '0'],
      );
      await waitUntil(run)(() => server.looks > 0);
      expect(server.pulls).toMatchObject([{ title: 'one, two', base: 'main' }]);
      Object.assign(server.pulls[0] ?? {}, { state: 'closed' });
      const { code, out } = await run;
      expect([code, out]).toEqual([1, expect.stringContaining('was closed without being merged') as string]);
      expect((await place.run('run', 'abort')).code).toBe(0);
      expect(git('branch', '--format=%(refname:short)')).toBe('main');
      expect(git('for-each-ref', '--format=%(refname)', 'refs/pactwright/runs')).toMatch(
        /^refs\/pactwright\/runs\/[\d-]+[0-9a-f]+\/pull-request$/u,
      );
    },
    300_000,
  );

  it.skipIf(!isThere)(`reads all of a long review${reason}`, async () => {
    const { folder, git, commit } = gitRepository();
    const head = commit('Begin', { 'a.txt': 'a\n' });
    git('remote', 'add', 'origin', address);
    const server = await serve({ tip: () => head, merge: () => head });
    const PATH = [server.bin ?? '', process.env['PATH']].join(path.delimiter);
    const machine = testMachine({ ...process.env, ...server.env, PATH });
    const { signal } = new AbortController();
    const main = orRefused(await machine.git.repository(folder, signal));
    const forge = await openForge(main, 'origin', { machine, signal });
    const pull = await forge.open({ branch: 'main', base: 'main', title: 'Begin', body: '' });
    await forge.setStatus(head, 'pactwright/done', 'success', '');
    const body = 'Say why. '.repeat(5_000).trim();
    server.reviews.push({ login: 'ann', commit: head, state: 'CHANGES_REQUESTED', body });
    const { reviews } = await forge.look(pull, 'pactwright/done');
    expect(reviews).toMatchObject([{ user: { login: 'ann' }, body }]);
  });
});

/** Waits for something that happens while a run is at work. */
function waitUntil(run: Promise<CliRun>): (isSo: () => boolean) => Promise<void> {
  return async (isSo) => {
    while (!isSo()) await Promise.race([pause(50), run.then(({ out, err }) => Promise.reject(new Error(out + err)))]);
  };
}

const author = {
  GIT_AUTHOR_NAME: 'GitHub',
  GIT_AUTHOR_EMAIL: 'noreply@github.com',
  GIT_COMMITTER_NAME: 'GitHub',
  GIT_COMMITTER_EMAIL: 'noreply@github.com',
};
