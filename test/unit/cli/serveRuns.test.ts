import path from 'node:path';
import { expect, it } from 'vitest';
import { createRun, findRuns, openRun } from '../../../server/src/execution/runLog/runFile.js';
import { gitRepository } from '../../support/gitRepository.js';
import { run } from '../../support/runCli.js';
import { testMachine } from '../../support/testMachine.js';

it('warns of runs that cannot go on, tries each once with --once, and goes on', async () => {
  const { folder } = gitRepository();
  const machine = testMachine();
  const place = await findRuns(machine, folder);
  const plan = async (name: string, root: string): Promise<void> =>
    createRun(machine, place, {
      kind: 'planned',
      run: `20261125-120000-${name}`,
      folder: root,
      target: 'main',
      packets: [{ id: 'STORY-001', title: 'Cart', touches: [], resources: [], needs: [] }],
      limits: {
        ...{ parallel: 2, perAgent: {}, agents: {}, review: false, rounds: 1, retries: 0, firstRetryMs: 0 },
        ...{ haltAfter: 3, askAfterCrash: false },
      },
      terms: {},
    });
  await plan('0001', path.join(folder, 'gone'));
  await plan('0002', folder);
  await plan('0003', folder);
  const { log } = await openRun(machine, place, '20261125-120000-0003');
  await log.append({ kind: 'paused', step: 'build' });
  const serve = async () => run({ cwd: folder }, 'run', 'serve', '--once');
  const { code, err } = await serve();
  expect(code, err).toBe(0);
  // That which a person has paused is not tried.
  expect(err.match(/another version/gu)).toHaveLength(1);
  expect(err).toMatch(/gone[^]*planned by another version/u);
  const held = await machine.withLock(path.join(place.runs, 'engine.lock'), serve, { waitMilliseconds: 0 });
  expect(held).toMatchObject({
    kind: 'done',
    value: { code: 0, err: expect.stringMatching(/^(?:[^]*being worked on already){2}(?![^]*being)/u) as string },
  });
});
