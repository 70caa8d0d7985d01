import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundledCli } from '../../support/bundledCli.js';
import { evidencePlace } from '../../support/evidence.js';
import { freezeBeforeAll, frozenProject, pactwright, type Place } from '../../support/frozenProject.js';
import { gateProject } from '../../support/gateProject.js';
import { type GitRepository, gitRepository } from '../../support/gitRepository.js';
import { parseRuleFixture } from '../../support/ruleFixture.js';
import { run } from '../../support/runCli.js';
import { itLong } from '../../support/runs.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

freezeBeforeAll();

const test = 'test/cart.test.ts';

describe('pactwright hook git', () => {
  const cli = bundledCli();
  const commit = (place: Place, ...args: readonly string[]): SpawnSyncReturns<string> => {
    const env = { ...process.env, PACTWRIGHT_STATE: place.state };
    return spawnSync('git', ['commit', '--quiet', ...args], { cwd: place.top, env, encoding: 'utf8' });
  };

  it('has a commit by plain git meet the gate, and one that goes round it meet the next', async () => {
    const place = frozenProject();
    for (const event of ['pre-commit', 'commit-msg']) {
      const script = `#!/bin/sh\nexec "${process.execPath}" "${cli}" hook git ${event} "$@"\n`;
      place.repository.write({ [`.git/hooks/${event}`]: script });
      chmodSync(path.join(place.top, '.git/hooks', event), 0o755);
    }
    place.repository.write({ 'docs/notes.md': '# Notes\n' });
    place.repository.git('add', '--all');
    const unnamed = commit(place, '-m', 'Write notes');
    expect(unnamed.stderr).toContain('does not name STORY-001');
    expect(commit(place, '-m', 'Write notes for STORY-001')).toMatchObject({ status: 0, stderr: '' });
    place.repository.write({ [test]: "test('STORY-001/AC1 keeps the cart', () => {});\n" });
    const refused = commit(place, '--all', '-m', 'STORY-001: weaken');
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('tests-kept');
    expect(commit(place, '--all', '--no-verify', '-m', 'STORY-001: weaken')).toMatchObject({ status: 0 });
    place.repository.write({ 'docs/notes.md': '# More notes\n' });
    const next = commit(place, '--all', '-m', 'STORY-001: more').stderr;
    expect(next).toContain('tests-kept');
    expect(next).toMatch(
      /commit-hooks: 1 commit did not run[^]*"STORY-001: weaken" did not run the git hooks, as with --no-verify/u,
    );
    const linted = (await pactwright(place, 'lint', '--git')).out;
    expect(linted.match(/"[^"]*" did not run the git hooks/gu)).toEqual([
      '"STORY-001: weaken" did not run the git hooks',
    ]);
    // Continuous integration has neither the hooks nor the record: it judges what the commit changed.
    const clone = temporaryFolder();
    place.repository.git('clone', '--quiet', '--branch', 'feature/STORY-001', place.top, clone);
    const ci = await pactwright({ ...place, top: clone }, 'gate', 'check', 'STORY-001', '--profile', 'ci');
    expect(ci.code).toBe(1);
    expect(ci.out).toMatch(/tests-kept/u);
  });

  it('uses the message if only the record names the current item, because a person may commit something else there', async () => {
    const place = frozenProject();
    place.repository.git('checkout', '--quiet', 'main');
    place.repository.commit('Plan BUG-002', { 'docs/specs/BUG-002.md': '# BUG-002: Other\n' });
    place.repository.write({ [test]: "test('STORY-001/AC1 keeps the cart', () => {});\n" });
    place.repository.git('add', '--all');
    const answer = async (event: string, message = ''): Promise<{ readonly code: number; readonly err: string }> => {
      place.repository.write({ '.git/COMMIT_EDITMSG': message });
      const env = { PATH: process.env['PATH'] ?? '', PACTWRIGHT_STATE: place.state };
      return run({ cwd: place.top, env }, 'hook', 'git', event, '.git/COMMIT_EDITMSG');
    };
    expect((await answer('pre-commit')).code).toBe(0);
    // What an editor and `git commit --verbose` put below a message names other items.
    const below = [
      '#\tmodified:   docs/specs/BUG-002.md',
      '# ------------------------ >8 ------------------------',
      'diff --git a/docs/specs/BUG-002.md b/docs/specs/BUG-002.md',
    ];
    for (const message of ['STORY-001: weaken', ['UTF-8: weaken', ...below].join('\n')])
      expect((await answer('commit-msg', message)).err, message).toContain('the gate commit of STORY-001 blocks this');
    expect(await answer('commit-msg', 'BUG-002: simplify')).toMatchObject({ code: 0, err: '' });
    place.repository.git('checkout', '--quiet', 'HEAD', test);
    place.repository.write({ 'README.md': 'more\n' });
    place.repository.git('add', '--all');
    expect(await answer('commit-msg', 'docs: say more')).toMatchObject({ code: 0, err: '' });
  });

  itLong('lets a good commit that went round it pass, and names it', () => {
    const place = frozenProject();
    const script = `#!/bin/sh\nexec "${process.execPath}" "${cli}" hook git "$(basename "$0")" "$@"\n`;
    for (const event of ['pre-commit', 'commit-msg']) {
      place.repository.write({ [`.git/hooks/${event}`]: script });
      chmodSync(path.join(place.top, '.git/hooks', event), 0o755);
    }
    const change = (text: string): void => {
      place.repository.write({ 'docs/notes.md': text, 'docs/other.md': text });
      place.repository.git('add', '--all');
    };
    change('# One\n');
    // Only a part of the index, whose tree git keeps elsewhere meanwhile.
    expect(commit(place, '-m', 'STORY-001: one', 'docs/notes.md')).toMatchObject({ status: 0, stderr: '' });
    expect(commit(place, '-m', 'STORY-001: the other')).toMatchObject({ status: 0, stderr: '' });
    change('# Two\n');
    expect(commit(place, '--no-verify', '-m', 'STORY-001: two')).toMatchObject({ status: 0 });
    change('# Three\n');
    const { status, stderr } = commit(place, '-m', 'STORY-001: three');
    expect(status).toBe(0);
    expect(stderr).toMatch(/please note:[^]*1 commit did not run[^]*"STORY-001: two"/u);
  });

  it('has nothing to say where no item is at work', async () => {
    const { repository, state, top } = { ...evidencePlace(path.join(temporaryFolder(), '.git')), ...plain() };
    const env = { PATH: process.env['PATH'] ?? '', PACTWRIGHT_STATE: state };
    expect(repository.folder).toBe(top);
    for (const event of ['pre-commit', 'commit-msg', 'pre-push', 'other'])
      expect(await run({ cwd: top, env }, 'hook', 'git', event, 'README.md')).toEqual({ code: 0, out: '', err: '' });
  });
});

function plain(): { readonly repository: GitRepository; readonly top: string } {
  const repository = gitRepository();
  repository.commit('Begin', { 'README.md': 'x\n' });
  return { repository, top: repository.folder };
}

describe('what init deployed', () => {
  it('is looked at in the commits of items: what they took out is found until it is there again', async () => {
    const repository = gitRepository();
    const { files } = parseRuleFixture(gateProject());
    repository.commit('Plan STORY-001', Object.fromEntries(files.map(({ path: name, text }) => [name, text])));
    const place = { ...evidencePlace(path.join(repository.folder, '.git')), repository, top: repository.folder };
    const found = async (): Promise<readonly string[]> =>
      Array.from(
        (await pactwright(place, 'lint', '--git')).out.matchAll(/changed (\S+): /gu),
        ({ 1: file = '' }) => file,
      );
    const agents = 'claude,codex,opencode,copilot,gemini,qwen,cursor';
    const { code } = await pactwright(place, 'init', '--agents', agents, '--only', 'hooks,mcp');
    expect(code).toBe(0);
    const deployed: Readonly<Record<string, string>> = Object.fromEntries(
      repository
        .git('ls-files', '--others')
        .split('\n')
        .flatMap((name) => (name === '' ? [] : [[name, readFileSync(path.join(place.top, name), 'utf8')]])),
    );
    const older: Record<string, string> = {};
    for (const [name, text] of Object.entries(deployed)) older[name] = text.replaceAll('run.cjs', 'run.js');
    repository.commit('STORY-001: pactwright init', older);
    repository.commit('STORY-001: pactwright update', deployed);
    expect(await found()).toEqual([]);
    const settings = '.claude/settings.json';
    const own = '"PreToolUse": [{ "matcher": "Bash", "hooks": [] },';
    const beside = (deployed[settings] ?? '').replace('"PreToolUse": [', own);
    expect(beside).toContain(own);
    repository.commit('STORY-001: a hook of our own', { [settings]: beside });
    expect(await found()).toEqual([]);
    repository.commit('STORY-001: model', { [settings]: '{}\n' });
    expect(await found()).toEqual([settings]);
    expect((await pactwright(place, 'update')).code).toBe(0);
    repository.commit('Bring the hooks back');
    expect(await found()).toEqual([]);
  });
});
