import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { undoSession } from '../../../server/src/execution/agents/undoSession.js';
import { mergeItem } from '../../../server/src/execution/phases/mergeItem.js';
import { openItem } from '../../../server/src/project/openItem.js';
import { gitRepository, openGitRepository } from '../../support/gitRepository.js';
import { lightGates } from '../../support/lightGates.js';
import { phaseProject } from '../../support/phaseProject.js';
import { board, built, code, planned, why } from '../../support/phaseStory.js';
import { itLong } from '../../support/runs.js';
import { silentDesk, testMachine } from '../../support/testMachine.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const own = { here: false } as const;

/** A planned story, whose documents are not committed yet. */
async function story(config = ''): Promise<ReturnType<typeof phaseProject> & { readonly worktree: string }> {
  const project = phaseProject(
    {
      'package.json': planned.files['package.json'],
      '.gitignore': '.env\nnode_modules/\n',
      ...(config === '' ? lightGates : { '.pactwright/config.yaml': config }),
    },
    gitRepository(path.join(temporaryFolder(), 'shop')),
  );
  const plan = await project.run('plan', undefined, { plan: [planned] }, { about: 'Add up' });
  expect(plan.outcome, why(plan)).toBe('passed');
  return { ...project, worktree: path.join(`${project.repository.folder}.worktrees`, 'STORY-001') };
}

describe('a phase that builds', () => {
  itLong('stops where its worktree or the repository is gone, and undo restores the worktree', async () => {
    const { run, worktree, repository } = await story();
    const left = { act: [{ files: { '.git': null, 'package.json': null } }] } as const;
    const act = await run('act', 'STORY-001', left, own);
    expect(act.outcome).toBe('agentFailed');
    const [end] = act.events.flatMap((event) => (event.event === 'agentEnd' ? [event] : []));
    expect(end?.losses).toEqual([{ kind: 'removed', name: 'STORY-001/' }]);
    expect(end?.end.message).toBe(`it removed its worktree: \`pactwright agent undo ${end?.session}\` restores it`);
    const common = path.join(repository.folder, '.git');
    const { signal } = new AbortController();
    await undoSession(testMachine(), worktree, end?.session ?? '', signal, { common });
    expect(existsSync(path.join(worktree, 'package.json'))).toBe(true);
    expect(openGitRepository(worktree).git('branch', '--show-current')).toBe('feature/STORY-001');

    const gone = { act: [{ removes: common }] } as const;
    const none = await run('act', 'STORY-001', gone, own);
    expect(none.outcome).toBe('agentFailed');
    const [last] = none.events.flatMap((event) => (event.event === 'agentEnd' ? [event] : []));
    expect(last?.losses).toEqual([{ kind: 'beyond', name: common }]);
  });

  it('works in a worktree that it makes, and Done merges it and takes it away', async () => {
    const project = await story();
    const { repository, worktree } = project;
    repository.write({ 'notes.txt': 'mine\n', '.env': 'PORT=3000\n', 'node_modules/left/index.js': 'x\n' });
    const act = await project.run('act', 'STORY-001', { act: [built] }, own);
    expect(act.outcome, why(act)).toBe('passed');
    expect(repository.git('log', '-1', '--format=%s')).toMatch(/^docs: plan STORY-001/u);
    expect(repository.git('status', '--porcelain')).toBe('?? notes.txt');
    expect(readFileSync(path.join(worktree, 'src/cart.js'), 'utf8')).toBe(code);
    expect(readFileSync(path.join(worktree, '.env'), 'utf8')).toBe('PORT=3000\n');
    expect(existsSync(path.join(worktree, 'node_modules/left/index.js'))).toBe(true);
    expect(openGitRepository(worktree).git('status', '--porcelain')).toBe('');

    const check = await project.run('check', 'STORY-001', { check: [{ say: 'VERDICT: PASS' }] }, own);
    expect(check.outcome, why(check)).toBe('passed');
    // A person has other work on the board meanwhile.
    repository.write({ [board]: project.text(board).replace('STORY-001', 'STORY-001 soon') });
    await expect(project.run('done', 'STORY-001', { done: [{}] }, { ...own, yes: true })).rejects.toThrow(
      `not merged: ${board} has uncommitted changes`,
    );
    repository.git('checkout', '--quiet', '--', board);
    const done = await project.run('done', 'STORY-001', {}, { ...own, yes: true, agent: undefined });
    expect(done.outcome, why(done)).toBe('passed');
    expect(existsSync(worktree)).toBe(false);
    expect(repository.git('log', '--format=%s').match(/close STORY-001/gu) ?? []).toHaveLength(1);
    expect(repository.git('branch', '--show-current')).toBe('main');
    expect(project.text('src/cart.js')).toBe(code);
    expect(project.text(board)).not.toContain('STORY-001');
    expect(repository.git('status', '--porcelain')).toBe('?? notes.txt');
    expect(repository.git('config', 'merge.pactwright.driver')).toContain('merge-driver');
    expect(done.events.at(-1)).toMatchObject({ event: 'end', outcome: 'passed' });
    expect(done.events.at(-1)).not.toHaveProperty('next');
  });

  itLong('sets it up as the project says, once a person has let its commands run', async () => {
    const project = await story(
      "worktrees: { setup: [[node, -e, \"require('fs').writeFileSync('.env.made', process.env.PORT)\"]], copy: [.env, .env.made, notes.txt], ports: { PORT: 3000 } }\n",
    );
    const { repository, worktree } = project;
    repository.write({
      '.env': 'PORT=3000\nHOST=here\n',
      '.gitignore': '.env*\nnode_modules/\n',
    });
    repository.commit('Ignore', { '.gitignore': '.env*\nnode_modules/\n' });
    repository.write({ 'notes.txt': 'mine\n' });
    await expect(project.run('act', 'STORY-001', { act: [built] }, own)).rejects.toThrow('is not set up');
    expect(existsSync(path.join(worktree, '.env.made'))).toBe(false);
    const moves = [{ ...built, say: 'my port is $PORT' }];
    const act = await project.run('act', 'STORY-001', { act: moves }, { ...own, trustCommands: true });
    expect(act.outcome, why(act)).toBe('passed');
    expect(act.events).toContainEqual({
      event: 'agentEvent',
      agentEvent: { kind: 'message', text: 'my port is 3100' },
    });
    expect(readFileSync(path.join(worktree, '.env'), 'utf8')).toBe('PORT=3100\nHOST=here\n');
    expect(readFileSync(path.join(worktree, '.env.made'), 'utf8')).toBe('3100');
    // Git does not ignore it, so it would be taken for work.
    expect(existsSync(path.join(worktree, 'notes.txt'))).toBe(false);
  });

  itLong('is refused where the worktree would be without the item', async () => {
    const project = await story();
    project.repository.branch('mine');
    await expect(project.run('act', 'STORY-001', { act: [built] }, own)).rejects.toThrow('--here');
    const declined = { ...own, confirm: () => Promise.resolve(false) };
    await expect(project.run('act', 'STORY-001', { act: [built] }, declined)).rejects.toThrow('--here');
  });

  itLong('that conflicts with what was merged before stays, and says where', async () => {
    const { repository } = await story();
    repository.commit('Plan', { 'README.md': 'one\n' });
    repository.git('branch', 'feature/STORY-001');
    const worktree = repository.worktree('feature/STORY-001');
    openGitRepository(worktree).commit('Theirs', { 'README.md': 'theirs\n' });
    const head = repository.commit('Ours', { 'README.md': 'ours\n' });
    const opened = await openItem(testMachine(), worktree, 'STORY-001', () => undefined);
    const desk = silentDesk();
    await expect(mergeItem(opened, { yes: true }, desk)).rejects.toThrow('conflicts with main in README.md');
    expect(repository.git('status', '--porcelain')).toBe('');
    expect(repository.git('rev-parse', 'HEAD')).toBe(head);
    expect(existsSync(worktree)).toBe(true);
  });
});
