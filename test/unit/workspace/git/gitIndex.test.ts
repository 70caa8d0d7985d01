import { rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultDocumentPaths } from '../../../../server/src/documents/documentPaths.js';
import type { GitHistory } from '../../../../server/src/workspace/git/gitFacts.js';
import { firstCommitAt, gitRepository } from '../../../support/gitRepository.js';
import { openGitIndex, type OpenedGitIndex } from '../../../support/openGitIndex.js';

const board = defaultDocumentPaths.board;
const spec = 'docs/specs/STORY-001.md';
const day = 24 * 60 * 60 * 1000;

const boardText = (sections: Readonly<Record<string, string>>): string =>
  `# Sprint Board\n\n${Object.entries(sections)
    .map(([name, body]) => `## ${name}\n\n${body}\n`)
    .join('\n')}`;

const subjects = (history: GitHistory): string[] => history.commits.map(({ subject }) => subject);

describe('the git index', () => {
  it('says what commits, branches, tags and worktrees there are', async () => {
    const repository = gitRepository();
    const first = repository.commit('Begin', { 'a.md': '1' }, { author: 'Ann Ü' });
    repository.branch('feature/STORY-001-carts');
    const second = repository.commit('STORY-001: carts\n\nSee STORY-002.\n\nImplements: BUG-3\n', {
      'b c.md': '1',
      'a.md': null,
    });
    repository.checkout('main');
    repository.tag('v1', 'annotated');
    repository.tag('v0');
    const beside = repository.worktree('feature/STORY-001-carts', '--lock');
    repository.git('update-ref', 'refs/remotes/origin/fix/BUG-3', second);
    const { index, history } = openGitIndex(repository.folder);
    expect(await index.refresh()).toBe(true);
    expect(index.facts().notices).toEqual([]);
    const { commits, branches, tags, worktrees, head, defaultBranch, now } = history();
    expect({ head, defaultBranch, now }).toEqual({
      head: { branch: 'main', commit: first },
      defaultBranch: 'main',
      now: firstCommitAt,
    });
    expect(commits).toEqual([
      {
        hash: second,
        parents: [first],
        at: expect.any(Number) as unknown,
        author: 'Ann Example',
        subject: 'STORY-001: carts',
        items: ['STORY-001', 'STORY-002', 'BUG-3'],
        paths: ['a.md', 'b c.md'],
      },
      { hash: first, parents: [], at: commits[1]?.at, author: 'Ann Ü', subject: 'Begin', items: [], paths: ['a.md'] },
    ]);
    const at = commits[0]?.at;
    expect(branches).toEqual([
      { name: 'feature/STORY-001-carts', tip: second, items: ['STORY-001'], at },
      { name: 'main', tip: first, items: [], at: commits[1]?.at },
      { name: 'fix/BUG-3', remote: 'origin', tip: second, items: ['BUG-3'], at },
    ]);
    expect(tags).toEqual([
      { name: 'v0', commit: first },
      { name: 'v1', commit: first },
    ]);
    expect(worktrees).toEqual([
      { path: repository.folder, main: true, branch: 'main', head: first, items: [], locked: false, prunable: false },
      {
        path: beside,
        main: false,
        branch: 'feature/STORY-001-carts',
        head: second,
        items: ['STORY-001'],
        locked: true,
        prunable: false,
      },
    ]);
  });

  it('knows what leads to what, and what files went through on the way to HEAD', async () => {
    const repository = gitRepository();
    const root = repository.commit('Root', { 'a.md': '1' });
    repository.branch('side');
    const side = repository.commit('Side', { 'a.md': '2' });
    repository.branch('lost');
    const lost = repository.commit('Lost', { 'a.md': '3' });
    repository.checkout('main');
    const main = repository.commit('Main', { 'b.md': '1' });
    repository.merge('side');
    const { index, history } = openGitIndex(repository.folder);
    await index.refresh();
    const known = history();
    const merge = known.commits.find(({ parents }) => parents.length === 2);
    expect(merge?.paths).toEqual([]);
    expect([root, side, main, merge?.hash ?? '', lost].map((hash) => known.isOnDefault(hash))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
    expect([known.isOnHead(side), known.isOnHead(lost), known.isOnHead('0'.repeat(40))]).toEqual([true, false, false]);
    expect([
      known.leadsTo(lost, side),
      known.leadsTo(lost, main),
      known.leadsTo(side, side),
      known.leadsTo(root, side),
    ]).toEqual([true, false, true, false]);
    expect(known.changesOf('a.md').map(({ commit }) => commit.subject)).toEqual(['Side', 'Root']);
    const [change] = known.changesOf('a.md');
    // Facts that said so of a text have to be replaced.
    expect(known.textOf(change?.before ?? '')).toBeUndefined();
    expect(await index.fetch([change?.before ?? '', change?.after ?? '', '0'.repeat(40), 'no hash'])).toBe(true);
    expect([change?.before, change?.after, '0'.repeat(40)].map((blob) => history().textOf(blob ?? ''))).toEqual([
      '1',
      '2',
      undefined,
    ]);
    const facts = index.facts();
    expect(await index.fetch([change?.before ?? ''])).toBe(false);
    expect(index.facts()).toBe(facts);
  });

  it('puts children before parents where clocks differ', async () => {
    const repository = gitRepository();
    repository.commit('1', {}, { at: firstCommitAt + day });
    repository.commit('2', {}, { at: firstCommitAt });
    repository.commit('3', {}, { at: firstCommitAt + 2 * day });
    const { index, history } = openGitIndex(repository.folder);
    await index.refresh();
    expect(subjects(history())).toEqual(['3', '2', '1']);
  });

  it.each([
    ['the configured one', [], 'work', 'work'],
    ["the remote's", ['refs/remotes/origin/dev', 'refs/remotes/origin/main', '@dev'], undefined, 'dev'],
    ['main before master', ['refs/heads/master', 'refs/heads/main'], undefined, 'main'],
    ["the remote's master", ['refs/remotes/origin/master'], undefined, 'master'],
    ['trunk', ['refs/heads/trunk', 'refs/heads/develop'], undefined, 'trunk'],
    ['the current one', [], undefined, 'work'],
  ] as const)('takes for the default branch %s', async (_, refs, defaultBranch, expected) => {
    const repository = gitRepository();
    repository.git('symbolic-ref', 'HEAD', 'refs/heads/work');
    const commit = repository.commit('One');
    for (const ref of refs)
      if (ref.startsWith('@'))
        repository.git('symbolic-ref', 'refs/remotes/origin/HEAD', `refs/remotes/origin/${ref.slice(1)}`);
      else repository.git('update-ref', ref, commit);
    const { index, history } = openGitIndex(repository.folder, { defaultBranch });
    await index.refresh();
    expect(history().defaultBranch).toBe(expected);
    expect(history().isOnDefault(commit)).toBe(true);
    expect(history().branches.some(({ name }) => name === 'HEAD')).toBe(false);
  });

  it('reads what happened on the board', async () => {
    const repository = gitRepository();
    const entry = (id: string, tasks: string): string => `### [${id}] Title\n> Spec: docs/specs/${id}.md\n\n${tasks}\n`;
    const states = [
      boardText({
        '📋 Backlog': entry('STORY-001', '- [ ] one\n- [ ] two'),
        '✅ Done': entry('STORY-009', '- [x] old'),
      }),
      boardText({
        '🔄 In Progress': entry('STORY-001', '- [x] one\n- [ ] two'),
        '✅ Done': entry('STORY-009', '- [x] old'),
      }),
      boardText({ '🔄 In Progress': entry('STORY-001', '- [x] one (said better)\n- [ ] two') }),
      boardText({ '✅ Done': entry('STORY-001', '- [x] one (said better)\n- [x] two') }),
    ];
    states.forEach((state, number) => repository.commit(String(number), { [board]: state }));
    repository.commit('gone', { [board]: null });
    const { index, history } = openGitIndex(repository.folder);
    await index.refresh();
    expect(history().boardEvents.map(({ commit, ...rest }) => ({ by: commit.subject, ...rest }))).toEqual([
      { by: '3', item: 'STORY-001', kind: 'done' },
      { by: '3', item: 'STORY-001', kind: 'ticked', task: 'two' },
      { by: '2', item: 'STORY-009', kind: 'archived' },
      { by: '1', item: 'STORY-001', kind: 'started' },
      { by: '1', item: 'STORY-001', kind: 'ticked', task: 'one' },
      { by: '0', item: 'STORY-009', kind: 'done' },
    ]);
  });

  it('reads what a merge itself did to the board, and what a commit reverts', async () => {
    const repository = gitRepository();
    const entry = (id: string): string => `### [${id}] Title\n\n- [ ] one\n`;
    const state = (backlog: readonly string[], inProgress: readonly string[], done: readonly string[] = []): string =>
      boardText({
        '📋 Backlog': backlog.map(entry).join('\n'),
        '🔄 In Progress': inProgress.map(entry).join('\n'),
        '✅ Done': done.map(entry).join('\n'),
      });
    repository.commit('0', { [board]: state(['STORY-001', 'STORY-002', 'STORY-003'], []) });
    repository.branch('work');
    repository.commit('1', { [board]: state(['STORY-002', 'STORY-003'], ['STORY-001']) });
    repository.checkout('main');
    const second = repository.commit('2', { [board]: state(['STORY-001', 'STORY-003'], ['STORY-002']) });
    repository.git('merge', '--quiet', '--no-commit', '--strategy=ours', 'work');
    repository.commit('Merge work', { [board]: state([], ['STORY-001', 'STORY-002'], ['STORY-003']) });
    repository.commit(`Revert "2"\n\nThis reverts commit ${second}.\n\nReverts ann/shop#12`, { 'a.md': '1' });
    const { index, history } = openGitIndex(repository.folder);
    await index.refresh();
    expect(history().boardEvents.map(({ commit, ...rest }) => ({ by: commit.subject, ...rest }))).toEqual([
      { by: 'Merge work', item: 'STORY-003', kind: 'done' },
      { by: '2', item: 'STORY-002', kind: 'started' },
      { by: '1', item: 'STORY-001', kind: 'started' },
    ]);
    expect(
      history()
        .commits.map(({ paths, reverts }) => ({ paths, reverts }))
        .slice(0, 2),
    ).toEqual([
      { paths: ['a.md'], reverts: [second, '#12'] },
      { paths: [], reverts: undefined },
    ]);
  });

  it('knows the files with changes that are not committed, and which git ignores', async () => {
    const repository = gitRepository();
    repository.commit('One', { 'a.md': '1', 'ä b"\n.md': '1', '.gitignore': '*.log.md\n' });
    repository.write({ 'a.md': '2', 'ä b"\n.md': '2', 'new/c.md': '1', 'd.log.md': '' });
    const { index, history } = openGitIndex(repository.folder);
    index.setDocuments(['a.md', 'd.log.md']);
    await index.refresh();
    expect(history().uncommitted).toEqual(new Set(['a.md', 'ä b"\n.md', 'new/c.md']));
    expect(index.facts().ignored).toEqual(new Set(['d.log.md']));
  });

  it('takes the root for what paths are relative to, in a folder of the repository', async () => {
    const repository = gitRepository();
    repository.commit('One', { 'apps/shop/a.md': '1', 'apps/other/b.md': '1', 'c.md': '1', 'apps/shopping/d.md': '1' });
    repository.write({ 'apps/shop/new.md': '', 'elsewhere.md': '' });
    const { index, history } = openGitIndex(path.join(repository.folder, 'apps', 'shop'));
    await index.refresh();
    expect(history().commits[0]?.paths).toEqual(['../other/b.md', 'a.md', '../shopping/d.md', '../../c.md']);
    expect(history().uncommitted).toEqual(new Set(['new.md']));
    expect(history().changesOf('a.md')).toHaveLength(1);
  });

  it('works in a linked worktree, and in a submodule', async () => {
    const repository = gitRepository();
    repository.commit('One', { 'a.md': '1' });
    repository.git('branch', 'side');
    const beside = repository.worktree('side');
    const { index, history } = openGitIndex(beside);
    await index.refresh();
    expect(history().head.branch).toBe('side');
    expect(history().worktrees.map(({ path: folder, main, branch }) => [folder, main, branch])).toEqual([
      [repository.folder, true, 'main'],
      [beside, false, 'side'],
    ]);
    expect(index.repository()).toMatchObject({ commonFolder: path.join(repository.folder, '.git'), top: beside });

    const outer = gitRepository();
    outer.commit('Outer', { 'b.md': '1' });
    outer.git('submodule', '--quiet', 'add', `file://${repository.folder}`, 'inner');
    outer.commit('With submodule');
    const inner = openGitIndex(path.join(outer.folder, 'inner'));
    await inner.index.refresh();
    expect(subjects(inner.history())).toEqual(['One']);
    const around = openGitIndex(outer.folder);
    await around.index.refresh();
    expect(around.history().commits[0]?.paths).toEqual(['.gitmodules', 'inner']);
    expect([...inner.index.facts().notices, ...around.index.facts().notices]).toEqual([]);
  });
});

describe('what it costs', () => {
  async function loaded(): Promise<OpenedGitIndex & { readonly repository: ReturnType<typeof gitRepository> }> {
    const repository = gitRepository();
    repository.commit('One', { [board]: boardText({ '📋 Backlog': '### [STORY-001] A' }), [spec]: '# one\n' });
    const opened = openGitIndex(repository.folder);
    opened.index.setDocuments([board, spec]);
    expect(await opened.spawns(() => opened.index.refresh())).toBeLessThanOrEqual(7);
    return { ...opened, repository };
  }

  it('is no process where nothing changed, and nothing is another object then', async () => {
    const { index, spawns } = await loaded();
    const facts = index.facts();
    expect(await spawns(async () => expect(await index.refresh()).toBe(false))).toBe(0);
    expect(await spawns(() => index.refresh({ refs: false }))).toBe(0);
    expect(index.facts()).toBe(facts);
  });

  it('is one where only the index changed', async () => {
    const { index, spawns, repository, history } = await loaded();
    const facts = index.facts();
    expect(await spawns(async () => expect(await index.refresh({ status: true })).toBe(false))).toBe(1);
    expect(index.facts()).toBe(facts);
    repository.write({ 'new.md': '' });
    repository.git('add', 'new.md');
    const { commits } = history();
    expect(await spawns(async () => expect(await index.refresh({ status: true })).toBe(true))).toBe(1);
    expect(history().uncommitted).toEqual(new Set(['new.md']));
    expect(history().commits).toBe(commits);
  });

  it('is two after a commit to board and spec, whose earlier texts are then there', async () => {
    const { index, spawns, repository, history } = await loaded();
    const [first] = history().commits;
    repository.write({ [spec]: '# two\n', 'left.md': '' });
    await index.refresh({ status: true });
    expect(history().uncommitted).toEqual(new Set([spec, 'left.md']));
    repository.write({ [board]: boardText({ '🔄 In Progress': '### [STORY-001] A' }) });
    repository.git('add', board, spec);
    repository.git('commit', '--quiet', '-m', 'STORY-001');
    expect(await spawns(() => index.refresh({ status: true }))).toBe(2);
    expect(history().uncommitted).toEqual(new Set(['left.md']));
    expect(history().boardEvents.map(({ kind }) => kind)).toEqual(['started']);
    const [change] = history().changesOf(spec);
    expect(history().textOf(change?.before ?? '')).toBe('# one\n');
    expect(history().commits[1]).toBe(first);
    // What happened to the index together with the commit is asked for once it is quiet.
    expect(await spawns(() => index.refresh())).toBe(1);
    expect(await spawns(() => index.refresh())).toBe(0);
  });

  it('is one after a commit to other files', async () => {
    const { index, spawns, repository } = await loaded();
    repository.commit('Code', { 'a.ts': '1' });
    expect(await spawns(() => index.refresh())).toBe(1);
  });

  it('asks what is ignored only when documents or ignore files changed', async () => {
    const { index, spawns, repository } = await loaded();
    index.setDocuments([spec, board]);
    expect(await spawns(() => index.refresh())).toBe(0);
    index.setDocuments([spec]);
    expect(await spawns(() => index.refresh())).toBe(1);
    repository.write({ '.gitignore': 'docs/\n', [spec]: null });
    repository.git('rm', '--quiet', '--cached', spec);
    expect(await spawns(() => index.refresh({ refs: false, ignored: true }))).toBe(1);
    expect(index.facts().ignored).toEqual(new Set([spec]));
  });

  it('is nothing for an aborted refresh, and the facts stay', async () => {
    const { index, spawns, repository } = await loaded();
    const facts = index.facts();
    repository.commit('More', { 'a.ts': '1' });
    expect(await spawns(() => expect(index.refresh({}, AbortSignal.abort())).rejects.toThrow())).toBe(0);
    expect(index.facts()).toBe(facts);
    const abort = new AbortController();
    const underWay = index.refresh({}, abort.signal);
    setTimeout(() => abort.abort(), 3);
    await underWay.catch(() => undefined);
    await index.refresh();
    expect(index.facts().history?.commits.map(({ subject }) => subject)).toEqual(['More', 'One']);
  });

  it('tells of another day, as idle days are counted from it', async () => {
    const repository = gitRepository();
    repository.commit('One');
    let now = firstCommitAt;
    const { index, history } = openGitIndex(repository.folder, { clock: () => now });
    await index.refresh();
    now += day;
    expect(await index.refresh()).toBe(true);
    expect(history().now).toBe(now);
  });
});

describe('a long history', () => {
  it('is cut off at the newest commits, which is said', async () => {
    const repository = gitRepository();
    for (const number of [1, 2, 3, 4]) repository.commit(String(number));
    const { index, history } = openGitIndex(repository.folder, { mostCommits: 3 });
    await index.refresh();
    expect(subjects(history())).toEqual(['4', '3', '2']);
    expect(index.facts().notices).toMatchObject([{ kind: 'bounded' }]);
    repository.commit('5');
    await index.refresh();
    expect(subjects(history())).toEqual(['5', '4', '3']);
    repository.git('reset', '--quiet', '--hard', 'HEAD~3');
    await index.refresh();
    expect(subjects(history())).toEqual(['2', '1']);
    expect(index.facts().notices).toEqual([]);
  });
});

describe('a repository that changes its shape', () => {
  it('is looked for again where it comes and goes', async () => {
    const repository = gitRepository();
    rmSync(path.join(repository.folder, '.git'), { recursive: true });
    const { index, history } = openGitIndex(repository.folder);
    await index.refresh();
    expect(index.facts().notices).toMatchObject([{ kind: 'unavailable' }]);
    expect(await index.refresh()).toBe(false);
    gitRepository(repository.folder);
    repository.commit('One');
    expect(await index.refresh()).toBe(true);
    expect(subjects(history())).toEqual(['One']);
    rmSync(path.join(repository.folder, '.git'), { recursive: true });
    expect(await index.refresh()).toBe(true);
    expect(index.facts().history).toBeUndefined();
  });
});
