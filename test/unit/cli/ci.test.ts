import { describe, expect, test } from 'vitest';
import { gitRepository } from '../../support/gitRepository.js';
import { has, unless } from '../../support/hasProgram.js';
import { servePulls } from '../../support/pullServer.js';
import { run } from '../../support/runCli.js';

function pushed() {
  const { folder, git, commit } = gitRepository();
  const head = commit('Begin', { 'a.txt': 'a\n' });
  git('remote', 'add', 'origin', 'https://github.com/ada/shop.git');
  git('update-ref', 'refs/remotes/origin/main', head);
  return { folder, git, commit, head };
}

describe.skipIf(!has('gh', '--version'))(`ci with gh${unless('gh', '--version')}`, () => {
  test('shows each check of what was last pushed, and what was not', async () => {
    const { folder, commit, head } = pushed();
    const server = await servePulls({ tip: () => head, merge: () => head });
    const env = { PATH: process.env['PATH'] ?? '', ...server.env };
    const ask = (...words: readonly string[]) => run({ cwd: folder, env }, 'ci', ...words);
    const at = `main at ${head.slice(0, 8)}:`;
    expect(await ask()).toEqual({ code: 0, err: '', out: `${at} no check has been reported\n` });
    server.statuses.push({ sha: head, state: 'success', context: 'docs' });
    server.checks = [{ name: 'build', status: 'in_progress', conclusion: null }];
    expect((await ask()).out).toBe(`${at} 1 of 2 checks running\n  passed   docs\n  running  build\n`);
    server.checks = [{ name: 'build', status: 'completed', conclusion: 'failure' }];
    commit('More', { 'a.txt': 'b\n' });
    expect(await ask('main')).toMatchObject({
      code: 1,
      out: `${at} 1 of 2 checks failed\n  passed   docs\n  failed   build\n1 commit not pushed to origin\n`,
    });
    const { out } = await ask('--format', 'json');
    expect(JSON.parse(out)).toMatchObject({ state: 'failed', commit: head, notPushed: 1 });
  });
});

test.each([
  ['a branch that was not pushed', ['idea'], 'idea has not been pushed to origin'],
  ['an option in place of a branch', ['--', '--all'], '--all has not been pushed to origin'],
])('ci refuses %s', async (_name, words, message) => {
  const { code, err } = await run({ cwd: pushed().folder }, 'ci', ...words);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(message) as unknown });
});
