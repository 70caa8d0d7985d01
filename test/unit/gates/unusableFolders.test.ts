import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { node } from '../../cheats/stacks/node.js';
import { shop } from '../../cheats/story.js';
import { bundledCli } from '../../support/bundledCli.js';
import { gitRepository } from '../../support/gitRepository.js';
import { type CliRun, run } from '../../support/runCli.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const cli = bundledCli();
const inFile = (): string => path.join(temporaryFolder({ file: '' }), 'file', 'state');

const cases: readonly (readonly [string, () => Readonly<Record<string, string>>, RegExp])[] = [
  [
    'the state is below a file',
    () => ({ PACTWRIGHT_STATE: inFile() }),
    /^pactwright: .+file.state, where .+ is kept, cannot be written \(.+\), .+: set PACTWRIGHT_STATE to a writable folder\n$/u,
  ],
  ...(process.platform === 'linux'
    ? [
        [
          'the state is where the system holds no folders of ours',
          () => ({ PACTWRIGHT_STATE: '/proc/pactwright/state' }),
          /^pactwright: \/proc\/pactwright\/state, where .+ \(no such file or folder\), .+: set PACTWRIGHT_STATE /u,
        ] as const,
      ]
    : []),
  [
    'there is not a folder for temporary files',
    () => ({ TMPDIR: inFile(), TEMP: inFile(), TMP: inFile(), PACTWRIGHT_STATE: temporaryFolder() }),
    /^pactwright: cannot create a temporary folder in .+file.state \(.+\): set TE?MP(?:DIR)? to a writable folder\n$/u,
  ],
];

it.each(cases)('a gate says what is wrong and the way out where %s, before it runs anything', async (_, env, said) => {
  const repository = gitRepository();
  repository.commit('STORY-001: Add up prices', shop(node));
  const args = ['gate', 'act-in', 'STORY-002', '--root', repository.folder];
  const changed = env();
  const ended =
    changed['TMPDIR'] === undefined
      ? await run({ cwd: '/', env: { PATH: process.env['PATH'] ?? '', ...changed } }, ...args)
      : start(args, changed);
  expect(ended.err).toMatch(said);
  expect(ended).toMatchObject({ code: 2, out: '' });
});

/** In a process of its own: the folder for temporary files is the process's. */
function start(args: readonly string[], env: Readonly<Record<string, string>>): CliRun {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: 30_000,
  });
  return { code: status ?? -1, out: stdout, err: stderr };
}
