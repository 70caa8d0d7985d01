import { describe, expect, it } from 'vitest';
import { cacheFiles } from '../../../../server/src/host/cacheFiles.js';
import { createGit } from '../../../../server/src/host/git.js';
import { createBoardMovesReader } from '../../../../server/src/workspace/insights/boardMoves.js';
import { readHeadHistory } from '../../../../server/src/workspace/insights/headHistory.js';
import { type InsightsReport, readInsights } from '../../../../server/src/workspace/insights/readInsights.js';
import type { Git } from '../../../../server/src/workspace/ports.js';
import { cloneRepository, firstCommitAt, type GitRepository, gitRepository } from '../../../support/gitRepository.js';
import { temporaryFolder } from '../../../support/temporaryFolder.js';

const path = 'docs/product/sprint_board.md';
const day = 86_400_000;
const headings = { B: '## 📋 Backlog', P: '## 🔄 In Progress', D: '## ✅ Done' } as const;

/** A board of items by section: `{ B: ['STORY-001'] }`. */
function board(sections: Readonly<Partial<Record<keyof typeof headings, readonly string[]>>>): string {
  const parts = (['B', 'P', 'D'] as const).map((key) =>
    [headings[key], ...(sections[key] ?? []).map((id) => `### [${id}] Title\n\n- [ ] Task`)].join('\n\n'),
  );
  return `# Sprint Board\n\n${parts.join('\n\n')}\n`;
}

/** Commits one version of a board a day, from the first commit's day on. */
function commitDaily(repository: GitRepository, versions: readonly string[], file = path): void {
  versions.forEach(
    (text, at) => void repository.commit(`Day ${at}`, { [file]: text }, { at: firstCommitAt + at * day }),
  );
}

const lifeOf = (id: string): readonly string[] => [
  board({}),
  board({ B: [id] }),
  board({ P: [id] }),
  board({ P: [id] }).replace('[ ]', '[x]'),
  board({ D: [id] }),
];

async function report(
  { folder }: Pick<GitRepository, 'folder'>,
  {
    git = createGit(),
    now = firstCommitAt + 10 * day,
    reader = createBoardMovesReader({ git }),
    root = folder,
    file = path,
  } = {},
): Promise<InsightsReport> {
  return readInsights(reader, {
    ...(await readHeadHistory(git, root)),
    board: file,
    isArchived: () => false,
    now,
  });
}

const cycleOf = ({ insights }: InsightsReport): unknown => insights?.cycle.items.map(({ item, days }) => [item, days]);

describe('the history of a board', () => {
  it('is that of its commits', async () => {
    const repository = gitRepository();
    commitDaily(repository, lifeOf('STORY-001'));
    const { insights, notices } = await report(repository);
    expect(notices).toEqual([]);
    expect(insights).toMatchObject({ begins: firstCommitAt, versions: 5 });
    expect(insights?.cycle.items).toEqual([
      { item: 'STORY-001', started: firstCommitAt + 2 * day, done: firstCommitAt + 4 * day, days: 2, atLeast: false },
    ]);
    expect(insights?.flow.counts.map((counts) => counts.join(''))).toEqual([
      '000',
      '100',
      '010',
      '010',
      '001',
      '001',
      '001',
      '001',
      '001',
      '001',
      '001',
    ]);
  });

  it('goes on before the board was moved, twice even', async () => {
    const repository = gitRepository();
    const [empty = '', backlog = '', progress = '', , done = ''] = lifeOf('STORY-001');
    commitDaily(repository, [empty, backlog], 'board.md');
    repository.commit('Move', { 'board.md': null, 'docs/tasks.md': backlog }, { at: firstCommitAt + 2 * day });
    repository.commit('Begin', { 'docs/tasks.md': progress }, { at: firstCommitAt + 3 * day });
    // Moved and edited at once is known by the name alone.
    repository.commit(
      'Move',
      { 'docs/tasks.md': null, 'docs/product/tasks.md': done },
      { at: firstCommitAt + 5 * day },
    );
    const found = await report(repository, { file: 'docs/product/tasks.md' });
    expect(cycleOf(found)).toEqual([['STORY-001', 2]]);
    expect(found.notices).toEqual(['the board was moved; before, it was docs/tasks.md, board.md']);
  });

  it('has what happened on a branch when that was merged, and what the merge itself did', async () => {
    const repository = gitRepository();
    commitDaily(repository, [board({ B: ['STORY-001', 'STORY-002'] })]);
    repository.branch('work');
    repository.commit('Begin', { [path]: board({ B: ['STORY-002'], P: ['STORY-001'] }) }, { at: firstCommitAt + day });
    repository.commit(
      'End',
      { [path]: board({ B: ['STORY-002'], D: ['STORY-001'] }) },
      { at: firstCommitAt + 2 * day },
    );
    repository.checkout('main');
    repository.commit(
      'Other',
      { 'other.txt': 'x', [path]: board({ B: ['STORY-001', 'STORY-002', 'STORY-003'] }) },
      { at: firstCommitAt + 3 * day },
    );
    repository.git('merge', '--no-commit', '--no-ff', '-X', 'theirs', 'work');
    repository.commit(
      'Merge',
      { [path]: board({ B: ['STORY-003'], P: ['STORY-002'], D: ['STORY-001'] }) },
      { at: firstCommitAt + 5 * day },
    );
    const { insights } = await report(repository);
    expect(insights?.versions).toBe(3);
    expect(insights?.flow.counts.slice(0, 6).map((counts) => counts.join(''))).toEqual([
      '200',
      '200',
      '200',
      '300',
      '300',
      '111',
    ]);
    expect(insights?.cycle.neverInProgress).toEqual(['STORY-001']);
    expect(insights?.inWork.map(({ item }) => item)).toEqual(['STORY-002']);
  });

  it('follows the order of commits where their times go back', async () => {
    const repository = gitRepository();
    const times = [0, 1, 2, -300, 4];
    lifeOf('STORY-001').forEach(
      (text, at) =>
        void repository.commit(
          `${at}`,
          { [path]: text, 'n.txt': `${at}` },
          { at: firstCommitAt + (times[at] ?? 0) * day },
        ),
    );
    const found = await report(repository);
    expect(cycleOf(found)).toEqual([['STORY-001', 2]]);
    expect(found.notices).toEqual([expect.stringMatching(/^commit times that do not fit .*: 1$/)]);
  });

  it('begins where a shallow clone ends, and says so', async () => {
    const repository = gitRepository();
    commitDaily(repository, lifeOf('STORY-001'));
    const found = await report(cloneRepository(repository, '--depth=2'));
    expect(found.insights).toMatchObject({
      begins: firstCommitAt + 3 * day,
      cycle: { items: [{ days: 1, atLeast: true }] },
    });
    expect(found.notices).toEqual([expect.stringContaining('the history starts on 2026-01-08')]);
  });

  it('is read below the top of a repository', async () => {
    const repository = gitRepository();
    commitDaily(repository, lifeOf('STORY-001'), `part ü/${path}`);
    expect(cycleOf(await report(repository, { root: `${repository.folder}/part ü` }))).toEqual([['STORY-001', 2]]);
  });

  it('keeps what was known while a board is gone', async () => {
    const repository = gitRepository();
    const [, backlog = '', progress = '', , done = ''] = lifeOf('STORY-001');
    commitDaily(repository, [backlog, progress]);
    repository.commit('Lost', { [path]: null, x: 'x' }, { at: firstCommitAt + 2 * day });
    repository.commit('Found', { [path]: done }, { at: firstCommitAt + 3 * day });
    expect(cycleOf(await report(repository))).toEqual([['STORY-001', 2]]);
  });
});

describe('no history', () => {
  it.each([
    ['no repository', () => ({ folder: temporaryFolder() }), /is not in a git repository/],
    ['no commits', () => gitRepository(), /main has no commits yet/],
    [
      'no board',
      () => {
        const repository = gitRepository();
        repository.commit('Begin', { 'a.md': 'x' });
        return repository;
      },
      /^no commit has the board docs\/product\/sprint_board\.md/,
    ],
  ])('is said where there is %s', async (_, make, expected) => {
    const { insights, notices } = await report(make());
    expect(insights).toBeUndefined();
    expect(notices).toEqual([expect.stringMatching(expected)]);
  });
});

describe('what was read', () => {
  /** Git that counts the versions it hands out. */
  function countingGit(): Git & { readonly handed: () => number } {
    const git = createGit();
    let handed = 0;
    return {
      ...git,
      objects: (repository, objects, take, signal) => {
        handed += objects.length;
        return git.objects(repository, objects, take, signal);
      },
      handed: () => handed,
    };
  }
  const versions = (count: number): readonly string[] =>
    Array.from({ length: count }, (_, at) => board({ B: [`STORY-${String(at + 1).padStart(3, '0')}`] }));

  it('is not read again, in this session and the next', async () => {
    const repository = gitRepository();
    commitDaily(repository, versions(110));
    const now = firstCommitAt + 200 * day;
    const fresh = await report(repository, { now });
    const git = countingGit();
    const reader = createBoardMovesReader({ git, cache: cacheFiles });
    expect(await report(repository, { git, reader, now })).toEqual(fresh);
    expect(git.handed()).toBe(110);
    await report(repository, { git, reader, now });
    expect(git.handed()).toBe(110);
    repository.commit('More', { [path]: board({ P: ['STORY-110'] }) }, { at: firstCommitAt + 120 * day });
    const next = createBoardMovesReader({ git, cache: cacheFiles });
    const grown = await report(repository, { git, reader: next, now });
    // The new one, and the one before it to compare it with.
    expect(git.handed()).toBe(112);
    expect(grown).toEqual(await report(repository, { now }));
  });

  it('is read anew where the history was rewritten', async () => {
    const repository = gitRepository();
    commitDaily(repository, versions(3));
    const git = countingGit();
    const reader = createBoardMovesReader({ git });
    await report(repository, { git, reader });
    repository.git('reset', '--quiet', '--hard', 'HEAD~1');
    repository.commit('Other', { [path]: board({ D: ['STORY-002'] }) }, { at: firstCommitAt + 4 * day });
    expect(await report(repository, { git, reader })).toEqual(await report(repository));
    expect(git.handed()).toBe(5);
  });
});
