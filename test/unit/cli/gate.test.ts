import { beforeAll, describe, expect, it } from 'vitest';
import type { Verdict } from '../../../server/src/gates/gate.js';
import type { GateEvent } from '../../../server/src/protocol.js';
import { node } from '../../cheats/stacks/node.js';
import { paths, shop } from '../../cheats/story.js';
import { type GitRepository, gitRepository } from '../../support/gitRepository.js';
import { type CliRun, run } from '../../support/runCli.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { itLong } from '../../support/runs.js';

interface Shop {
  readonly repository: GitRepository;
  readonly ask: (...args: readonly string[]) => Promise<CliRun>;
}

/** A shop with STORY-002 in progress on its branch; nothing is done for it yet. */
function open(): Shop {
  const repository = gitRepository();
  const state = temporaryFolder();
  repository.commit('STORY-001: Add up prices', shop(node));
  repository.branch('feature/STORY-002');
  const env = { PATH: process.env['PATH'] ?? '', PACTWRIGHT_STATE: state };
  return { repository, ask: (...args) => run({ cwd: repository.folder, env }, ...args) };
}

/** All that STORY-002 takes, as it should be. */
function doWork({ commit }: GitRepository): void {
  commit('STORY-002: Lower totals from 100 on', {
    [node.paths.discount]: node.discount,
    [node.paths.discountTest]: node.discountTest,
    [paths.board]: String(shop(node)[paths.board]).replaceAll('- [ ]', '- [x]'),
  });
}

/** What was written as JSON, which tests know the form of. */
const verdictIn = ({ out }: CliRun): Verdict => (JSON.parse(out) as { verdict: Verdict }).verdict;

/** Whether what the tests said was on record. */
const testsReused = (ran: CliRun): boolean | undefined =>
  verdictIn(ran)
    .conditions.find(({ name }) => name === 'tests-pass')
    ?.evidence?.some(({ reused }) => reused);

describe('pactwright gate', () => {
  it('refuses what is not done, knows nothing of what may not be run, and lets pass what is', async () => {
    const { repository, ask } = open();
    const agreed = await ask('gate', 'act-in', 'STORY-002');
    expect(agreed).toMatchObject({ code: 0, err: '' });
    expect(agreed.out).toContain('STORY-002 passes the gate act-in.');
    const refused = await ask('gate', 'done', 'STORY-002');
    expect(refused.code).toBe(1);
    expect(refused.out).toMatch(/FAIL +tasks +2 tasks not done/u);
    expect(refused.out).toContain('- docs/product/sprint_board.md:10: ');
    expect(refused.out).toMatch(/STORY-002 does not pass the gate done: \d+ conditions are not met \(tasks, /u);

    doWork(repository);
    const recorded = await ask('gate', 'done', 'STORY-002', '--recorded', '--format', 'json');
    expect(recorded.code).toBe(3);
    const { answer, conditions } = verdictIn(recorded);
    expect(answer).toBe('unknown');
    expect(conditions.find(({ name }) => name === 'tests-pass')).toMatchObject({
      state: 'unknown',
      summary: 'not run for this state yet',
    });
    const allowed = await ask('gate', 'done', 'STORY-002');
    expect(allowed.out).toContain('STORY-002 passes the gate done.');
    expect(allowed.code).toBe(0);

    const kept = await ask('gate', 'done', 'STORY-002', '--recorded', '--format', 'json');
    expect([kept.code, testsReused(kept)]).toEqual([0, true]);
  });

  // What is run again, and when, is in test/unit/gates/lab.test.ts.
  itLong('runs again what changed, and all where it is asked to', async () => {
    const { repository, ask } = open();
    await ask('gate', 'act-in', 'STORY-002');
    doWork(repository);
    const reused = async (...args: readonly string[]): Promise<boolean | undefined> =>
      testsReused(await ask('gate', 'done', 'STORY-002', '--format', 'json', ...args));
    expect(await reused()).toBe(false);
    repository.write({ 'README.md': '# The shop\n' });
    expect(await reused()).toBe(true);
    expect(await reused('--fresh')).toBe(false);
    repository.write({ [node.paths.other]: 'export const stock = () => 0;\n' });
    expect(await reused()).toBe(false);
  });

  itLong('lets nothing out, and agrees to nothing, by a profile that does not ask for the record', async () => {
    const { repository, ask } = open();
    await ask('gate', 'act-in', 'STORY-002');
    doWork(repository);
    expect(await ask('gate', 'done', 'STORY-002', '--profile', 'ci')).toMatchObject({ code: 0 });
    const spec = String(shop(node)[paths.spec]);
    repository.commit('STORY-002: Five', { [paths.spec]: spec.replace('ten percent', 'five percent') });
    const again = await ask('gate', 'act-in', 'STORY-002');
    expect(again.out).toMatch(/FAIL +spec-frozen/u);
    expect(again.code).toBe(1);
  });

  it('tells what it does while it goes on', async () => {
    const { ask } = open();
    const { out } = await ask('gate', 'plan', 'STORY-002', '--format', 'events');
    // Our own events, one per line.
    const events = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as GateEvent);
    expect(events.map(({ event }) => event).join(' ')).toMatch(/^(?:condition result )+verdict$/u);
    expect(events.at(-1)).toMatchObject({ verdict: { gate: 'plan', item: 'STORY-002', answer: 'allowed' } });
  });

  it('takes the project that was named where others in it have an item of the same id', async () => {
    const { repository, ask } = open();
    const spec = String(shop(node)[paths.spec]);
    repository.commit('Chore: a sample', { [`samples/one/${paths.spec}`]: spec, [`samples/two/${paths.spec}`]: spec });
    expect(await ask('gate', 'plan', 'STORY-002', '--root', repository.folder)).toMatchObject({ code: 0 });
    const several = await ask('gate', 'plan', 'STORY-002', '--root', `${repository.folder}/samples`);
    expect(several).toMatchObject({ code: 2, err: expect.stringContaining('choose one with --root') as string });
  });

  it('has one gate of a repository at a time', async () => {
    const { ask } = open();
    const both = await Promise.all([ask('gate', 'plan', 'STORY-002'), ask('gate', 'plan', 'STORY-002')]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(both.map(({ err }) => err).join('')).toContain('waiting for another gate: the lock ');
  });

  let one: Shop;
  beforeAll(() => {
    one = open();
  });
  it.each([
    [['gate'], 'gate takes NAME ID, not 0 arguments'],
    [['gate', 'done'], 'gate takes NAME ID, not 1 argument: `pactwright gate done STORY-042`'],
    [['gate', 'don', 'STORY-002'], 'not "don" (did you mean done?)'],
    [['gate', 'done', 'story'], '"story" is not an item id'],
    [['gate', 'done', 'STORY-012'], 'unknown item STORY-012'],
    [['gate', 'done', 'STORY-002', '--profile', 'strikt'], 'did you mean strict?'],
    [['gate', 'done', 'STORY-002', '--fresh', '--recorded'], '--fresh and --recorded cannot be used together'],
    [['gate', 'done', 'STORY-002', '--override', 'tasks'], 'there is no option --override'],
    [['gate', 'done', 'STORY-002', '--format', 'xml'], '--format takes text, json, md, events'],
    [['explain'], 'explain takes ID, not 0 arguments'],
  ])('says what is wrong with %j', async (args, message) => {
    const { code, out, err } = await one.ask(...args);
    expect(err).toContain(message);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect({ code, out }).toEqual({ code: 2, out: '' });
  });
});

describe('pactwright explain', () => {
  it('reports as Markdown, and runs nothing', async () => {
    const { repository, ask } = open();
    doWork(repository);
    const { code, out } = await ask('explain', 'STORY-002');
    expect(code).toBe(0);
    expect(out).toMatch(/^# STORY-002: Discount from 100 on\n\n\*\*The gate done is undecided for STORY-002: /u);
    expect(out).toContain('| ✓ passed | Every task of the entry is ticked |');
    expect(out).toContain(
      '| AC1 A large total is lowered (R1) | 1 | STORY-002/AC1: a large total is lowered (test/discount.test.js) |',
    );
    expect(out).toMatch(/^- `[0-9a-f]{9}` STORY-002: Lower totals from 100 on \(Ann Example\)$/mu);
  });
});
