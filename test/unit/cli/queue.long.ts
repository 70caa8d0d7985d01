import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bundledCli } from '../../support/bundledCli.js';
import { has, unless } from '../../support/hasProgram.js';
import { lightGates } from '../../support/lightGates.js';
import { missingForQueue, unlessQueue } from '../../support/missingForQueue.js';
import { newerNode } from '../../support/newerNode.js';
import { servePulls } from '../../support/pullServer.js';
import { startPostgres } from '../../support/postgres.js';
import { queuePlace } from '../../support/queuePlace.js';
import { processesIn } from '../../support/processesIn.js';
import { expectMerged } from '../../support/runPlace.js';
import { smallPackets, smallPart } from '../../support/smallPackets.js';

const cli = bundledCli();
const two = ['STORY-001', 'STORY-002'] as const;

describe.skipIf(missingForQueue !== undefined)(`a run over a queue in PostgreSQL${unlessQueue}`, () => {
  it('has workers build and review, and merges what they made; nothing is left', async () => {
    const postgres = await startPostgres();
    const place = queuePlace({ cli, node: newerNode ?? '', ids: two, files: lightGates, address: postgres.address });
    const worker = place.worker('one', ['--slots', '2']);
    onTestFinished(() => void worker.kill('SIGKILL'));
    const args = ['--workers', '--agent', 'claude', '--review-agent', 'codex', '--lease', '10'];
    const { code, out, err } = await place.run('run', 'start', ...two, ...args);
    expect({ code, err }, `${out}\n${err}\n${place.printed()}`).toEqual({ code: 0, err: '' });
    expectMerged(place, two);
    expect(place.atRemote('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
    expect(place.atRemote('rev-parse', 'main')).toBe(place.repository.git('rev-parse', 'main').trim());
    expect(place.repository.git('for-each-ref', '--format=%(refname)', 'refs/pactwright')).toBe('');
  }, 300_000);

  it('keeps secrets on the worker, and says which variable a worker lacks', async () => {
    const secret = 'sk-4f9a-very-secret-2b7c';
    const postgres = await startPostgres();
    const [id] = two;
    const place = queuePlace({ cli, node: newerNode ?? '', ids: [id], files: lightGates, address: postgres.address });
    place.plays({ 'check:well': [{ say: `- P2 src/story-001.js:1 prints ${secret}\nVERDICT: FAIL` }] });
    const without = place.worker('one');
    onTestFinished(() => void without.kill('SIGKILL'));
    const agents = ['--agent', 'claude', '--review-agent', 'codex'];
    const args = ['--workers', ...agents, '--needs-env', 'API_KEY', '--returns', '0', '--lease', '10'];
    const halted = await place.run('run', 'start', id, ...args);
    expect(halted.out).toContain('a worker has no variable API_KEY: set it where the worker starts');
    without.kill('SIGTERM');
    const worker = place.worker('two', ['--slots', '1'], { API_KEY: secret });
    onTestFinished(() => void worker.kill('SIGKILL'));
    await place.run('run', 'resume');
    const logs = await place.run('run', 'logs', id);
    expect(logs.out).toContain('prints ***');
    const commands = processesIn(place.homes).map(({ command }) => command.join(' '));
    expect(commands.join('\n')).toContain('worker');
    const rows = postgres.query('select data::text, output::text from pactwright.job');
    expect(rows).toContain('API_KEY');
    const said = [...commands, rows, JSON.stringify(place.events()), logs.out, place.printed()];
    for (const hidden of [secret, postgres.password]) expect(said.join('\n')).not.toContain(hidden);
  }, 300_000);

  it.skipIf(!has('gh', '--version'))(
    `has workers build what one pull request collects${unless('gh', '--version')}`,
    async () => {
      const postgres = await startPostgres();
      const place = queuePlace({ cli, node: newerNode ?? '', ids: two, files: lightGates, address: postgres.address });
      const { git } = place.repository;
      const address = 'https://github.com/ada/shop.git';
      git('config', `url.${git('remote', 'get-url', 'origin')}.insteadOf`, address);
      git('remote', 'set-url', 'origin', address);
      const at = (...args: readonly string[]): string => place.atRemote(...args).trim();
      const server = await servePulls({
        tip: (branch) => at('rev-parse', `refs/heads/${branch}`),
        merge: (branch) => {
          at('update-ref', 'refs/heads/main', at('rev-parse', branch));
          return at('rev-parse', 'main');
        },
      });
      Object.assign(place.env, server.env);
      const worker = place.worker('one', ['--slots', '2']);
      onTestFinished(() => void worker.kill('SIGKILL'));
      const args = ['--workers', '--pr', '--pr-per', 'run', '--agent', 'claude', '--no-review', '--retry-wait', '0'];
      const run = place.run('run', 'start', ...two, ...args, '--auto-merge', '--lease', '10');
      while (server.looks === 0)
        await Promise.race([pause(200), run.then(({ out, err }) => Promise.reject(new Error(out + err)))]);
      expect(server.pulls).toMatchObject([{ title: 'STORY-001, STORY-002', base: 'main' }]);
      const [branch = ''] = server.pulls.map(({ head }) => head);
      server.checks = [{ name: 'build', status: 'completed', conclusion: 'success' }];
      server.reviews.push({ login: 'ann', commit: at('rev-parse', branch), state: 'APPROVED', body: '' });
      const { code, out, err } = await run;
      expect({ code, err }, `${out}\n${err}\n${place.printed()}`).toEqual({ code: 0, err: '' });
      expectMerged(place, two);
      expect(at('for-each-ref', '--format=%(refname:short)')).toBe(`main\n${branch}`);
    },
    300_000,
  );

  it('has a worker run the commands of a plan only if it may', async () => {
    const postgres = await startPostgres();
    const ids = ['part-1', 'part-2', 'part-3'];
    const { place, steps, args } = smallPackets(ids, (files) =>
      queuePlace({ cli, node: newerNode ?? '', ids: [], files, address: postgres.address }),
    );
    place.plays(steps);
    const wary = place.worker('one');
    onTestFinished(() => void wary.kill('SIGKILL'));
    const worker = place.worker('two', ['--trust-commands']);
    onTestFinished(() => void worker.kill('SIGKILL'));
    const agents = ['--workers', '--agent', 'claude', '--no-review', '--retries', '0', '--parallel', '3'];
    const { out, err } = await place.run('run', 'start', ...args, ...agents);
    expect(out, place.printed()).toContain('3 of 3 merged');
    expect(err).toContain('only if they were started with --trust-commands');
    expectMerged(place, ids, (id) => [smallPart(id)[0], id]);
    // One that says that it offers this label is believed no more than others.
    wary.kill('SIGTERM');
    worker.kill('SIGTERM');
    const liar = place.worker('three', ['--labels', 'trust-commands']);
    onTestFinished(() => void liar.kill('SIGKILL'));
    const refused = await place.run('run', 'start', ...args, ...agents);
    expect(refused.out).toContain('a worker does not run the commands of plans: start it with --trust-commands');
  }, 300_000);

  it('refuses what does not fit in a sentence: other packets, newer tables, a wrong password', async () => {
    const postgres = await startPostgres();
    const place = queuePlace({ cli, node: newerNode ?? '', ids: [], address: postgres.address });
    const worker = async (more: Readonly<Record<string, string>> = {}): Promise<string> => {
      const before = place.printed().length;
      const child = place.worker('one', ['--once'], more);
      const code = await new Promise((resolve) => child.once('close', resolve));
      return `${String(code)}: ${place.printed().slice(before)}`;
    };
    expect(await worker()).toContain(
      '0: Worker with one slot, offering claude, codex\nNo packet waits for this worker.',
    );
    postgres.query(`select pactwright.create_queue('packets-1/shop/claude', '{"policy": "standard"}')`);
    postgres.query(`insert into pactwright.job (name) values ('packets-1/shop/claude')`);
    expect(await worker()).toMatch(/^2: .*packets of protocol 1, and this Pactwright speaks \d+: install the version/u);
    // What is over waits for no worker.
    postgres.query(`update pactwright.job set state = 'cancelled'`);
    expect(await worker()).toMatch(/^0: /u);
    postgres.query('update pactwright.version set version = version + 1');
    expect(await worker()).toMatch(/^2: .*a newer Pactwright has set up the queue .*: install that version here/u);
    const wrong = postgres.address.replace(postgres.password, 'wrong-password');
    const refused = await worker({ PACTWRIGHT_QUEUE: wrong });
    expect(refused).toMatch(/^2: .*the queue refuses its address: password authentication failed/u);
    expect(refused).not.toContain('wrong-password');
  }, 120_000);

  it('is aborted without its database, and says what is left there', async () => {
    const postgres = await startPostgres();
    const [id] = two;
    const place = queuePlace({ cli, node: newerNode ?? '', ids: [id], files: lightGates, address: postgres.address });
    const coordinator = place.start('run', 'start', id, '--workers', '--agent', 'claude', '--no-review');
    const over = new Promise((resolve) => coordinator.once('exit', resolve));
    while (!place.atRemote('for-each-ref', '--format=%(refname)', 'refs/heads/pactwright').includes(id))
      await pause(200);
    coordinator.kill('SIGKILL');
    await over;
    await postgres.kill();
    const { code, err } = await place.run('run', 'abort');
    expect({ code, left: place.atRemote('for-each-ref', '--format=%(refname)') }, err).toEqual({
      code: 0,
      left: 'refs/heads/main',
    });
    expect(err).toContain(`${id}: these jobs may still be in the queue`);
  }, 120_000);
});
