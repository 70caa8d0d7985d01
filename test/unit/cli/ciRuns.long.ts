import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import ensureBuilt from '../../../scripts/lib/built.mjs';
import { ciPaths } from '../../../server/src/agents/deployment/ciFiles.js';
import { gitRepository, type GitRepository } from '../../support/gitRepository.js';
import { cleanSpec } from '../../support/projectTexts.js';
import { writeFiles } from '../../support/temporaryFolder.js';

/** What servers run, run here: with the packed package, in bash, as a runner starts the steps. */

const outside = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'pactwright-ci-')));
const env = {
  PATH: process.env['PATH'] ?? '',
  HOME: path.join(outside, 'home'),
  PRE_COMMIT_HOME: path.join(outside, 'pre-commit'),
  npm_config_cache: path.join(outside, 'cache'),
  npm_config_offline: 'true',
  npm_config_update_notifier: 'false',
};
let tarball = '';

beforeAll(async () => {
  await ensureBuilt();
  mkdirSync(env.HOME);
  execFileSync(process.execPath, ['scripts/packageNpm.mjs', outside], { stdio: 'pipe' });
  tarball = path.join(outside, readdirSync(outside).find((name) => name.endsWith('.tgz')) ?? '');
}, 300_000);
afterAll(() => {
  rmSync(outside, { recursive: true, force: true });
});

interface Step {
  readonly run?: string;
}

const run = (
  cwd: string,
  script: string,
  more: object = {},
): { readonly status: number | null; readonly said: string } => {
  const { status, stdout, stderr } = spawnSync('bash', ['-eo', 'pipefail', '-c', script], {
    cwd,
    env: { ...env, ...more },
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
};

/** @param title of the spec, which has to agree with its id. */
function project(title = 'STORY-001: Keep the cart'): GitRepository {
  const repository = gitRepository();
  const spec = cleanSpec().replace(/^# .*$/mu, `# ${title}`);
  repository.commit('feat: begin STORY-001', {
    'docs/specs/STORY-001.md': spec,
    'docs/product/sprint_board.md':
      '# Sprint Board\n\n## 📋 Backlog\n\n## 🔄 In Progress\n\n### [STORY-001] Keep the cart\n\n- [ ] Write it\n\n## ✅ Done\n',
    '.pactwright/config.yaml': `ci:\n  provider: [github, gitlab]\n  checks: [lint, sarif]\n  package: ${JSON.stringify(tarball)}\n`,
  });
  return repository;
}

describe('with the packed package', () => {
  it('the files that init writes for GitHub and GitLab run, and fail where a rule does', () => {
    for (const [title, status] of [
      ['STORY-001: Keep the cart', 0],
      ['STORY-002: Keep the cart', 1],
    ] as const) {
      const { folder } = project(title);
      expect(run(folder, `npx --yes --package '${tarball}' -- pactwright init --exclude git-hooks`).status).toBe(0);
      const workflow = parse(readFileSync(path.join(folder, ciPaths.github), 'utf8')) as {
        readonly jobs: { readonly pactwright: { readonly steps: readonly Step[] } };
      };
      const [lint = '', sarif = ''] = workflow.jobs.pactwright.steps.flatMap((step) => step.run ?? []);
      expect(run(folder, lint)).toMatchObject({ status });
      expect(run(folder, sarif).status).toBe(0);
      expect(readFileSync(path.join(folder, 'pactwright.sarif'), 'utf8')).toContain('"2.1.0"');
      const jobs = parse(readFileSync(path.join(folder, ciPaths.gitlab), 'utf8')) as Readonly<
        Record<string, { readonly script: readonly string[] }>
      >;
      expect(run(folder, jobs['pactwright-lint']?.script.join('\n') ?? '')).toMatchObject({ status });
    }
  }, 240_000);

  it('the action runs its checks', () => {
    const action = parse(readFileSync('action.yml', 'utf8')) as {
      readonly runs: { readonly steps: readonly Step[] };
    };
    const given = {
      CHECKS: 'lint drift',
      ITEM: '',
      GATE: 'check',
      SARIF: 'found.sarif',
      PACKAGE: tarball,
      BRANCH: 'main',
    };
    const script = action.runs.steps[0]?.run ?? '';
    const { folder } = project();
    expect(run(folder, script, given)).toMatchObject({ status: 0 });
    expect(readFileSync(path.join(folder, 'found.sarif'), 'utf8')).toContain('"2.1.0"');
    expect(run(project('STORY-002: Keep the cart').folder, script, given)).toMatchObject({ status: 1 });
  }, 240_000);
});

const found = spawnSync('pre-commit', ['--version'], { encoding: 'utf8' });
const isMissing = found.status !== 0;

describe(`pre-commit${isMissing ? ' (skipped: it is not installed)' : ''}`, () => {
  it.skipIf(isMissing)(
    'installs our hooks, lets a good commit pass, and stops others',
    () => {
      const definition = gitRepository();
      definition.commit('Define hooks', {
        '.pre-commit-hooks.yaml': readFileSync('.pre-commit-hooks.yaml', 'utf8'),
      });
      const repository = project();
      const { folder } = repository;
      execFileSync('npm', ['install', '--silent', '--prefix', outside, tarball], { env, stdio: 'pipe' });
      const PATH = `${path.join(outside, 'node_modules', '.bin')}:${env.PATH}`;
      const git = (...args: readonly string[]): ReturnType<typeof run> =>
        run(
          folder,
          ['git', '-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args].map((word) => `'${word}'`).join(' '),
          { PATH },
        );
      const hooks = ['pactwright-lint', 'pactwright-gate', 'pactwright-message'].map((id) => ({ id }));
      writeFiles(folder, {
        '.pre-commit-config.yaml': JSON.stringify({
          default_install_hook_types: ['pre-commit', 'commit-msg', 'pre-push'],
          repos: [{ repo: definition.folder, rev: definition.git('rev-parse', 'HEAD').trim(), hooks }],
        }),
      });
      repository.commit('chore: use pre-commit');
      expect(run(folder, 'pre-commit install', { PATH }).status).toBe(0);
      git('checkout', '-b', 'feature/STORY-001');
      writeFiles(folder, { 'docs/notes.md': '# Notes\n' });
      git('add', '--all');
      expect(git('commit', '-m', 'docs: take notes').said).toContain('STORY-001');
      expect(git('log', '--oneline').said).not.toContain('take notes');
      const good = git('commit', '-m', 'docs: take notes for STORY-001');
      expect(good.said).toMatch(/pactwright lint\.+Passed/u);
      expect(good.status, good.said).toBe(0);
      writeFiles(folder, { 'docs/specs/STORY-001.md': '# STORY-002: Another\n' });
      git('add', '--all');
      const bad = git('commit', '-m', 'docs: rename STORY-001');
      expect(bad.status).toBe(1);
      expect(bad.said).toMatch(/pactwright lint\.+Failed/u);
    },
    240_000,
  );
});
