import path from 'node:path';
import { beforeAll, expect } from 'vitest';
import { evidencePlace, type EvidencePlace } from './evidence.js';
import { gateProject } from './gateProject.js';
import { copyRepository, firstCommitAt, type GitRepository, gitRepository } from './gitRepository.js';
import { parseRuleFixture } from './ruleFixture.js';
import { type CliRun, run } from './runCli.js';

export interface Place extends EvidencePlace {
  readonly repository: GitRepository;
  readonly top: string;
}

/** A project on the branch of STORY-001, whose spec is frozen. */
export async function freezeProject(): Promise<Place> {
  const repository = gitRepository();
  const { files } = parseRuleFixture(gateProject());
  repository.commit('Plan STORY-001', Object.fromEntries(files.map(({ path: name, text }) => [name, text])));
  repository.branch('feature/STORY-001');
  const place = { ...evidencePlace(path.join(repository.folder, '.git')), repository, top: repository.folder };
  await pactwright(place, 'gate', 'act-in', 'STORY-001');
  expect((await pactwright(place, 'evidence', 'STORY-001')).out).toContain('frozen');
  return place;
}

/** Made once: most calls change nothing, and whoever does takes a copy. */
let frozen: Place;

/** For the top of a test file. */
export function freezeBeforeAll(): void {
  beforeAll(async () => {
    frozen = await freezeProject();
  });
}

export const theFrozenProject = (): Place => frozen;

/** The same project again, for a test that changes it. */
export function frozenProject(): Place {
  const repository = copyRepository(frozen.repository, firstCommitAt + 60 * 60_000);
  return { ...evidencePlace(path.join(repository.folder, '.git'), frozen.state), repository, top: repository.folder };
}

export const pactwright = ({ state, top }: Place, ...args: readonly string[]): Promise<CliRun> =>
  run({ cwd: top, env: { PATH: process.env['PATH'] ?? '', PACTWRIGHT_STATE: state } }, ...args);

export async function hook(
  { state, top }: Place,
  input: object,
  agent = 'claude',
  event = 'PreToolUse',
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const env = { PATH: process.env['PATH'] ?? '', PACTWRIGHT_STATE: state, ...more };
  const { code, out, err } = await run({ cwd: top, env, input: JSON.stringify(input) }, 'hook', agent, event);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out;
}
