import { chmodSync, mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { foreignFolders, resolveProgram, scriptOfShim } from '../../../server/src/execution/agents/resolveProgram.js';
import { allAgents } from '../../../server/src/agents/registry.js';
import { chooseAgent } from '../../../server/src/execution/phases/chooseAgent.js';
import { gitRepository } from '../../support/gitRepository.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { testMachine } from '../../support/testMachine.js';

/** As cmd-shim 7 writes it. */
const shim = (script: string): string => `@ECHO off
GOTO start
:find_dp0
SET dp0=%~dp0
EXIT /b
:start
SETLOCAL
CALL :find_dp0

IF EXIST "%dp0%\\node.exe" (
  SET "_prog=%dp0%\\node.exe"
) ELSE (
  SET "_prog=node"
  SET PATHEXT=%PATHEXT:;.JS;=;%
)

endLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & "%_prog%"  "%dp0%\\${script}" %*
`;

/** A folder with programs of these names. */
function bin(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder(files);
  for (const name of Object.keys(files)) chmodSync(path.join(folder, name), 0o755);
  return folder;
}

const places = (folders: readonly string[], foreign: readonly string[] = [], platform: NodeJS.Platform = 'linux') =>
  ({ env: { PATH: folders.join(path.delimiter) }, platform, foreign }) as const;

describe('a program in the PATH', () => {
  it('is the first that can be started', async () => {
    const [one, two] = [temporaryFolder({ agent: '' }), bin({ agent: '' })];
    mkdirSync(path.join(one, 'other'));
    expect(await resolveProgram(testMachine(), 'agent', places([one, two]))).toMatchObject({
      program: path.join(two, 'agent'),
    });
    expect(await resolveProgram(testMachine(), 'other', places([one]))).toMatchObject({ kind: 'missing' });
    expect(await resolveProgram(testMachine(), path.join(two, 'agent'), places([]))).toMatchObject({ kind: 'found' });
    expect(await resolveProgram(testMachine(), './agent', places([two]))).toMatchObject({ kind: 'missing' });
    expect(await resolveProgram(testMachine(), 'agent', { ...places([]), env: {} })).toMatchObject({ kind: 'missing' });
  });

  it('is none of a repository, which is not where a person keeps all that is theirs', () => {
    const common = path.resolve('/r/main/.git');
    const repository = {
      folder: '/w/sub',
      prefix: 'sub/',
      top: '/w',
      gitFolder: `${common}/worktrees/w`,
      commonFolder: common,
    };
    expect(foreignFolders(testMachine(), '/w/sub', repository)).toEqual(['/w/sub', '/w', path.dirname(common)]);
    expect(foreignFolders(testMachine(), '/w', { ...repository, commonFolder: path.resolve('/r/bare.git') })).toEqual([
      '/w',
      '/w',
    ]);
    expect(foreignFolders(testMachine(), '/w', { ...repository, top: os.homedir() })).not.toContain(os.homedir());
  });
});

describe('the only agent that is installed', () => {
  it('is no program of the repository, whichever of its folders or worktrees is worked in', async () => {
    const repository = gitRepository();
    repository.commit('begin', { 'bin/codex': '', 'shop/a.md': '' });
    repository.git('branch', 'other');
    const worktree = repository.worktree('other');
    const [theirs, own] = [path.join(repository.folder, 'bin'), bin({ claude: '' })];
    chmodSync(path.join(theirs, 'codex'), 0o755);
    const machine = testMachine({ PATH: [theirs, own, process.env['PATH']].join(path.delimiter) });
    for (const folder of [path.join(repository.folder, 'shop'), path.join(worktree, 'shop'), worktree])
      expect(
        await chooseAgent(
          undefined,
          allAgents.filter(({ id }) => id === 'claude' || id === 'codex'),
          { machine, folder },
        ),
      ).toMatchObject({ id: 'claude' });
  });
});

describe('a shim of npm for Windows', () => {
  it('names the script that is run', () => {
    expect(scriptOfShim(shim('node_modules\\@x\\agent\\cli.js'))).toBe('node_modules\\@x\\agent\\cli.js');
    expect(scriptOfShim('@"%~dp0\\agent.exe" %*\r\n')).toBe('agent.exe');
    expect(scriptOfShim('@echo off\r\npython "%~dp0\\agent.py" %*\r\n')).toBeUndefined();
  });

  it('is started as that script, with Node.js, and never by a shell', async () => {
    const folder = bin({ 'agent.cmd': shim('cli.js'), 'node.exe': '', 'cli.js': '' });
    expect(await resolveProgram(testMachine(), 'agent', places([folder], [], 'win32'))).toEqual({
      kind: 'found',
      program: path.join(folder, 'node.exe'),
      args: [path.join(folder, 'cli.js')],
    });
    const other = bin({ 'agent.cmd': '@echo off\r\ncall x %*\r\n' });
    expect(await resolveProgram(testMachine(), 'agent', places([other], [], 'win32'))).toMatchObject({
      kind: 'missing',
      message: expect.stringContaining('needs a shell') as string,
    });
  });
});
