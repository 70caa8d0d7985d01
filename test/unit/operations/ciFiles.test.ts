import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ciPaths } from '../../../server/src/agents/deployment/ciFiles.js';
import { ciChecks } from '../../../server/src/workspace/configurationSchema.js';
import { carryOutOn } from '../../support/checkOperation.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const everything = {
  providers: ['github', 'gitlab'],
  checks: ciChecks,
  runner: 'big',
  node: '24',
  setup: ['npm ci'],
} as const;

async function filesOf(ci: object): Promise<Readonly<Record<string, string | undefined>>> {
  const defaults = {
    providers: [],
    checks: ['lint', 'drift', 'sarif'],
    runner: undefined,
    node: '22',
    setup: [],
    package: undefined,
  };
  const configuration = { ci: { ...defaults, ...ci } } as Parameters<typeof carryOutOn>[0]['configuration'];
  const { changed } = await carryOutOn({
    operation: 'init',
    input: {},
    files: {},
    ...(configuration && { configuration }),
  });
  return changed;
}

interface Step {
  readonly name?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
}

/** The commands of a script as a shell hands them over, with a `pactwright` that fails where it is told to. */
function play(
  script: string,
  env: Readonly<Record<string, string>>,
): { readonly status: number | null; readonly said: string } {
  const folder = temporaryFolder({
    'bin/npx':
      '#!/bin/sh\necho "$*" | sed "s/.*pactwright[@0-9.]* //" | tee -a "$LOG"\ntest "$FAILS" != "$3" -a "$FAILS" != "$6"\n',
  });
  chmodSync(path.join(folder, 'bin/npx'), 0o755);
  const PATH = `${path.join(folder, 'bin')}:${process.env['PATH'] ?? ''}`;
  const { status, stdout } = spawnSync('bash', ['-eo', 'pipefail', '-c', script], {
    cwd: folder,
    env: { PATH, LOG: path.join(folder, 'log'), FAILS: '', ...env },
    encoding: 'utf8',
  });
  return { status, said: stdout };
}

describe('files for continuous integration', () => {
  it('are written for the providers that the configuration names, and for none else', async () => {
    expect(Object.keys(await filesOf({})).filter((name) => /\.git(?:hub|lab)/u.test(name))).toEqual([]);
    const files = await filesOf({ providers: ['gitlab'] });
    expect(files[ciPaths.github]).toBeUndefined();
    expect(Object.keys(parse(files[ciPaths.gitlab] ?? '') as object)).toEqual([
      'pactwright-lint',
      'pactwright-drift',
      'pactwright-sarif',
    ]);
  });

  it('for GitHub are a workflow that runs each check though one before it fails', async () => {
    const text = (await filesOf(everything))[ciPaths.github] ?? '';
    const { jobs, permissions } = parse(text) as {
      readonly jobs: { readonly pactwright: { readonly 'runs-on': string; readonly steps: readonly Step[] } };
      readonly permissions: object;
    };
    expect(permissions).toEqual({ contents: 'read', 'security-events': 'write' });
    const { steps, 'runs-on': runner } = jobs.pactwright;
    expect(runner).toBe('big');
    expect(steps.map(({ name }) => name).filter(Boolean)).toEqual([
      ...['Set up', 'Lint', 'Drift', 'Gate', 'SARIF', 'Upload SARIF'],
    ]);
    expect(steps[0]?.with).toEqual({ 'fetch-depth': 0 });
    expect(steps[2]?.run).toBe('npm ci\n');
    // What others may name as they like is never a part of a script.
    const gate = steps.find(({ name }) => name === 'Gate');
    expect(gate?.run).not.toContain('${{');
    expect(play(gate?.run ?? '', { BRANCH: 'feature/STORY-al-042-cart' }).said).toBe(
      'gate check STORY-al-042 --profile ci --trust-commands\n',
    );
    expect(play(gate?.run ?? '', { BRANCH: 'docs; touch here' })).toEqual({ status: 0, said: '' });
    expect(play(gate?.run ?? '', { BRANCH: 'BUG-7', FAILS: 'gate' }).status).not.toBe(0);
  });

  it('for GitLab ask the gate of the branch of a merge request', async () => {
    const jobs = parse((await filesOf(everything))[ciPaths.gitlab] ?? '') as Readonly<
      Record<string, { readonly image: string; readonly tags: readonly string[]; readonly script: readonly string[] }>
    >;
    const { image, tags, script = [] } = jobs['pactwright-gate'] ?? {};
    expect([image, tags]).toEqual(['node:24', ['big']]);
    const { said } = play(script.filter((line) => line !== 'npm ci').join('\n'), {
      CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'fix/HOTFIX-003',
      CI_COMMIT_BRANCH: 'main',
    });
    expect(said).toBe('gate check HOTFIX-003 --profile ci --trust-commands\n');
  });
});

describe('the package of files for continuous integration', () => {
  it('is that of the configuration, and the file says that the registry has none', async () => {
    const usual = (await filesOf(everything))[ciPaths.github] ?? '';
    expect(usual).toContain('The npm registry does not have pactwright yet');
    const text = (await filesOf({ ...everything, package: "./it's.tgz" }))[ciPaths.github] ?? '';
    expect(text).not.toContain('registry');
    expect(text).toContain("npx --yes --package './it'\\''s.tgz' -- pactwright lint --git");
  });
});

describe('action.yml', () => {
  const action = parse(readFileSync('action.yml', 'utf8')) as {
    readonly inputs: Readonly<Record<string, { readonly default: string }>>;
    readonly runs: { readonly steps: readonly Step[] };
  };
  const script = action.runs.steps[0]?.run ?? '';
  const run = (env: Readonly<Record<string, string>>): ReturnType<typeof play> =>
    play(script, {
      ...{
        CHECKS: action.inputs['checks']?.default ?? '',
        ITEM: '',
        GATE: 'check',
        SARIF: '',
        PACKAGE: 'pactwright',
        BRANCH: 'main',
      },
      ...env,
    });

  it('runs all checks, and fails where one does', () => {
    expect(run({})).toEqual({ status: 0, said: 'lint --git --format github\ndrift --format github\n' });
    expect(run({ FAILS: 'lint' })).toEqual({ status: 1, said: 'lint --git --format github\ndrift --format github\n' });
    expect(run({ CHECKS: 'lnt' })).toEqual({ status: 1, said: '' });
  });

  it('asks the gate of the item that the branch names', () => {
    expect(run({ CHECKS: 'gate', BRANCH: 'STORY-042' }).said).toBe(
      'gate check STORY-042 --profile ci --trust-commands\n',
    );
    expect(run({ CHECKS: 'gate', ITEM: 'BUG-1', BRANCH: 'STORY-042' }).said).toContain('gate check BUG-1 ');
    expect(run({ CHECKS: 'gate' })).toEqual({ status: 0, said: '' });
  });
});
