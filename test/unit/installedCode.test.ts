import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { installedCode } from '../../scripts/lib/installedCode.mjs';

/** A folder with these empty files. */
function folderWith(...files: readonly string[]): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'pactwright code-'));
  for (const file of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), '');
  }
  return folder;
}

describe('the installed VS Code', () => {
  it('is the first `code` in the folders of PATH', () => {
    const [without, first, second] = [folderWith('codex'), folderWith('code'), folderWith('code')];
    expect(installedCode([without, '', first, second].join(':'), 'linux')).toBe(path.join(first, 'code'));
  });

  it('is nothing where none has it, or there is no PATH', () => {
    expect(installedCode(folderWith('codex'), 'linux')).toBeUndefined();
    expect(installedCode(undefined, 'linux')).toBeUndefined();
  });

  it('is not the `code` of a remote window, which cannot load an extension from a folder', () => {
    const remote = path.join(folderWith('remote-cli/code'), 'remote-cli');
    expect(installedCode(remote, 'linux')).toBeUndefined();
    const local = folderWith('code');
    expect(installedCode([remote, local].join(':'), 'linux')).toBe(path.join(local, 'code'));
  });

  it('is the program beside the folder of the batch file on Windows', () => {
    const folder = folderWith('Code.exe', 'bin/code.cmd');
    const lost = folderWith('bin/code.cmd');
    expect(installedCode(`${folderWith()};${path.join(folder, 'bin')}`, 'win32')).toBe(path.join(folder, 'Code.exe'));
    expect(installedCode(path.join(lost, 'bin'), 'win32')).toBeUndefined();
    expect(installedCode([lost, folder].map((one) => path.join(one, 'bin')).join(';'), 'win32')).toBe(
      path.join(folder, 'Code.exe'),
    );
  });
});
