import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { gitRepository } from '../../support/gitRepository.js';
import { has, unless } from '../../support/hasProgram.js';
import { serveGitLabIssues } from '../../support/gitlabIssues.js';
import { type IssueServer, serveIssues } from '../../support/issueServer.js';
import { run } from '../../support/runCli.js';

const board = (progress: string, done = ''): string =>
  `# Sprint Board\n\n## 📋 Backlog\n\n## 🔄 In Progress\n\n${progress}\n## ✅ Done\n\n${done}`;
const entry = (id: string, tick = ' '): string =>
  `### [${id}] Rounding is wrong\n> Spec: docs/specs/${id}.md\n\n- [${tick}] Fix it\n`;
const spec = (id: string): string =>
  `# ${id}: Rounding is wrong\n\n| Field | Value |\n|---|---|\n| ID | ${id} |\n| Status | Draft |\n`;

const github = 'https://github.com/ada/shop.git';
const gitlab = 'https://gitlab.com/ada/tools/shop.git';

function project(text: string, ...ids: readonly string[]) {
  return projectAt(github, text, ids);
}

function projectAt(remote: string, text: string, ids: readonly string[]) {
  const repository = gitRepository();
  const specs = Object.fromEntries(ids.map((id) => [`docs/specs/${id}.md`, spec(id)]));
  repository.commit('Begin', { 'docs/product/sprint_board.md': text, ...specs });
  repository.git('remote', 'add', 'origin', remote);
  return {
    board: () => readFileSync(path.join(repository.folder, 'docs/product/sprint_board.md'), 'utf8'),
    sync: async (server: Pick<IssueServer, 'env'>, ...words: readonly string[]) => {
      const { code, out, err } = await run({ cwd: repository.folder, env: server.env }, 'issue-sync', ...words);
      return { code, out, err };
    },
  };
}

describe.skipIf(!has('gh', '--version'))(`issue-sync with gh${unless('gh', '--version')}`, () => {
  test('creates the issue of a bug once, and records it on the board', async () => {
    const server = await serveIssues(['BUG-0011: another one', 'OPEN'], ['About XBUG-001', 'OPEN']);
    const { sync, board: text } = project(board(entry('BUG-001')), 'BUG-001');
    const planned = await sync(server, '--dry-run');
    expect(planned).toMatchObject({ code: 0 });
    expect(planned.out).toContain('create the issue BUG-001: Rounding is wrong');
    expect(server.changes).toEqual([]);
    expect(await sync(server)).toMatchObject({ code: 0 });
    expect(server.changes).toEqual(['createIssue BUG-001: Rounding is wrong']);
    expect(text()).toContain(
      '> Spec: docs/specs/BUG-001.md\n> Issue: https://github.com/ada/shop/issues/3\n\n- [ ] Fix it',
    );
    expect(await sync(server)).toMatchObject({ code: 0, out: 'the issues agree with the board\n' });
    expect(server.changes).toHaveLength(1);
  });

  test('records an issue that is there, renames it, and closes that of a finished item', async () => {
    const server = await serveIssues(['[BUG-001] Wrong sums', 'OPEN'], ['HOTFIX-002: Rounding is wrong', 'OPEN']);
    const { sync, board: text } = project(board(entry('BUG-001'), entry('HOTFIX-002', 'x')), 'BUG-001', 'HOTFIX-002');
    expect(await sync(server)).toMatchObject({ code: 0 });
    expect(server.changes.sort()).toEqual(['closeIssue #2', 'updateIssue #1 BUG-001: Rounding is wrong']);
    expect(text()).toMatch(/issues\/1\n[^]*issues\/2\n/u);
    expect((await sync(server)).out).toBe('the issues agree with the board\n');
  });

  test('reports what was closed there, and a second issue; opens one when asked', async () => {
    const server = await serveIssues(['BUG-001: Rounding is wrong', 'CLOSED'], ['BUG-001: again', 'OPEN']);
    const { sync } = project(board(entry('BUG-001')), 'BUG-001');
    const { out } = await sync(server);
    expect(out).toContain('issues/1 is closed, and BUG-001 is not done: finish it, or pass --reopen');
    expect(out).toContain('issues/2 is a second issue of BUG-001: close it as a duplicate of #1');
    expect(server.changes).toEqual([]);
    expect(await sync(server, 'BUG-001', '--reopen')).toMatchObject({ code: 0 });
    expect(server.changes).toEqual(['reopenIssue #1']);
  });

  test('keeps stories private unless one is named', async () => {
    const server = await serveIssues();
    const { sync } = project(board(entry('STORY-001')), 'STORY-001');
    expect((await sync(server)).out).toBe('the issues agree with the board\n');
    expect(await sync(server, 'STORY-001')).toMatchObject({ code: 0 });
    expect(server.changes).toEqual(['createIssue STORY-001: Rounding is wrong']);
  });
});

const glabs = [
  { name: 'a stand-in for glab', kind: 'a stand-in for glab', isThere: true },
  { name: `glab${unless('glab', '--version')}`, kind: 'glab', isThere: has('glab', '--version') },
] as const;

for (const { name, kind, isThere } of glabs)
  describe.skipIf(!isThere)(`issue-sync with ${name}`, () => {
    test('creates the issue of a bug once, and records it on the board', async () => {
      const server = await serveGitLabIssues(kind, 'BUG-0011: another one', 'About XBUG-001', 'About [BUG-002]');
      const { sync, board: text } = projectAt(gitlab, board(entry('BUG-001')), ['BUG-001']);
      expect((await sync(server, '--dry-run')).out).toContain('create the issue BUG-001: Rounding is wrong');
      expect(server.changes).toEqual([]);
      expect(await sync(server)).toMatchObject({ code: 0 });
      expect(server.changes).toEqual(['POST BUG-001: Rounding is wrong']);
      expect(server.issues.at(-1)?.description).toContain('docs/specs/BUG-001.md');
      expect(text()).toContain('> Issue: https://gitlab.com/ada/tools/shop/-/issues/4\n');
      expect(await sync(server)).toMatchObject({ code: 0, out: 'the issues agree with the board\n' });
      expect(server.changes).toHaveLength(1);
    });

    test('records an issue of a later page, renames it, closes that of a finished item: all of it once', async () => {
      const server = await serveGitLabIssues(
        kind,
        '[BUG-001] Wrong sums',
        'HOTFIX-002: Rounding is wrong',
        'Else',
        'More',
      );
      const items = ['BUG-001', 'HOTFIX-002'];
      const { sync, board: text } = projectAt(gitlab, board(entry('BUG-001'), entry('HOTFIX-002', 'x')), items);
      expect(await sync(server)).toMatchObject({ code: 0 });
      expect([...server.changes].sort()).toEqual(['PUT 1 BUG-001: Rounding is wrong', 'PUT 2 close']);
      expect(text()).toMatch(/issues\/1\n[^]*issues\/2\n/u);
      expect((await sync(server)).out).toBe('the issues agree with the board\n');
    });
  });

/** Reviews a pull request in a project with a spec. */
function reviewer(remote: string, { env }: Pick<IssueServer, 'env'>, pull: string) {
  const { folder, git, commit } = gitRepository();
  commit('Begin', { 'docs/specs/BUG-001.md': spec('BUG-001') });
  git('remote', 'add', 'origin', remote);
  return (...words: readonly string[]) => run({ cwd: folder, env }, 'review-pr', pull, ...words);
}

describe.skipIf(!has('gh', '--version'))(`review-pr with gh${unless('gh', '--version')}`, () => {
  test('reviews the diff, and posts nothing unless asked to', async () => {
    const server = await serveIssues();
    server.pull.diff = [
      ...[
        'diff --git a/src/cart.ts b/src/cart.ts',
        '--- a/src/cart.ts',
        '+++ b/src/cart.ts',
        '@@ -3,1 +3,3 @@',
        ' keep',
      ],
      ...["+console.log('x');", '+try { a(); } catch {}'],
      ...[
        'diff --git a/docs/specs/BUG-001.md b/docs/specs/BUG-001.md',
        '@@ -1 +1 @@',
        '-It MUST round.',
        '+It MAY round.',
        '',
      ],
    ].join('\n');
    const review = reviewer(github, server, '7');
    const { code, out, err } = await review();
    expect({ code, err, lines: out.split('\n').slice(0, 9) }).toEqual({
      code: 0,
      err: '',
      lines: [
        '# Review: Round right',
        '',
        'https://github.com/ada/shop/pull/7: 2 P1, 1 P2, 1 P3 in 4 remarks',
        '',
        '- **P1** source code changes in 1 file, and no test does',
        '- **P1** `docs/specs/BUG-001.md` What was agreed changes together with the code that has to meet it',
        '- **P2** `src/cart.ts:5` An error is ignored here: handle it, or say why nothing has to happen',
        '- **P3** `src/cart.ts:4` This looks like a leftover of debugging',
        '',
      ],
    });
    expect(server.changes).toEqual([]);
    expect(await review('--post')).toMatchObject({ code: 0 });
    expect(server.changes).toEqual(['review # Review: Round right']);
  });
});

describe.skipIf(!has('glab', '--version'))(`review-pr with glab${unless('glab', '--version')}`, () => {
  test('reviews the diff, and posts nothing unless asked to', async () => {
    const server = await serveGitLabIssues('glab');
    const review = reviewer(gitlab, server, '7');
    const { code, out, err } = await review();
    expect({ code, err, lines: out.split('\n').slice(0, 6) }).toEqual({
      code: 0,
      err: '',
      lines: [
        '# Review: Round right',
        '',
        'https://gitlab.com/ada/tools/shop/-/merge_requests/7: 1 P1, 1 P3 in 2 remarks',
        '',
        '- **P1** source code changes in 1 file, and no test does',
        '- **P3** `src/cart.ts:4` This looks like a leftover of debugging',
      ],
    });
    expect(server.changes).toEqual([]);
    expect(await review('--post')).toMatchObject({ code: 0 });
    expect(server.changes).toEqual(['note # Review: Round right']);
  });
});

for (const { name, kind, isThere } of glabs)
  describe.skipIf(!isThere)(`review-pr with ${name}`, () => {
    test('names the files that GitLab does not show', async () => {
      const server = await serveGitLabIssues(kind);
      const { code, out } = await reviewer(gitlab, server, '8')();
      const unread = 'GitLab does not show what changed here, so it was not reviewed: read it in a checkout';
      expect({ code, lines: out.split('\n').slice(4, 9) }).toEqual({
        code: 0,
        lines: [
          `- **P1** \`src/key.ts\` ${unread}`,
          `- **P1** \`src/all.ts\` ${unread}`,
          `- **P1** \`src/before18.4.ts\` ${unread}`,
          '- **P1** GitLab lists 6 of the changed files, and the others were not reviewed: read them in a checkout',
          '- **P1** source code changes in 6 files, and no test does',
        ],
      });
    });
  });

test('issue-sync without a remote says what is missing', async () => {
  const repository = gitRepository();
  repository.commit('Begin', { 'docs/specs/BUG-001.md': spec('BUG-001') });
  const { code, err } = await run({ cwd: repository.folder }, 'issue-sync', 'BUG-001');
  expect(code).toBe(2);
  expect(err).toContain('the repository has no remote: add one with `git remote add origin URL`');
});
