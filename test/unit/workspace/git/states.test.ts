import { chmodSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createGit } from '../../../../server/src/host/git.js';
import type { GitNotice } from '../../../../server/src/workspace/git/gitFacts.js';
import { cloneRepository, type GitRepository, gitRepository, withGitProgram } from '../../../support/gitRepository.js';
import { openGitIndex } from '../../../support/openGitIndex.js';
import { temporaryFolder } from '../../../support/temporaryFolder.js';

/** Refreshes an index twice, as what is wrong must be said once, and says what it then says. */
async function noticesOf(folder: string): Promise<readonly GitNotice[]> {
  const { index } = openGitIndex(folder);
  await index.refresh();
  const facts = index.facts();
  expect(await index.refresh()).toBe(false);
  expect(index.facts()).toBe(facts);
  return facts.notices;
}

const two = (): GitRepository => {
  const repository = gitRepository();
  repository.commit('One', { 'docs/a.md': '1' });
  repository.commit('Two', { 'docs/a.md': '2' });
  return repository;
};

/** The same, where only git can tell what a ref leads to. */
const withTag = (): GitRepository => {
  const repository = two();
  repository.git('tag', '-a', '-m', 'one', 'v1', 'HEAD~1');
  return repository;
};

const objectFile = (repository: GitRepository, hash: string): string =>
  path.join(repository.folder, '.git', 'objects', hash.slice(0, 2), hash.slice(2));

describe('what is said instead of looking like an empty history', () => {
  it('no repository', async () => {
    const folder = temporaryFolder();
    expect(await noticesOf(folder)).toEqual([{ kind: 'unavailable', message: `${folder} is not in a git repository` }]);
  });

  it('no folder', async () => {
    const folder = path.join(temporaryFolder(), 'gone');
    expect(await noticesOf(folder)).toEqual([{ kind: 'unavailable', message: `there is no folder ${folder}` }]);
  });

  it('no git', async () => {
    const { folder } = two();
    const before = process.env['PATH'];
    process.env['PATH'] = folder;
    try {
      expect(await noticesOf(folder)).toEqual([
        { kind: 'unavailable', message: 'git is not installed, or not found in the PATH' },
      ]);
    } finally {
      process.env['PATH'] = before;
    }
  });

  it('a bare repository', async () => {
    const bare = cloneRepository(two(), '--bare').folder;
    expect(await noticesOf(bare)).toMatchObject([
      { kind: 'unavailable', message: expect.stringMatching(/bare/) as unknown },
    ]);
  });

  it('no commits', async () => {
    const { index } = openGitIndex(gitRepository().folder);
    await index.refresh();
    expect(index.facts()).toMatchObject({ notices: [{ kind: 'noCommits' }] });
    expect(index.facts().history).toBeUndefined();
  });

  it('a new branch without commits beside others', async () => {
    const repository = two();
    repository.git('checkout', '--quiet', '--orphan', 'fresh');
    const { index, history } = openGitIndex(repository.folder);
    await index.refresh();
    expect(index.facts().notices).toEqual([]);
    expect(history().head).toEqual({ branch: 'fresh' });
    expect(history().commits.some(({ hash }) => history().isOnHead(hash))).toBe(false);
  });

  it('a shallow clone, until its past is fetched', async () => {
    const from = two();
    const clone = cloneRepository(from, '--depth=1');
    const { index, history } = openGitIndex(clone.folder);
    await index.refresh();
    expect(index.facts().notices).toMatchObject([{ kind: 'shallow' }]);
    expect(history().commits.map(({ subject, parents }) => [subject, parents])).toEqual([['Two', []]]);
    clone.git('fetch', '--quiet', '--unshallow');
    expect(await index.refresh()).toBe(true);
    expect(index.facts().notices).toEqual([]);
    expect(history().commits.map(({ subject, parents }) => [subject, parents.length])).toEqual([
      ['Two', 1],
      ['One', 0],
    ]);
  });

  it('a detached head, and what it leads to', async () => {
    const repository = two();
    repository.git('checkout', '--quiet', '--detach');
    const hash = repository.commit('Detached');
    const { index, history } = openGitIndex(repository.folder);
    await index.refresh();
    expect(index.facts().notices).toMatchObject([{ kind: 'detached' }]);
    expect(history().head).toEqual({ commit: hash });
    expect(history().isOnHead(hash)).toBe(true);
    expect(history().isOnDefault(hash)).toBe(false);
  });

  it('garbage where refs are packed', async () => {
    const repository = two();
    writeFileSync(path.join(repository.folder, '.git', 'packed-refs'), 'what is this\n');
    expect(await noticesOf(repository.folder)).toMatchObject([
      { kind: 'unreadable', message: expect.stringMatching(/for-each-ref.*packed-refs/) as unknown },
    ]);
  });

  it.each([
    ['commit', 'HEAD~1', 'log'],
    ['tip', 'HEAD', 'for-each-ref'],
    ['tree', 'HEAD~1^{tree}', 'log'],
  ])('a %s that is gone', async (_, revision, command) => {
    const repository = two();
    rmSync(objectFile(repository, repository.git('rev-parse', revision)));
    expect(await noticesOf(repository.folder)).toMatchObject([
      { kind: 'unreadable', message: expect.stringContaining(`git ${command}`) as unknown },
    ]);
  });

  it('an index that is damaged, with all that is known without it', async () => {
    const repository = two();
    writeFileSync(path.join(repository.folder, '.git', 'index'), 'what is this');
    const { index, history } = openGitIndex(repository.folder);
    await index.refresh();
    expect(index.facts().notices).toMatchObject([
      { kind: 'unreadable', message: expect.stringContaining('git status') as unknown },
    ]);
    expect(history().commits).toHaveLength(2);
    rmSync(path.join(repository.folder, '.git', 'index'));
    repository.git('reset', '--quiet');
    await index.refresh({ status: true });
    expect(index.facts().notices).toEqual([]);
  });

  it('a git that says nothing', async () => {
    const { folder } = withTag();
    const undo = withGitProgram('#!/bin/sh\nexec sleep 20\n');
    try {
      const { index } = openGitIndex(folder, { git: createGit(300) });
      await index.refresh();
      expect(index.facts().notices).toEqual([
        { kind: 'unreadable', message: '`git for-each-ref` timed out after 0.3 seconds without output' },
      ]);
    } finally {
      undo();
    }
  });

  it.each([
    ['nonsense', 'echo what; echo is; echo this', 'git for-each-ref'],
    ['nothing', 'exit 0', 'git rev-parse'],
    ['a failure without a word', 'exit 3', 'git for-each-ref'],
  ])('a git that says %s', async (_, command, asked) => {
    const { folder } = withTag();
    const undo = withGitProgram(`#!/bin/sh\n${command}\n`);
    try {
      expect(await noticesOf(folder)).toMatchObject([
        { kind: 'unreadable', message: expect.stringContaining(asked) as unknown },
      ]);
    } finally {
      undo();
    }
  });

  it.each(['for-each-ref', 'log', 'status', 'worktree', 'cat-file', 'check-ignore'])(
    'a `git %s` whose output cannot be read, or breaks off',
    async (command) => {
      const repository = withTag();
      repository.commit('Board', { 'docs/product/sprint_board.md': '## ✅ Done\n' });
      // Git is asked for the worktrees where one is on a branch without commits.
      repository.git('branch', 'other');
      repository.worktree('other');
      const linked = path.join(repository.folder, '.git', 'worktrees');
      for (const name of readdirSync(linked))
        writeFileSync(path.join(linked, name, 'HEAD'), 'ref: refs/heads/unborn\n');
      const real = process.env['PATH'] ?? '';
      for (const output of ['printf "not what git says\\n"', 'printf "x\\0y\\0"; kill -9 $$']) {
        if (command === 'check-ignore' && !output.includes('kill')) continue;
        const { index } = openGitIndex(repository.folder);
        // The first look asks for the status, which says what is ignored.
        if (command === 'check-ignore') await index.refresh();
        const undo = withGitProgram(
          `#!/bin/sh\nfor word in "$@"; do if [ "$word" = ${command} ]; then ${output}; exit 0; fi; done\nPATH='${real}' exec git "$@"\n`,
        );
        try {
          index.setDocuments(['docs/a.md']);
          await index.refresh();
          expect(index.facts().notices).toMatchObject([{ kind: 'unreadable' }]);
        } finally {
          undo();
        }
      }
    },
  );
});

describe('what people write', () => {
  it('is read where it is not UTF-8, and in any path', async () => {
    const repository = gitRepository();
    const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
    const message = bytes('Größe STORY-001\n');
    const stream = Buffer.concat([
      bytes('commit refs/heads/main\ncommitter Jürgen <j@example.org> 1700000000 +0000\n'),
      bytes(`data ${message.length}\n`),
      message,
      ...['caf\xe9.md', '"a\\"b.md"', 'with space.md', '"line\\nbreak.md"', ':colon.md', '-dash.md'].map((name) =>
        bytes(`M 100644 inline ${name}\ndata 1\nx\n`),
      ),
    ]);
    repository.gitWith(stream, 'fast-import', '--quiet');
    repository.git('reset', '--quiet');
    const { index, history } = openGitIndex(repository.folder);
    await index.refresh();
    const [commit] = history().commits;
    expect(commit).toMatchObject({
      author: 'J\uFFFDrgen',
      subject: 'Gr\uFFFD\uFFFDe STORY-001',
      items: ['STORY-001'],
      at: 1_700_000_000_000,
    });
    const paths = ['caf\uFFFD.md', 'a"b.md', 'with space.md', 'line\nbreak.md', ':colon.md', '-dash.md'];
    expect(new Set(commit?.paths)).toEqual(new Set(paths));
    expect(history().uncommitted).toEqual(new Set(paths));
  });

  it('is read where a message is written in another encoding that it names', async () => {
    const repository = gitRepository();
    repository.git('config', 'i18n.commitEncoding', 'ISO-8859-1');
    repository.gitWith(Buffer.from('Größe', 'latin1'), 'commit', '--quiet', '--allow-empty', '--file=-');
    const { index, history } = openGitIndex(repository.folder);
    await index.refresh();
    expect(history().commits[0]?.subject).toBe('Größe');
  });

  it('is the same whatever the configuration says, and starts no program that it names', async () => {
    const repository = two();
    const trap = path.join(temporaryFolder(), 'trap');
    const settings = {
      'log.showSignature': 'true',
      'log.showRoot': 'false',
      'log.diffMerges': 'combined',
      'diff.renames': 'copies',
      'diff.relative': 'true',
      'diff.external': `touch '${trap}'`,
      'core.fsmonitor': `touch '${trap}'; false`,
      'core.pager': `touch '${trap}'`,
      'color.ui': 'always',
      'core.quotePath': 'true',
      'log.follow': 'true',
      'format.pretty': 'oneline',
    };
    const plain = openGitIndex(repository.folder);
    await plain.index.refresh();
    for (const [name, value] of Object.entries(settings)) repository.git('config', name, value);
    const configured = openGitIndex(path.join(repository.folder, 'docs'));
    await configured.index.refresh();
    expect(configured.index.facts().notices).toEqual([]);
    expect(configured.history().commits.map(({ subject, paths }) => [subject, paths])).toEqual([
      ['Two', ['a.md']],
      ['One', ['a.md']],
    ]);
    expect(plain.history().commits.map(({ hash }) => hash)).toEqual(
      configured.history().commits.map(({ hash }) => hash),
    );
    expect(() => statSync(trap)).toThrow();
  });
});

describe('what git keeps', () => {
  it('is left as it is', async () => {
    const repository = two();
    repository.write({ 'docs/a.md': '3' });
    const state = (folder: string): unknown[] =>
      readdirSync(folder, { withFileTypes: true, recursive: true })
        .map((entry) => path.join(entry.parentPath, entry.name))
        .sort()
        .map((file) => [file, statSync(file).mtimeMs, statSync(file).size]);
    const before = state(repository.folder);
    const { index } = openGitIndex(repository.folder);
    index.setDocuments(['docs/a.md']);
    await index.refresh();
    await index.refresh({ status: true, worktrees: true, ignored: true });
    await index.save();
    expect(state(repository.folder)).toEqual(before);
  });

  it('is not fetched from elsewhere: a partial clone lacks what it lacks', async () => {
    const from = two();
    from.commit('Board', { 'docs/product/sprint_board.md': '## ✅ Done\n' });
    from.commit('Board again', { 'docs/product/sprint_board.md': '## ✅ Done\n\n### [STORY-001] A\n' });
    from.git('config', 'uploadpack.allowFilter', 'true');
    const clone = cloneRepository(from, '--filter=blob:none');
    const missing = (): number =>
      clone.git('rev-list', '--objects', '--all', '--missing=print').match(/^\?/gm)?.length ?? 0;
    const before = missing();
    const { index, history } = openGitIndex(clone.folder);
    await index.refresh();
    expect(history().commits).toHaveLength(4);
    expect(index.facts().notices).toMatchObject([{ kind: 'unreadable' }]);
    expect(before).toBeGreaterThan(0);
    expect(missing()).toBe(before);
  });

  it('may be read-only', async () => {
    const repository = two();
    chmodSync(path.join(repository.folder, '.git'), 0o555);
    const { index, history } = openGitIndex(repository.folder);
    await index.refresh();
    expect(history().commits).toHaveLength(2);
    chmodSync(path.join(repository.folder, '.git'), 0o755);
  });
});
