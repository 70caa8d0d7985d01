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
import { servePulls } from '../../support/pullServer.js';
import { runPlace } from '../../support/runPlace.js';
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
  it.skipIf(!isThere)(
    `sends an item back for a review and for CI, says what the gate said, and merges what is approved and green${reason}`,
    async () => {
      const place = runPlace(cli, ['STORY-001'], {}, lightGates);
      const remote = path.join(temporaryFolder(), 'shop.git');
      const { git } = place.repository;
      git('clone', '--quiet', '--bare', place.repository.folder, remote);
      git('remote', 'add', 'origin', address);
      git('config', `url.${remote}.insteadOf`, address);
      const at = (...args: readonly string[]): string =>
        execFileSync('git', args, { cwd: remote, env: { ...place.env, ...author }, encoding: 'utf8' }).trim();
      const server = await serve({
        tip: (branch) => at('rev-parse', `refs/heads/${branch}`),
        merge: (branch) => {
          const made = at('commit-tree', `${branch}^{tree}`, '-p', 'main', '-p', branch, '-m', 'Merge pull request #1');
          at('update-ref', 'refs/heads/main', made);
          return made;
        },
      });
      const { PATH = '' } = place.env;
      Object.assign(place.env, server.env, { PATH: [server.bin ?? '', PATH].join(path.delimiter) });
      const args = ['--pr', '--auto-merge', '--agent', 'claude', '--no-review', '--retry-wait', '0'];
      const run = place.run('run', 'start', 'STORY-001', ...args);
      const until = async (isSo: () => boolean): Promise<void> => {
        while (!isSo())
          await Promise.race([pause(50), run.then(({ out, err }) => Promise.reject(new Error(out + err)))]);
      };
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

const author = {
  GIT_AUTHOR_NAME: 'GitHub',
  GIT_AUTHOR_EMAIL: 'noreply@github.com',
  GIT_COMMITTER_NAME: 'GitHub',
  GIT_COMMITTER_EMAIL: 'noreply@github.com',
};
