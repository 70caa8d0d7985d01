import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundledCli } from '../support/bundledCli.js';
import { installFakeAgents } from '../support/fakeAgents.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { missionRepository, slug } from './specKittyMission.js';

const cli = bundledCli();

/** What an agent does in its lane: a file of its own, and the subtasks. The first forgets these, and the next does nothing else. */
const work = (host: string, home: string): string => `
if [ ! -e '${home}/marked' ] && [ -e '${home}/forgot' ]; then touch '${home}/marked'; else echo done >> "$(basename "$PWD").txt"; fi
if [ ! -e '${home}/forgot' ]; then touch '${home}/forgot'; exit; fi
'${host}' agent tasks mark-status T001 T002 --status done --mission ${slug}`;

/** A program that is `name` on the PATH. */
function programIn(folder: string, name: string, script: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

describe('a mission that our engine drives at a host', () => {
  it('is built, reviewed by another agent, sent back once, and merged', { timeout: 600_000 }, () => {
    const { folder, git } = missionRepository();
    const home = temporaryFolder();
    const bin = path.join(home, 'bin');
    installFakeAgents(bin, ['claude']);
    const calls = path.join(home, 'calls.txt');
    const host = programIn(bin, 'spec-kitty', `echo "$2" >> '${calls}'; exec '${process.execPath}' '${cli}' "$@"`);
    const steps = (name: string, list: readonly object[]): string => {
      const file = path.join(home, `${name}.json`);
      writeFileSync(file, JSON.stringify({ well: list }));
      return file;
    };
    const [fails, passes] = [
      steps('fails', [{ say: '- P1 README.md:1 says nothing of red\nVerdict: FAIL' }]),
      steps('passes', [{ say: 'Verdict: PASS' }]),
    ];
    const once = path.join(home, 'failed');
    programIn(
      bin,
      'codex',
      `export FAKE_AGENT_STEPS='${passes}'
if [ "$PACTWRIGHT_ITEM" = WP01 ] && [ "$1" != --version ] && [ ! -e '${once}' ]; then touch '${once}'; FAKE_AGENT_STEPS='${fails}'; fi
exec '${process.execPath}' '${path.resolve('test/agents/fakes/codex.mjs')}' "$@"`,
    );
    const record = path.join(home, 'record.jsonl');
    const env = {
      PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}`,
      HOME: home,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      FAKE_AGENT_RECORD: record,
      FAKE_AGENT_STEPS: steps('work', [{ run: ['sh', '-c', work(host, home)] }]),
    };
    execFileSync(host, ['agent', 'mission', 'finalize-tasks', '--mission', slug], { cwd: folder, env });
    const start = [
      'run',
      'start',
      '--mission',
      slug,
      '--host',
      'spec-kitty',
      '--agent',
      'claude',
      '--review-agent',
      'codex',
    ];
    const ended = spawnSync(process.execPath, [cli, ...start, '--retry-wait', '1'], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    expect(ended.status, `${ended.stdout}\n${ended.stderr}`).toBe(0);

    expect(git('ls-tree', '--name-only', 'main').split('\n')).toEqual(
      expect.arrayContaining([`${slug}-lane-a.txt`, `${slug}-lane-b.txt`]),
    );
    const status = JSON.parse(readFileSync(path.join(folder, 'kitty-specs', slug, 'status.json'), 'utf8')) as object;
    expect(status).toMatchObject({ summary: { done: 3 }, work_packages: { WP01: { force_count: 0, lane: 'done' } } });
    const starts = readFileSync(record, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { agent: string; prompt?: string; read?: string });
    const told = starts.map(({ prompt, read }) => read ?? prompt ?? '');
    // WP01 is built three times: the host sent it back for its subtasks, and the reviewer with the finding.
    expect(starts.filter(({ agent }) => agent === 'claude')).toHaveLength(5);
    expect(told.filter((text) => text.includes('says nothing of red'))).toHaveLength(1);
    expect(told.filter((text) => text.startsWith('Review the work on'))).toHaveLength(4);
    expect(new Set(readFileSync(calls, 'utf8').split('\n'))).toContain('merge-mission');
    expect(existsSync(once)).toBe(true);
    const runs = path.join(folder, '.git', 'pactwright', 'runs');
    const [log = ''] = readdirSync(runs, { encoding: 'utf8', recursive: true }).filter(
      (name) => path.basename(name) === 'events.jsonl',
    );
    expect(readFileSync(path.join(runs, log), 'utf8')).toContain(`"host":[${JSON.stringify(host)}]`);
  });
});
