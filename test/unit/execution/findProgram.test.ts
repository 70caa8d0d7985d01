import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { allAgents } from '../../../server/src/agents/registry.js';
import { chooseAgent } from '../../../server/src/execution/phases/chooseAgent.js';
import { findInstalled } from '../../../server/src/execution/programs/findProgram.js';
import type { Machine } from '../../../server/src/workspace/machine.js';
import type { GitRepository } from '../../../server/src/workspace/ports.js';
import { gitRepository } from '../../support/gitRepository.js';
import { temporaryFolder, writeFiles } from '../../support/temporaryFolder.js';
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

/** A machine with these folders in the PATH. */
function machineWith(folders: readonly string[], places: Partial<Machine['places']> = {}): Machine {
  const machine = testMachine({ PATH: folders.join(path.delimiter) });
  return { ...machine, places: { ...machine.places, ...places } };
}

describe('a program in the PATH', () => {
  it('is the first that can be started', async () => {
    const [one, two] = [temporaryFolder({ agent: '' }), bin({ agent: '' })];
    mkdirSync(path.join(one, 'other'));
    expect(await findInstalled(machineWith([one, two]), 'agent', {})).toMatchObject({
      program: path.join(two, 'agent'),
    });
    expect(await findInstalled(machineWith([one]), 'other', {})).toMatchObject({ kind: 'missing' });
    expect(await findInstalled(machineWith([]), path.join(two, 'agent'), {})).toMatchObject({ kind: 'found' });
    expect(await findInstalled(machineWith([two]), './agent', {})).toMatchObject({ kind: 'missing' });
    expect(await findInstalled(machineWith([two]), 'agent', { env: {} })).toMatchObject({ kind: 'missing' });
  });

  it('is none of a repository, which is not where a person keeps all that is theirs', async () => {
    const all = temporaryFolder();
    const [worktree, main, bare] = ['w', 'r/main', 'r/bare.git'].map((name) => path.join(all, name));
    const at = (commonFolder = ''): object => ({ top: worktree, commonFolder });
    const found = async (place: string, repository: object, home = '/home/ann'): Promise<string> => {
      const folder = path.join(place, 'bin');
      writeFiles(folder, { agent: '' });
      chmodSync(path.join(folder, 'agent'), 0o755);
      const outside = { folder: path.join(worktree ?? '', 'sub'), repository: repository as GitRepository }; // what is looked at of it
      return (await findInstalled(machineWith([folder], { home }), 'agent', { outside })).kind;
    };
    const linked = at(path.join(main ?? '', '.git'));
    expect(await found(path.join(worktree ?? '', 'sub'), linked)).toBe('missing');
    expect(await found(worktree ?? '', linked)).toBe('missing');
    expect(await found(main ?? '', linked)).toBe('missing');
    expect(await found(path.dirname(bare ?? ''), at(bare))).toBe('found');
    expect(await found(worktree ?? '', at(bare), worktree)).toBe('found');
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
  it('is started as that script, with Node.js, and never by a shell', async () => {
    const windows = (files: Readonly<Record<string, string>>): Machine =>
      machineWith([bin(files)], { platform: 'win32' });
    const started = async (files: Readonly<Record<string, string>>): Promise<unknown> => {
      const found = await findInstalled(windows(files), 'agent', {});
      return found.kind === 'found' ? [found.program, ...found.args].map((one) => path.basename(one)) : found.message;
    };
    expect(await started({ 'agent.cmd': shim('lib\\cli.js'), 'node.exe': '' })).toEqual(['node.exe', 'cli.js']);
    expect(await started({ 'agent.cmd': '@"%~dp0\\other.exe" %*\r\n' })).toEqual(['other.exe']);
    for (const other of ['@echo off\r\ncall x %*\r\n', '@echo off\r\npython "%~dp0\\agent.py" %*\r\n'])
      expect(await started({ 'agent.cmd': other })).toContain('needs a shell');
  });
});
