import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type RequestDesk, serveRequests } from '../../../server/src/execution/agents/serveRequests.js';
import { bundledCli } from '../../support/bundledCli.js';
import { gitRepository, type GitRepository } from '../../support/gitRepository.js';
import { phasePlace } from '../../support/phasePlace.js';
import { run } from '../../support/runCli.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { testMachine } from '../../support/testMachine.js';

const cli = bundledCli();

const files = {
  'docs/specs/STORY-001.md': '# STORY-001: Keep the cart\n',
  'docs/product/sprint_board.md': '## 📋 Backlog\n\n### [STORY-001] Keep the cart\n\n- [ ] Model\n- [ ] View\n',
};

const board = ({ folder }: GitRepository): string =>
  readFileSync(path.join(folder, 'docs/product/sprint_board.md'), 'utf8');

describe('the requests of an agent', () => {
  // There even the administrator cannot make a file.
  it.skipIf(process.platform !== 'linux')(
    'are carried out outside of a sandbox that cannot write what is shared',
    async () => {
      const call = (log: string, ...words: readonly string[]): { readonly run: readonly string[] } => ({
        run: ['/usr/bin/env', `PACTWRIGHT_SESSION_LOG=${log}`, process.execPath, cli, ...words],
      });
      const closed = '/sys/agents/x.jsonl';
      const one = phasePlace({
        'act:well': [
          call(closed, 'board', 'tick', 'STORY-001', '1'),
          call(closed, 'board', 'tick', 'STORY-002', '1'),
          call(closed, 'gate', 'done', 'STORY-001', '--trust-commands'),
          {
            run: [
              '/usr/bin/env',
              `PACTWRIGHT_SESSION_LOG=${closed}`,
              'PACTWRIGHT_REQUESTS=/sys/no',
              process.execPath,
              cli,
              'test',
              'STORY-001',
            ],
          },
        ],
      });
      one.repository.commit('Begin', files);
      const prompt = path.join(temporaryFolder({ 'prompt.md': 'Tick it.' }), 'prompt.md');
      const ended = await run(
        { cwd: one.repository.folder, env: one.env, script: cli },
        ...[
          'agent',
          'run',
          '--agent',
          'claude',
          '--headless',
          '--item',
          'STORY-001',
          '--phase',
          'act',
          '--prompt-file',
          prompt,
        ],
      );
      expect(ended.code, ended.out + ended.err).toBe(0);
      expect(board(one.repository)).toContain('- [x] Model\n- [ ] View');
      const ran = readFileSync(one.record, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map(
          (line) => JSON.parse(line) as { readonly ran?: unknown; readonly status?: number; readonly stderr?: string },
        )
        .filter((entry) => entry.ran !== undefined);
      expect(ran.map(({ status }) => status)).toEqual([0, 3, 3, 3]);
      expect(ran.map(({ stderr }) => stderr)).toEqual([
        '',
        expect.stringContaining('for STORY-001 only'),
        expect.stringContaining('with --trust-commands'),
        expect.stringContaining('this sandbox cannot write'),
      ]);
      expect(one.repository.git('status', '--porcelain')).toBe('M docs/product/sprint_board.md');
    },
  );

  const words = (...given: readonly string[]): string => JSON.stringify({ version: 1, words: given });

  const served = async (): Promise<{ repository: GitRepository; desk: RequestDesk; told: string[] }> => {
    const repository = gitRepository();
    repository.commit('Begin', files);
    const machine = testMachine({ ...process.env, PACTWRIGHT_STATE: temporaryFolder() });
    const told: string[] = [];
    const desk = await serveRequests(
      { ...machine, self: { ...machine.self, node: process.execPath, script: cli } },
      {
        session: 's',
        phase: 'act',
        item: 'STORY-001',
        folder: repository.folder,
        logs: path.join(repository.folder, '.git/pactwright/agents'),
      },
      (what) => told.push(what),
    );
    onTestFinished(() => desk.close());
    return { repository, desk, told };
  };

  const answered = ({ answers }: RequestDesk, id: string): Promise<{ code: number }> =>
    vi.waitFor(() => JSON.parse(readFileSync(path.join(answers, `${id}.answer`), 'utf8')) as { code: number }, {
      timeout: 30_000,
      interval: 50,
    });

  it('are nothing where they are links, folders, or longer than any is', async () => {
    const { repository, desk, told } = await served();
    const tick = path.join(temporaryFolder({ tick: words('board', 'tick', 'STORY-001', '1') }), 'tick');
    symlinkSync(tick, path.join(desk.folder, '0000000000000001.request'));
    mkdirSync(path.join(desk.folder, '0000000000000002.request'));
    writeFileSync(
      path.join(desk.folder, '0000000000000003.request'),
      words('board', 'tick', 'STORY-001', 'x'.repeat(20_000)),
    );
    writeFileSync(path.join(desk.folder, 'other.request'), words('board', 'tick', 'STORY-001', '2'));
    for (const last of [1, 2, 3]) expect(await answered(desk, `000000000000000${last}`)).toMatchObject({ code: 3 });
    expect(told).toEqual([
      'refused: this is not a request',
      'refused: this is not a request',
      'refused: this is not a request',
    ]);
    expect(board(repository)).not.toContain('[x]');
  });

  it('are answered in a folder of ours alone, wherever a link leads', async () => {
    const { repository, desk } = await served();
    const elsewhere = temporaryFolder({ '0000000000000002.request': words('board', 'tick', 'STORY-002', '1') });
    renameSync(desk.folder, `${desk.folder}-before`);
    symlinkSync(elsewhere, desk.folder);
    expect(await answered(desk, '0000000000000002')).toMatchObject({ code: 3 });
    await desk.close();
    expect(readdirSync(elsewhere)).toEqual(['0000000000000002.request']);
    expect(path.relative(repository.folder, desk.answers)).toBe(path.join('.git', 'pactwright', 'agents', 's'));
  });
});
