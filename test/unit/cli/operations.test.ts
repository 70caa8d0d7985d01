import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitRepository } from '../../support/gitRepository.js';
import { run } from '../../support/runCli.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const boardPath = 'docs/product/sprint_board.md';
const files = {
  'docs/specs/STORY-001.md': '# STORY-001: One\n',
  [boardPath]:
    '# Sprint Board\n\n## 📋 Backlog\n\n### [STORY-001] One\n\n- [ ] Do it\n\n## 🔄 In Progress\n\n## ✅ Done\n',
};
const ticked = files[boardPath].replace('[ ]', '[x]');

const inProject = (): { cwd: string; board: () => string } => {
  const cwd = temporaryFolder(files);
  return { cwd, board: () => readFileSync(path.join(cwd, boardPath), 'utf8') };
};

describe('operations on the command line', () => {
  it('carries one out', async () => {
    const { cwd, board } = inProject();
    expect(await run({ cwd }, 'board', 'tick', 'STORY-001', 'Do it')).toEqual({
      code: 0,
      out: 'STORY-001: ticked "Do it"\n',
      err: '',
    });
    expect(board()).toBe(ticked);
  });

  it('shows the plan and does nothing', async () => {
    const { cwd, board } = inProject();
    const { code, out } = await run({ cwd }, 'board', 'tick', 'STORY-001', '1', '--dry-run');
    expect(code).toBe(0);
    expect(out).toContain('\n-- [ ] Do it\n+- [x] Do it\n');
    expect(out).toContain('would be: STORY-001: ticked');
    expect(board()).toBe(files[boardPath]);
  });

  it('answers in one envelope', async () => {
    const { cwd } = inProject();
    const { out } = await run({ cwd }, 'board', 'tick', 'STORY-001', '1', '--format', 'json');
    expect(JSON.parse(out)).toMatchObject({
      version: 1,
      operation: 'board tick',
      ok: true,
      dryRun: false,
      root: cwd,
      answer: { data: { item: 'STORY-001', task: 'Do it', ticked: true, changed: true } },
      changes: [{ kind: 'edit', path: boardPath }],
    });
    const refused = await run({ cwd }, 'board', 'tick', 'STORY-001', '9', '--format', 'json');
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.out)).toMatchObject({
      ok: false,
      error: { code: 'not-found', candidates: ['1: Do it'] },
    });
  });

  it.each([
    [
      ['board', 'tick', 'STORY-002', '1'],
      1,
      'pactwright: STORY-002 is not on the board; did you mean STORY-001?\n  STORY-001\n',
    ],
    [['board', 'tick', 'story', '1'], 2, 'pactwright: item "story" is not an item id'],
    [['board', 'tick', 'STORY-001'], 2, 'pactwright: task is missing: the exact text of a task'],
    [['board', 'tick', 'STORY-001', 'Do', 'it'], 2, 'pactwright: board tick takes ITEM TASK, not 3 arguments'],
    [['board', 'tock'], 2, 'pactwright: board has no "tock"; did you mean board tick?'],
    [['bord'], 2, 'pactwright: there is no command "bord"; did you mean board?'],
  ])('says what is wrong with %j', async (args, code, message) => {
    const { cwd, board } = inProject();
    const result = await run({ cwd }, ...args);
    expect(result.err).toContain(message);
    expect(result.code).toBe(code);
    expect(board()).toBe(files[boardPath]);
  });

  it('lets nothing from a repository command the terminal', async () => {
    const evil = '\u001b]0;owned\u0007\u001b[2J\u202e\u009b31m';
    const cwd = temporaryFolder({ ...files, [boardPath]: files[boardPath].replaceAll(/One|Do it/g, `$&${evil}`) });
    const says = async (...args: readonly string[]): Promise<string> => {
      const { out, err } = await run({ cwd }, 'board', ...args);
      return out + err;
    };
    for (const said of [
      await says('list'),
      await says('tick', 'STORY-001', '9'),
      await says('tick', 'STORY-001', '1', '--dry-run'),
      await says('edit-title', 'STORY-001', 'Two', '--dry-run'),
    ]) {
      expect(said).toMatch(/One|Do it/u);
      expect(said).not.toMatch(/(?!\n)\p{Cc}|\u202e/u);
    }
  });

  it('begins a project in a folder that is none', async () => {
    const cwd = temporaryFolder({ 'README.md': '# Shop\n' });
    expect((await run({ cwd }, 'board', 'list')).code).toBe(2);
    expect((await run({ cwd }, 'new-board')).out).toBe(
      `created ${boardPath}, and .pactwright/config.yaml, which marks the folder as a project\n`,
    );
    expect(await run({ cwd }, 'board', 'list')).toMatchObject({ code: 0, err: '' });
    expect(await run({ cwd }, 'lint', '--max-warnings', '0')).toMatchObject({ code: 0, err: '' });
    expect((await run({ cwd }, 'new-item', 'story', 'Keep the cart')).code).toBe(0);
    expect((await run({ cwd }, 'board', 'list')).out).toContain('STORY-001');
  });

  it('begins a project with a spec alone, which makes the folder one', async () => {
    const cwd = temporaryFolder({ 'README.md': '# Shop\n' });
    expect((await run({ cwd }, 'new-spec', 'STORY-001', 'Keep the cart')).out).toBe(
      'created docs/specs/STORY-001.md\n',
    );
    expect((await run({ cwd }, 'lint')).out).toContain('docs/specs/STORY-001.md');
  });

  it('gives an id once, whichever worktree it is asked in', async () => {
    const repository = gitRepository();
    repository.commit('begin', files);
    const other = temporaryFolder({});
    repository.git('worktree', 'add', '--quiet', '--detach', path.join(other, 'second'));
    const made = async (cwd: string): Promise<string> => (await run({ cwd }, 'new-item', 'bug', 'Lost cart')).out;
    expect(await made(repository.folder)).toContain('created BUG-002');
    expect(await made(path.join(other, 'second'))).toContain('created BUG-003');
    expect(await made(repository.folder)).toContain('created BUG-004');
  });

  it('gives no id where the specs of a worktree cannot be listed', async () => {
    const repository = gitRepository();
    repository.commit('begin', files);
    const other = path.join(temporaryFolder({}), 'second');
    repository.git('worktree', 'add', '--quiet', '--detach', other);
    rmSync(path.join(other, 'docs/specs'), { recursive: true });
    symlinkSync('specs', path.join(other, 'docs/specs'));
    const { code, err } = await run({ cwd: repository.folder }, 'next-id');
    expect(code).toBe(1);
    expect(err).toContain(path.join(other, 'docs/specs'));
  });

  it('explains itself', async () => {
    const { cwd } = inProject();
    expect((await run({ cwd }, 'board')).out).toContain('pactwright board untick ITEM TASK');
    expect((await run({ cwd }, 'board', 'tick', '--help')).out).toMatch(
      /Usage: pactwright board tick ITEM TASK[\s\S]+--dry-run/,
    );
  });
});
