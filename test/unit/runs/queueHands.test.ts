import { describe, expect, it } from 'vitest';
import { createQueueHands } from '../../../server/src/execution/runs/queueHands.js';
import { fetchTask, makeClone, pushAttempt, pushLost } from '../../../server/src/execution/worker/attemptClone.js';
import { type AttemptFolder, makeAttemptFolder } from '../../../server/src/execution/worker/attemptFolder.js';
import { QueueGone } from '../../../server/src/execution/runs/patiently.js';
import { orRefused } from '../../../server/src/operations/orRefused.js';
import { packetOrder, type PacketOrder, packetTask, protocol } from '../../../server/src/runs/attempt.js';
import type { Job, RunHands } from '../../../server/src/runs/engine.js';
import type { StepResult } from '../../../server/src/runs/event.js';
import { newPacket } from '../../../server/src/runs/runState.js';
import { read } from '../../../server/src/base/schema.js';
import type { RunTerms } from '../../../server/src/execution/runs/terms.js';
import type { TakenJob } from '../../../server/src/workspace/workQueue.js';
import { type GitRepository, gitRepository, openGitRepository } from '../../support/gitRepository.js';
import { type MemoryQueue, memoryQueue } from '../../support/memoryQueue.js';
import { itLong } from '../../support/runs.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { testMachine } from '../../support/testMachine.js';
import { writeRun } from '../../support/writtenRun.js';

const machine = testMachine(process.env);
const signal = new AbortController().signal;
const run = '20261126-120000-abcd';
const usual = { agents: ['claude'], model: 'large' } as const;

interface Scene {
  readonly repository: GitRepository;
  readonly remote: GitRepository;
  readonly queue: MemoryQueue;
  readonly hands: RunHands;
}

async function openScene(warnings: string[] = [], plan?: RunTerms['plan']): Promise<Scene> {
  const repository = gitRepository();
  repository.commit('Begin', { 'README.md': 'Shop\n' });
  const folder = temporaryFolder();
  repository.git('clone', '--quiet', '--bare', repository.folder, folder);
  repository.git('remote', 'add', 'origin', folder);
  const queue = memoryQueue();
  const main = orRefused(await machine.git.repository(repository.folder, signal));
  const hands = createQueueHands(
    {
      machine,
      run,
      folder: temporaryFolder(),
      root: repository.folder,
      repository: { main, target: 'main' },
      terms: {
        build: usual,
        review: usual,
        rounds: 2,
        trustCommands: false,
        queue: { remote: 'origin', labels: ['linux'], environment: ['API_KEY'], leaseSeconds: 30 },
        ...(plan ? { plan } : {}),
      },
      agents: [],
      sessions: temporaryFolder(),
    },
    { queue, warn: (text) => void warnings.push(text), patience: 10 },
  );
  return { repository, remote: openGitRepository(folder), queue, hands };
}

function jobOf(number: number, told?: string): Job {
  const packet = { id: 'STORY-001', title: '', needs: [], touches: [], resources: [] };
  const one = { ...newPacket(packet), starts: number, ...(told === undefined ? {} : { told }) };
  return { key: `STORY-001/build/${number}`, step: 'build', one, dollars: 2, since: 0, at: 0 };
}

interface Work {
  readonly job: TakenJob;
  readonly order: PacketOrder;
  readonly place: AttemptFolder;
  readonly commit: string;
}

/** What a worker does up to the moment at which it pushes. */
async function work(queue: MemoryQueue, text: string): Promise<Work> {
  let job: TakenJob | undefined;
  while (!job) {
    job = await queue.take(['linux', 'claude']);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const order = read(packetOrder, job.data);
  if (!order) throw new Error('no order');
  const place = await makeAttemptFolder(temporaryFolder(), { ...order, number: order.attempt }, order.remote, machine);
  await makeClone(order, await fetchTask(order, place, { machine, signal }), place, { machine, signal });
  const clone = openGitRepository(place.clone);
  clone.checkout('feature/STORY-001');
  return { job, order, place, commit: clone.commit(text, { 'cart.js': text }) };
}

async function handIn({ job, order, place, commit }: Work, queue: MemoryQueue, result: StepResult): Promise<boolean> {
  const report = JSON.stringify({ protocol, result, log: ['{"event":"warning","text":"slow"}'] });
  const blob = await pushAttempt(order, { commit, report }, place, { machine, signal });
  return queue.finish(job, { commit, report: blob });
}

describe('a coordinator', () => {
  it('puts names and hashes into the queue and the rest into git, takes what a worker made, and leaves nothing', async () => {
    const { repository, remote, queue, hands } = await openScene();
    const base = repository.git('rev-parse', 'main');
    const done = hands.carryOut(jobOf(1, 'Use a map'), signal);
    const made = await work(queue, 'first');
    expect(made.job.data).toEqual({
      run,
      packet: 'STORY-001',
      attempt: 1,
      remote: remote.folder,
      base,
      branch: `pactwright/${run}/STORY-001/1`,
      prompt: expect.stringMatching(/^[0-9a-f]{40}$/u) as string,
      agent: 'claude',
      model: 'large',
      role: 'build',
      limits: { rounds: 2, dollars: 2 },
      labels: ['linux', 'claude'],
      environment: ['API_KEY'],
    });
    expect(JSON.parse(remote.git('cat-file', 'blob', made.order.prompt))).toMatchObject({
      protocol,
      told: 'Use a map',
    });
    expect(await handIn(made, queue, { outcome: 'passed', dollars: 1 })).toBe(true);
    expect(await done).toEqual({ outcome: 'passed', dollars: 1 });
    expect(repository.git('rev-parse', 'feature/STORY-001')).toBe(made.commit);
    // Whoever follows a killed coordinator takes the same again.
    expect(await hands.carryOut(jobOf(1), signal)).toEqual({ outcome: 'passed', dollars: 1 });
    expect(await hands.carryOut({ ...jobOf(1), step: 'clean' }, signal)).toEqual({ outcome: 'passed' });
    expect(queue.jobs()).toEqual([]);
    expect(remote.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
  });

  it('gives no more work to workers once they have used what a day allows', async () => {
    const { repository, queue, hands } = await openScene();
    repository.write({ '.pactwright/config.yaml': 'agents: { budget: { dayTokens: 100 } }\n' });
    const terms = { queue: { remote: 'origin', labels: [], environment: [], leaseSeconds: 30 } };
    const { say } = writeRun(repository.folder, [jobOf(1).one.packet], {}, { from: Date.now(), terms });
    const key = 'STORY-001/build/1';
    say(
      { kind: 'started', key, packet: 'STORY-001', step: 'build' },
      { kind: 'ended', key, packet: 'STORY-001', result: { outcome: 'back', tokens: 100 } },
    );
    expect(await hands.carryOut(jobOf(2), signal)).toMatchObject({
      outcome: 'failed',
      failure: 'halt',
      note: expect.stringContaining('agents have used 100 tokens today, and 100 are allowed') as string,
    });
    expect(queue.jobs()).toEqual([]);
  });

  it('offers packets with commands to workers that may run them, and says so once', async () => {
    const warnings: string[] = [];
    const checks = [{ name: 'test', command: ['npm', 'test'] }];
    const task = { prompt: 'Build it', inScope: [], outOfScope: [], checks };
    const { queue, hands } = await openScene(warnings, { 'STORY-001': task, 'STORY-002': { ...task, checks: [] } });
    const stop = new AbortController();
    const first = jobOf(1);
    const second = { ...first, one: { ...first.one, packet: { ...first.one.packet, id: 'STORY-002' } } };
    const ends = [first, jobOf(2), second].map((job) => hands.carryOut(job, stop.signal).catch(() => undefined));
    while (queue.jobs().length < ends.length) await new Promise((resolve) => setImmediate(resolve));
    stop.abort(new Error('over'));
    await Promise.all(ends);
    expect(
      queue
        .jobs()
        .map(({ labels }) => labels.join(' '))
        .sort(),
    ).toEqual(['linux claude', 'linux claude trust-commands', 'linux claude trust-commands']);
    expect(warnings).toEqual([expect.stringContaining('--trust-commands')]);
  });

  it('never takes what comes late from an older attempt, and keeps it', async () => {
    const { repository, remote, queue, hands } = await openScene();
    const first = hands.carryOut(jobOf(1), signal);
    const late = await work(queue, 'late');
    queue.lose(late.job.id);
    expect(await first).toMatchObject({ outcome: 'lost', failure: 'transient', dollars: 2 });
    const second = hands.carryOut(jobOf(2), signal);
    const made = await work(queue, 'second');
    expect(await queue.renew(late.job)).toBe(false);
    await expect(handIn(late, queue, { outcome: 'passed' })).rejects.toThrow('stale info');
    await pushLost(late.order, late.commit, late.place, { machine, signal });
    expect(await handIn(made, queue, { outcome: 'passed' })).toBe(true);
    expect(await second).toEqual({ outcome: 'passed' });
    expect(repository.git('rev-parse', 'feature/STORY-001')).toBe(made.commit);
    await hands.carryOut({ ...jobOf(2), step: 'clean' }, signal);
    const lost = `refs/pactwright/run/${run}/STORY-001/1/lost`;
    expect(remote.git('for-each-ref', '--format=%(refname)').split('\n')).toEqual(['refs/heads/main', lost]);
    expect(remote.git('rev-parse', lost)).toBe(late.commit);
  });

  itLong('keeps what was pushed by an attempt whose worker was then not heard of', async () => {
    const { remote, queue, hands } = await openScene();
    const first = hands.carryOut(jobOf(1), signal);
    const made = await work(queue, 'unheard');
    const report = JSON.stringify({ protocol, result: { outcome: 'passed' }, log: [] });
    await pushAttempt(made.order, { commit: made.commit, report }, made.place, { machine, signal });
    queue.lose(made.job.id);
    await first;
    // Its worker has kept the same as lost before the branch was swept.
    await pushLost(made.order, made.commit, made.place, { machine, signal });
    const second = hands.carryOut(jobOf(2), signal);
    const again = await work(queue, 'again');
    expect(again.order.base).toBe(made.order.base);
    expect(remote.git('rev-parse', `refs/pactwright/run/${run}/STORY-001/1/lost`)).toBe(made.commit);
    expect(remote.git('for-each-ref', '--format=%(refname:short)', 'refs/heads/pactwright')).toBe(again.order.branch);
    await handIn(again, queue, { outcome: 'passed' });
    await second;
  });

  itLong(
    'waits for what is in flight elsewhere when it comes back, and starts again what the queue does not know',
    async () => {
      const { queue, hands } = await openScene();
      const stop = new AbortController();
      const first = hands.carryOut(jobOf(1), stop.signal);
      const made = await work(queue, 'first');
      stop.abort(new Error('killed'));
      await expect(first).rejects.toThrow('killed');
      expect(await hands.recover(jobOf(1), signal)).toBe('inFlight');
      expect(await hands.recover(jobOf(2), signal)).toEqual({ outcome: 'lost' });
      await handIn(made, queue, { outcome: 'back', note: 'P1 wrong' });
      expect(await hands.carryOut(jobOf(1), signal)).toEqual({ outcome: 'back', note: 'P1 wrong' });
    },
  );

  itLong('says what a worker could not begin, and that another may try', async () => {
    const { queue, hands } = await openScene();
    const first = hands.carryOut(jobOf(1), signal);
    const { job } = await work(queue, 'first');
    await queue.finish(job, { refused: 'the coordinator speaks protocol 2, and this worker 1' });
    expect(await first).toMatchObject({
      outcome: 'failed',
      failure: 'transient',
      note: 'a worker: the coordinator speaks protocol 2, and this worker 1',
    });
  });

  it.each(['https://token@example.com/shop.git', 'https://ada:secret@example.com/shop.git', 'ext::sh -c x'])(
    'puts no address into the queue that everyone may not read: %s',
    async (address) => {
      const { repository, queue, hands } = await openScene();
      repository.git('remote', 'set-url', 'origin', address);
      expect(await hands.carryOut(jobOf(1), signal)).toMatchObject({ outcome: 'failed' });
      expect(queue.jobs()).toEqual([]);
    },
  );

  it('removes what is here, and says what is left, when it is aborted without a queue or a remote', async () => {
    const warnings: string[] = [];
    const { repository, queue, hands } = await openScene(warnings);
    const { one } = jobOf(1);
    const gone = (): Promise<never> => Promise.reject(new QueueGone('ECONNREFUSED'));
    repository.git('branch', 'feature/STORY-001');
    repository.git('remote', 'set-url', 'origin', temporaryFolder());
    Object.assign(queue, { look: gone, cancel: () => Promise.reject(new Error('ECONNREFUSED')) });
    expect(await hands.recover(jobOf(1), signal)).toEqual({ outcome: 'lost' });
    await hands.takeBack(one);
    expect(repository.git('branch', '--format=%(refname:short)')).toBe('main');
    expect(warnings.join('\n')).toMatch(/may still be in the queue[^]*may be left at origin: git ls-remote failed/u);
  });
});

describe('the task of an attempt', () => {
  const task = { protocol, target: 'main', trustCommands: false };

  it.each([
    ['', true],
    ['packages/shop/', true],
    ['.hidden/..shop/', true],
    ['../', false],
    ['packages/../../', false],
    ['/etc/', false],
    ['C:/x/', false],
    ['packages', false],
  ])('names a folder in the repository: %j', (prefix, isRead) => {
    expect(read(packetTask, { ...task, prefix }) !== undefined).toBe(isRead);
  });
});
