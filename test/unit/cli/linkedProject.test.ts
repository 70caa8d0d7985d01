import { readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findSessionPlace } from '../../../server/src/execution/agents/sessionPlace.js';
import { gitRepository } from '../../support/gitRepository.js';
import { cleanSpec } from '../../support/projectTexts.js';
import { type CliRun, run } from '../../support/runCli.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { testMachine } from '../../support/testMachine.js';

const files = {
  'docs/specs/STORY-001.md': cleanSpec(),
  'docs/product/sprint_board.md': '# Sprint Board\n\n## Backlog\n\n### [STORY-001] A\n\n- [ ] Do it\n\n## ✅ Done\n',
};

it.each<[string, readonly string[]]>([
  ['an operation', ['board', 'tick', 'STORY-001', '1', '--root']],
  ['a fix', ['lint', '--fix', '--root']],
  ['a gate', ['gate', 'plan', 'STORY-001', '--root']],
  ['what shows the record', ['evidence', '--root']],
])('%s locks and records in one place, whichever way leads to the project', async (_, args) => {
  const { folder, linked, ask, cache } = linkedProject(temporaryFolder(files));
  await ask(...args, folder);
  const [place] = readdirSync(cache);
  expect(place).toMatch(/^[\da-f]{32}$/u);
  await ask(...args, linked);
  expect(readdirSync(cache)).toEqual([place]);
});

it.each<[string, () => string]>([
  ['without git', () => temporaryFolder(files)],
  [
    'with git',
    () => {
      const { folder, commit } = gitRepository();
      commit('begin', files);
      return folder;
    },
  ],
])('the record and the sessions belong to the same, whichever way leads to the project: %s', async (_, make) => {
  const { folder, linked, ask, env } = linkedProject(make());
  const shown = async (root: string): Promise<string> =>
    (await ask('evidence', '--format', 'json', '--root', root)).out;
  expect(await shown(linked)).toBe(await shown(folder));
  expect((await findSessionPlace(testMachine(env), linked)).logs).toBe(
    (await findSessionPlace(testMachine(env), folder)).logs,
  );
});

function linkedProject(folder: string): {
  readonly folder: string;
  /** Another path of the same. */
  readonly linked: string;
  readonly env: Readonly<Record<string, string>>;
  readonly ask: (...args: readonly string[]) => Promise<CliRun>;
  readonly cache: string;
} {
  const linked = path.join(temporaryFolder(), 'link');
  symlinkSync(folder, linked, 'junction');
  const env = { XDG_CACHE_HOME: temporaryFolder(), PACTWRIGHT_STATE: temporaryFolder() };
  return {
    folder,
    linked,
    env,
    ask: (...args) => run({ cwd: folder, env }, ...args),
    cache: path.join(env.XDG_CACHE_HOME, 'pactwright', 'projects'),
  };
}
