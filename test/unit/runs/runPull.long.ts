import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openRunPull, withPullPacket } from '../../../server/src/execution/runs/runPull.js';
import { termsOfRun } from '../../../server/src/execution/runs/terms.js';
import { orRefused } from '../../../server/src/operations/orRefused.js';
import type { Job } from '../../../server/src/runs/engine.js';
import type { RunEvent, StepResult } from '../../../server/src/runs/event.js';
import { openFold } from '../../../server/src/runs/runFold.js';
import { newPacket } from '../../../server/src/runs/runState.js';
import { gitRepository } from '../../support/gitRepository.js';
import { serveMergeRequestsToStandIn } from '../../support/mergeRequestServer.js';
import { NotMergeable } from '../../support/pullServer.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { testMachine } from '../../support/testMachine.js';

const branch = 'run/r';
const signal = new AbortController().signal;
const packets = withPullPacket(['one', 'two'].map((id) => ({ id, title: id, needs: [], touches: [], resources: [] })));

/** A repository with the branch of a run that has merged `two` and then `one`, and its pull requests. */
async function openScene(merge: (branch: string) => string = () => '') {
  const repository = gitRepository(path.join(temporaryFolder(), 'shop'));
  const { git, folder } = repository;
  repository.commit('Begin', { 'a.txt': 'a\n' });
  repository.branch(branch);
  const two = repository.commit('Merge packet/two', { 'two.txt': '2\n' });
  const one = repository.commit('Merge packet/one', { 'one.txt': '1\n' });
  git('switch', '--quiet', 'main');
  const remote = path.join(temporaryFolder(), 'shop.git');
  git('clone', '--quiet', '--bare', folder, remote);
  const address = 'https://gitlab.example.org/ada/tools/shop.git';
  git('remote', 'add', 'origin', address);
  git('config', `url.${remote}.insteadOf`, address);
  const at = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...args], {
      cwd: remote,
      encoding: 'utf8',
    }).trim();
  const server = await serveMergeRequestsToStandIn({ tip: (name) => at('rev-parse', `refs/heads/${name}`), merge });
  server.checks = [{ name: 'build', status: 'completed', conclusion: 'success' }];
  const PATH = [server.bin, process.env['PATH']].join(path.delimiter);
  const machine = testMachine({ ...process.env, ...server.env, PATH });
  const main = orRefused(await machine.git.repository(folder, signal));
  const events: RunEvent[] = [];
  const outside = temporaryFolder();
  const opened = (commits: Readonly<Record<string, string>> = { two, one }) => {
    const role = { agents: [] };
    const pulls = { remote: 'origin', autoMerge: true, reactions: {}, into: 'main' };
    const terms = { build: role, review: role, rounds: 1, trustCommands: true, pulls };
    const limits = { parallel: 1, perAgent: {}, agents: {}, review: false, rounds: 1, retries: 0 };
    const rest = { firstRetryMs: 0, haltAfter: 9, askAfterCrash: false };
    const planned: RunEvent = {
      ...{ kind: 'planned', run: 'r', folder, target: branch, packets, terms },
      limits: { ...limits, ...rest },
    };
    const merged = Object.entries(commits).flatMap(([packet, commit]): RunEvent[] => [
      { kind: 'started', key: packet, packet, step: 'merge' },
      { kind: 'ended', key: packet, packet, result: { outcome: 'passed', commit } },
    ]);
    const records = [planned, ...merged, ...events].map((event, index) => ({ number: index + 1, at: index, event }));
    const state = openFold(records)?.state;
    if (!state) throw new Error('there is no plan');
    const desk = { machine, run: 'r', folder: outside, root: folder, sessions: outside, agents: [] };
    const given = { ...desk, repository: { main, target: branch }, terms: termsOfRun(state) };
    const never = (): never => {
      throw new Error('this is not about a packet');
    };
    const inner = { isFresh: never, carryOut: never, recover: never, takeBack: never };
    return openRunPull(given, () => inner, state, signal);
  };
  return {
    repository,
    at,
    server,
    opened,
    look: async (commits?: Readonly<Record<string, string>>): Promise<StepResult | undefined> =>
      (await opened(commits))?.carryOut(job, signal),
    /** Somebody adds a commit to the branch at the remote. */
    push: () => {
      const made = at('commit-tree', `${branch}^{tree}`, '-p', branch, '-m', 'Update branch');
      at('update-ref', `refs/heads/${branch}`, made);
      return made;
    },
    says: (state: 'APPROVED' | 'CHANGES_REQUESTED', body = '') => {
      server.reviews.push({ login: 'ann', commit: at('rev-parse', branch), state, body });
    },
  };
}

const closing = newPacket({ id: 'pull-request', title: '', needs: [], touches: [], resources: [], closes: true });
const job: Job = { key: 'x', step: 'merge', one: closing, dollars: undefined, since: 0, at: 0 };

it('takes in what somebody else has pushed, marks it as not judged, and leaves its merge to a person', async () => {
  const scene = await openScene();
  await scene.look();
  const pushed = scene.push();
  expect(await scene.look()).toMatchObject({ outcome: 'later' });
  expect(scene.repository.git('rev-parse', branch)).toBe(pushed);
  expect(scene.server.statuses.map(({ sha, state }) => [sha === pushed, state])).toEqual([
    [false, 'success'],
    [true, 'failed'],
  ]);
  scene.says('APPROVED');
  const { outcome, note } = (await scene.look()) ?? {};
  expect([outcome, note]).toEqual(['later', expect.stringContaining('no gate has judged its newest commit')]);
  expect(scene.server.pulls).toMatchObject([{ state: 'open' }]);
});

it.each([
  { name: 'one, which was merged last', said: 'why?', reopens: ['one'] },
  { name: 'two, which it names', said: 'two says nothing', reopens: ['two'] },
])('sends what is said back to $name, whatever others have pushed', async ({ said, reopens }) => {
  const scene = await openScene();
  scene.push();
  await scene.look();
  scene.says('CHANGES_REQUESTED', said);
  expect(await scene.look()).toMatchObject({ outcome: 'back', reopens });
});

it('asks if no packet can be built again', async () => {
  const scene = await openScene();
  await scene.look({});
  scene.says('CHANGES_REQUESTED', 'why?');
  const { outcome, question } = (await scene.look({})) ?? {};
  expect([outcome, question]).toEqual(['asks', expect.stringMatching(/run answer pull-request`[^]*ann: why\?$/u)]);
});

it('says what to do if the host does not merge, the pull request was closed, or a branch is gone', async () => {
  const scene = await openScene(() => {
    throw new NotMergeable('Method Not Allowed');
  });
  await scene.look();
  scene.says('APPROVED');
  const asks = async (words: string): Promise<void> => {
    const { outcome, question } = (await scene.look()) ?? {};
    expect([outcome, question]).toEqual(['asks', expect.stringContaining(words)]);
    expect(question).toContain('`pactwright run answer pull-request`');
  };
  await asks('run/r has all of main, so a rule of the host forbids it');
  scene.repository.commit('Meanwhile', { 'b.txt': 'b\n' });
  scene.repository.git('push', '--quiet', 'origin', 'main');
  await asks('run/r is behind main without a conflict, so a rule of the host forbids it');
  scene.repository.commit('Meanwhile again', { 'one.txt': 'theirs\n' });
  scene.repository.git('push', '--quiet', 'origin', 'main');
  await asks('run/r conflicts with main in one.txt: `git switch run/r`, `git merge main`, resolve and commit');
  Object.assign(scene.server.pulls[0] ?? {}, { state: 'closed' });
  await asks('was closed without being merged');
  scene.repository.git('branch', '-D', branch);
  await expect(scene.look()).rejects.toThrow('the branch run/r is gone: restore it with `git branch run/r COMMIT`');
});

it('names a branch that its own cannot be beside, here or at the remote', async () => {
  const { repository, look, at } = await openScene();
  at('branch', '-D', branch);
  at('branch', 'run', 'main');
  expect(await look()).toMatchObject({
    outcome: 'failed',
    note: expect.stringContaining('origin has a branch run, and git cannot have run/r beside it') as string,
  });
  repository.git('branch', '-D', branch);
  repository.git('branch', 'run');
  await expect(look({})).rejects.toThrow('rename it with `git branch -m run NAME`');
});
