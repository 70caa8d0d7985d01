import { describe, expect, it, onTestFinished } from 'vitest';
import { bundledCli } from '../../support/bundledCli.js';
import { lightGates } from '../../support/lightGates.js';
import { missingForQueue, unlessQueue } from '../../support/missingForQueue.js';
import { newerNode } from '../../support/newerNode.js';
import { startPostgres } from '../../support/postgres.js';
import { queuePlace } from '../../support/queuePlace.js';
import { expectMerged } from '../../support/runPlace.js';

const cli = bundledCli();
const two = ['STORY-001', 'STORY-002'] as const;

describe.skipIf(missingForQueue !== undefined)(`a run over a queue in PostgreSQL${unlessQueue}`, () => {
  it('has workers build and review, and merges what they made; nothing is left', async () => {
    const postgres = await startPostgres();
    const place = queuePlace({ cli, node: newerNode ?? '', ids: two, files: lightGates, address: postgres.address });
    const worker = place.worker('one', '--slots', '2');
    onTestFinished(() => void worker.kill('SIGKILL'));
    const args = ['--workers', '--agent', 'claude', '--review-agent', 'codex', '--lease', '10'];
    const { code, out, err } = await place.run('run', 'start', ...two, ...args);
    expect({ code, err }, `${out}\n${err}\n${place.printed()}`).toEqual({ code: 0, err: '' });
    expectMerged(place, two);
    expect(place.atRemote('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
    expect(place.atRemote('rev-parse', 'main')).toBe(place.repository.git('rev-parse', 'main').trim());
    expect(place.repository.git('for-each-ref', '--format=%(refname)', 'refs/pactwright')).toBe('');
  }, 300_000);
});
