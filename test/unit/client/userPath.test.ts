import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { ExtensionContext } from 'vscode';
import { registerUserPath } from '../../../client/src/agents/userPath.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import * as vscode from './vscode.js';

interface Editor {
  readonly link: string;
  readonly caller: string;
  readonly run: (what: 'install' | 'uninstall') => Promise<string>;
  readonly copied: readonly string[];
}

function open({
  isInPath = true,
  platform = 'linux',
}: { readonly isInPath?: boolean; readonly platform?: NodeJS.Platform } = {}): Editor {
  const home = temporaryFolder();
  const storage = path.join(home, 'Code', 'globalStorage', 'pactwright.pactwright');
  const program = path.join(home, 'cli.js');
  writeFileSync(program, 'console.log("called with", process.argv[2]);\n');
  const link = path.join(home, '.local', 'bin', 'pactwright');
  const commands = new Map<string, () => Promise<void>>();
  const said: string[] = [];
  const copied: string[] = [];
  const say = (text: string, ...buttons: readonly string[]): Promise<string | undefined> => {
    said.push(text);
    return Promise.resolve(buttons[0]);
  };
  Object.assign(vscode.commands, {
    registerCommand: (name: string, run: () => Promise<void>) => commands.set(name, run),
  });
  Object.assign(vscode.window, { showInformationMessage: say, showWarningMessage: say, showErrorMessage: say });
  Object.assign(vscode.env, { clipboard: { writeText: (text: string) => Promise.resolve(void copied.push(text)) } });
  const context = {
    globalStorageUri: { fsPath: storage },
    extension: { id: 'pactwright.pactwright' },
    subscriptions: [],
  } as unknown as ExtensionContext; // as much as it uses
  registerUserPath(context, program, { home, env: { PATH: isInPath ? path.dirname(link) : '/usr/bin' }, platform });
  return {
    link,
    caller: path.join(storage, 'bin', 'pactwright'),
    run: async (what) => {
      await commands.get(`pactwright.path.${what}`)?.();
      return said.splice(0).join('\n');
    },
    copied,
  };
}

it('installs a command that runs, again changes nothing, and removes it', async () => {
  const { link, run } = open();
  expect(await run('uninstall')).toContain('is not installed');
  expect(await run('install')).toContain(`was installed in ${path.dirname(link)}.`);
  expect(await run('install')).toContain('was installed');
  expect(execFileSync(link, ['lint'], { encoding: 'utf8' })).toBe('called with lint\n');
  expect(await run('uninstall')).toContain('was removed');
  expect(existsSync(link)).toBe(false);
});

it('replaces the link of another editor', async () => {
  const { link, caller, run } = open();
  mkdirSync(path.dirname(link), { recursive: true });
  symlinkSync('/home/ada/Insiders/globalStorage/pactwright.pactwright/bin/pactwright', link);
  await run('install');
  expect(readlinkSync(link)).toBe(caller);
});

it.each([
  [
    'a file',
    (link: string) => {
      writeFileSync(link, 'mine');
    },
  ],
  [
    'a link',
    (link: string) => {
      symlinkSync('/usr/bin/true', link);
    },
  ],
])('leaves %s of the person as it is', async (_what, make) => {
  const { link, run } = open();
  mkdirSync(path.dirname(link), { recursive: true });
  make(link);
  expect(await run('install')).toContain('was not created by Pactwright');
  expect(await run('uninstall')).toContain('so it was not deleted');
  expect(existsSync(link)).toBe(true);
});

it('names the line that a shell needs, or on Windows the folder', async () => {
  const elsewhere = open({ isInPath: false });
  expect(await elsewhere.run('install')).toContain('is not in your PATH');
  expect(elsewhere.copied).toEqual(['export PATH="$HOME/.local/bin:$PATH"']);
  const windows = open({ platform: 'win32' });
  expect(await windows.run('install')).toContain('in the settings of Windows');
  expect(windows.copied).toEqual([path.dirname(windows.caller)]);
  expect(existsSync(windows.link)).toBe(false);
});
