import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { carryOutOnDisk } from '../../../server/src/execution/executor/diskTarget.js';
import { createHands } from '../../../server/src/execution/hands/createHands.js';
import { setStatus } from '../../../server/src/operations/documents/setStatus.js';
import { node } from '../../cheats/stacks/node.js';
import { paths, shop } from '../../cheats/story.js';
import { type Files, type GitRepository, gitRepository } from '../../support/gitRepository.js';
import { lightGates } from '../../support/lightGates.js';
import { type CliRun, run } from '../../support/runCli.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { testMachine } from '../../support/testMachine.js';
import { describeLong, itLong } from '../../support/runs.js';

const spec = 'docs/specs/STORY-002.md';

interface Shop {
  readonly repository: GitRepository;
  readonly ask: (...args: readonly string[]) => Promise<CliRun>;
  readonly status: () => string | undefined;
}

/** A shop whose STORY-002 was agreed to and is done, but for what `board` says. */
async function finished(board: (text: string) => string, more: Files = {}): Promise<Shop> {
  const repository = gitRepository();
  const env = { PATH: process.env['PATH'] ?? '', PACTWRIGHT_STATE: temporaryFolder() };
  const ask = (...args: readonly string[]): Promise<CliRun> => run({ cwd: repository.folder, env }, ...args);
  repository.commit('STORY-001: Add up prices', { ...shop(node), ...lightGates, ...more });
  repository.git('config', 'user.name', 'Ann Example');
  repository.git('config', 'user.email', 'ann@example.org');
  repository.branch('feature/STORY-002');
  await ask('gate', 'act-in', 'STORY-002');
  repository.commit('STORY-002: Lower totals from 100 on', {
    [node.paths.discount]: node.discount,
    [node.paths.discountTest]: node.discountTest,
    [paths.board]: board(String(shop(node)[paths.board])),
  });
  const status = (): string | undefined =>
    /\| Status \| (.*?) \|/.exec(readFileSync(path.join(repository.folder, spec), 'utf8'))?.[1];
  return { repository, ask, status };
}

const tickAll = (text: string): string => text.replaceAll('- [ ]', '- [x]');

describe('done', () => {
  it('has the gate judge the code that it commits', async () => {
    const { repository, ask, status } = await finished(tickAll);
    const broken = node.discount.replace('100', '1000');
    repository.write({ [node.paths.discount]: broken });
    const refused = await ask('done', 'STORY-002');
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('tests-pass')]);
    expect(status()).toBe('In Progress');
    repository.write({ [node.paths.discount]: node.discount });
    expect(await ask('done', 'STORY-002')).toMatchObject({ code: 0 });
    expect(status()).toBe('Done');
    expect(repository.git('show', `HEAD:${node.paths.discount}`)).toBe(node.discount.trimEnd());
  });
});

describe('board move --check', () => {
  it('reports what is missing, and runs no gate without --check', async () => {
    const { repository, ask } = await finished((text) => text);
    const board = (): string => readFileSync(path.join(repository.folder, paths.board), 'utf8');
    const before = board();
    const refused = await ask('board', 'move', 'STORY-002', 'done', '--check', '--format', 'json');
    expect(JSON.parse(refused.out)).toMatchObject({
      ok: false,
      error: { code: 'gate', candidates: [expect.stringMatching(/^tasks: 2 tasks not done/)] },
    });
    expect(board()).toBe(before);
    expect((await ask('board', 'move', 'STORY-002', 'backlog', '--check')).code).toBe(0);
    expect((await ask('board', 'move', 'STORY-002', 'done')).code).toBe(0);
  });

  // A gate that allows is asked in the same way by `done` above.
  itLong('moves it where the gate allows it', async () => {
    const { ask } = await finished(tickAll);
    expect((await ask('board', 'move', 'STORY-002', 'done', '--check')).code).toBe(0);
  });
});

describeLong('set-status done', () => {
  it('is let by the gate, or refused with the conditions in the way', async () => {
    const { repository, ask, status } = await finished((text) => text);
    const before = status();
    const refused = await ask('set-status', 'STORY-002', 'done', '--format', 'json');
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.out)).toMatchObject({
      operation: 'set-status',
      ok: false,
      error: { code: 'gate', candidates: [expect.stringMatching(/^tasks: 2 tasks not done/)] },
    });
    const told = await ask('set-status', 'STORY-002', 'done');
    expect(told.err).toContain(
      'STORY-002 does not pass the gate done: 1 condition is not met (tasks): run `pactwright gate done STORY-002` for details',
    );
    expect(status()).toBe(before);

    repository.commit('STORY-002: Tick', { [paths.board]: tickAll(String(shop(node)[paths.board])) });
    const planned = await ask('set-status', 'STORY-002', 'done', '--dry-run');
    expect(planned.out).toContain('run the gate done for STORY-002\n');
    expect(status()).toBe(before);
    expect(await ask('set-status', 'STORY-002', 'done')).toMatchObject({
      code: 0,
      out: 'STORY-002: In Progress is now Done\n',
    });
    expect(status()).toBe('Done');
  });

  it('is refused with a code of its own where the gate cannot say', async () => {
    const config = { '.pactwright/config.yaml': 'gates:\n  commands:\n    test: [node, --test]\n' };
    const { ask, status } = await finished(tickAll, config);
    const before = status();
    const { code, out } = await ask('set-status', 'STORY-002', 'done', '--format', 'json');
    expect(JSON.parse(out)).toMatchObject({ ok: false, error: { code: 'gate-unknown' } });
    expect(code).toBe(3);
    expect(status()).toBe(before);
  });

  it('is refused where it comes to need the gate only once nobody asks it any more', async () => {
    const text = (status: string): string => `# STORY-001: A\n\n| Field | Value |\n|---|---|\n| Status | ${status} |\n`;
    const file = 'docs/specs/STORY-001.md';
    const folder = temporaryFolder({ [file]: text('Done') });
    const machine = testMachine({ XDG_CACHE_HOME: temporaryFolder() });
    const { signal } = new AbortController();
    const done = carryOutOnDisk({
      operation: setStatus,
      input: { item: 'STORY-001', status: 'done' },
      folder,
      dryRun: false,
      machine,
      hands: {
        ...createHands({ machine, warn: () => undefined, tell: () => undefined, signal }),
        askGates: (gates) => {
          expect(gates).toEqual([]);
          writeFileSync(path.join(folder, file), text('In Progress'));
          return Promise.resolve();
        },
      },
      onWait: () => undefined,
      signal,
    });
    await expect(done).rejects.toMatchObject({
      code: 'changed',
      message: expect.stringMatching(/try again$/) as string,
    });
    expect(readFileSync(path.join(folder, file), 'utf8')).toBe(text('In Progress'));
  });
});

// What is refused, and what each is called: test/unit/operations/scaffold/branch.test.ts.
describe('branch', () => {
  it('is created with what is not committed, and once', async () => {
    const repository = gitRepository();
    repository.commit('Plan', { 'docs/specs/BUG-AL-007.md': '# BUG-AL-007: A\n' });
    const ask = (...args: readonly string[]): Promise<CliRun> => run({ cwd: repository.folder }, ...args);
    repository.write({ 'work.txt': 'not committed' });
    expect(await ask('branch', 'BUG-AL-007', '--dry-run')).toMatchObject({ code: 0 });
    expect(repository.git('branch', '--show-current')).toBe('main');
    expect(await ask('branch', 'BUG-AL-007')).toEqual({
      code: 0,
      out: 'created the branch fix/BUG-AL-007 and switched to it\n',
      err: '',
    });
    expect(repository.git('branch', '--show-current')).toBe('fix/BUG-AL-007');
    const again = await ask('branch', 'BUG-AL-007', '--format', 'json');
    expect(again.code).toBe(1);
    expect(JSON.parse(again.out)).toMatchObject({ error: { code: 'exists', candidates: ['fix/BUG-AL-007'] } });
  });

  it('is created in a repository without commits', async () => {
    const repository = gitRepository();
    repository.write({ 'docs/specs/STORY-001.md': '# STORY-001: A\n' });
    expect(await run({ cwd: repository.folder }, 'branch', 'STORY-001')).toMatchObject({ code: 0 });
    expect(repository.git('symbolic-ref', 'HEAD')).toBe('refs/heads/feature/STORY-001');
  });
});
