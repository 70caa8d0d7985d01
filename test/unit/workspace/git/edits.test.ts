import type * as nodeCrypto from 'node:crypto';
import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { uncommittedDifference } from '../../../../server/src/workspace/git/difference.js';
import { type GitRepository, gitRepository } from '../../../support/gitRepository.js';
import { type OpenedGitIndex, openGitIndex } from '../../../support/openGitIndex.js';

vi.mock('node:crypto', async (original) => {
  const actual = await original<typeof nodeCrypto>();
  return { ...actual, createHash: vi.fn(actual.createHash) };
});

const spec = 'docs/specs/STORY-001.md';

interface Opened extends OpenedGitIndex {
  readonly repository: GitRepository;
}

async function opened(text = '# One\n'): Promise<Opened> {
  const repository = gitRepository();
  repository.commit('Plan', { [spec]: text });
  const own = openGitIndex(repository.folder);
  await own.index.refresh();
  return { ...own, repository };
}

const cases: readonly (readonly [string, string, string | undefined, readonly string[]])[] = [
  ['another text', spec, '# Two\n', [spec]],
  ['the text that was committed', spec, '# One\n', []],
  ['that text with the line ends of Windows', spec, '# One\r\n', []],
  ['a file that is gone', spec, undefined, [spec]],
  ['a new file', 'docs/specs/STORY-002.md', '', ['docs/specs/STORY-002.md']],
  ['a new file that is gone again', 'docs/specs/STORY-002.md', undefined, []],
];

describe('what is uncommitted', () => {
  it.each(cases)('follows %s without git', async (_, file, text, expected) => {
    const { index, history, spawns } = await opened();
    const before = index.facts();
    const started = await spawns(() => {
      index.fileChanged(file, text);
      return Promise.resolve();
    });
    expect(started).toBe(0);
    expect([...history().uncommitted]).toEqual(expected);
    expect(index.facts() === before).toBe(expected.length === 0);
    expect(uncommittedDifference(before, index.facts())).toEqual(new Set(expected));
  });

  it('is the very same for another edit of the same file', async () => {
    const { index } = await opened();
    index.fileChanged(spec, '# Two\n');
    const before = index.facts();
    index.fileChanged(spec, '# Three\n');
    expect(index.facts()).toBe(before);
  });

  it('takes one look at each text, however many files change at once or one after the other', async () => {
    const { index, history, repository } = await opened();
    const specs = Array.from({ length: 30 }, (_, number) => `docs/specs/STORY-${100 + number}.md`);
    repository.commit('Plan more', Object.fromEntries(specs.map((file) => [file, '# One\n'])));
    await index.refresh();
    vi.mocked(createHash).mockClear();
    for (const file of specs) index.fileChanged(file, '# Two\n');
    expect(history().uncommitted.size).toBe(specs.length);
    expect(createHash).toHaveBeenCalledTimes(specs.length);
    index.fileChanged(spec, '# Two\n');
    expect(history().uncommitted.size).toBe(specs.length + 1);
    expect(createHash).toHaveBeenCalledTimes(specs.length + 1);
  });

  it('holds no file whose edit was committed, and each that was edited after that', async () => {
    const { index, history, repository } = await opened();
    index.fileChanged(spec, '# Two\n');
    repository.commit('Change', { [spec]: '# Two\n' });
    await index.refresh({ status: true });
    expect([...history().uncommitted]).toEqual([]);
    index.fileChanged(spec, '# One\n');
    expect([...history().uncommitted]).toEqual([spec]);
  });

  it('is what git says once it is asked', async () => {
    const { index, history } = await opened();
    index.fileChanged(spec, '# Only in the editor\n');
    await index.refresh({ refs: false, status: true });
    expect([...history().uncommitted]).toEqual([]);
  });

  it('is asked for after a merge, whose text no commit tells', async () => {
    const { index, history, repository } = await opened('one\n2\n3\n4\n5\n6\n7\n8\nnine\n');
    repository.branch('topic');
    repository.commit('There', { [spec]: 'one\n2\n3\n4\n5\n6\n7\n8\n9\n' });
    repository.checkout('main');
    repository.commit('Here', { [spec]: '1\n2\n3\n4\n5\n6\n7\n8\nnine\n' });
    await index.refresh();
    repository.merge('topic');
    index.fileChanged(spec, '1\n2\n3\n4\n5\n6\n7\n8\n9\n');
    await index.refresh();
    expect([...history().uncommitted]).toEqual([]);
  });

  it('is told by ids of either length', async () => {
    const repository = gitRepository();
    repository.git('init', '--quiet', '--object-format=sha256', '--initial-branch=main', 'inner');
    repository.git('-C', 'inner', 'commit', '--quiet', '--allow-empty', '-m', 'Begin');
    repository.write({ [`inner/${spec}`]: '# One\n' });
    repository.git('-C', 'inner', 'add', '--all');
    repository.git('-C', 'inner', 'commit', '--quiet', '-m', 'Plan');
    const { index, history } = openGitIndex(`${repository.folder}/inner`);
    await index.refresh();
    index.fileChanged(spec, '# Two\n');
    expect([...history().uncommitted]).toEqual([spec]);
    index.fileChanged(spec, '# One\n');
    expect([...history().uncommitted]).toEqual([]);
  });
});

describe('two moments of git', () => {
  it('differ in more than what is uncommitted once there is a commit, or none is known', async () => {
    const { index, repository } = await opened();
    const before = index.facts();
    repository.commit('Change', { [spec]: '# Two\n' });
    await index.refresh();
    expect(uncommittedDifference(before, index.facts())).toBeUndefined();
    expect(uncommittedDifference(undefined, before)).toBeUndefined();
    expect(uncommittedDifference(before, before)).toEqual(new Set());
  });
});
