import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { installFakeAgents } from './fakeAgents.js';
import { type GitRepository, gitRepository } from './gitRepository.js';
import type { storySteps } from './phaseStory.js';
import type { CliRun } from './runCli.js';
import { temporaryFolder } from './temporaryFolder.js';

/** A repository in which a fake agent works for `pactwright phase`. */
export interface PhasePlace {
  readonly repository: GitRepository;
  readonly env: Readonly<Record<string, string>>;
  readonly record: string;
}

/** @param steps what the agent does, phase by phase. */
export function phasePlace(steps: ReturnType<typeof storySteps>): PhasePlace {
  const repository = gitRepository();
  repository.git('config', 'user.name', 'Ann Example');
  repository.git('config', 'user.email', 'ann@example.org');
  const outside = temporaryFolder({ 'steps.json': JSON.stringify(steps), record: '' });
  installFakeAgents(path.join(outside, 'bin'), ['claude']);
  const record = path.join(outside, 'record');
  return {
    repository,
    record,
    env: {
      ...process.env,
      PATH: [path.join(outside, 'bin'), path.dirname(process.execPath), process.env['PATH'] ?? ''].join(path.delimiter),
      PACTWRIGHT_STATE: temporaryFolder(),
      XDG_CONFIG_HOME: temporaryFolder(),
      FAKE_AGENT_STEPS: path.join(outside, 'steps.json'),
      FAKE_AGENT_RECORD: record,
    },
  };
}

/** What the agent was given to read, start by start. */
export function promptsIn({ record }: PhasePlace): readonly string[] {
  return readFileSync(record, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as { readonly prompt?: string; readonly read?: string })
    .flatMap(({ prompt, read }) => read ?? prompt ?? []);
}

/** The command line in a process of its own. */
export function startPhase(
  cli: string,
  { repository, env }: PhasePlace,
  more: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<CliRun> {
  const child = spawn(process.execPath, [cli, 'phase', ...args], { cwd: repository.folder, env: { ...env, ...more } });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  child.stdin.end();
  return new Promise((resolve) => {
    child.on('close', (code) => {
      resolve({ code: code ?? -1, out, err });
    });
  });
}
