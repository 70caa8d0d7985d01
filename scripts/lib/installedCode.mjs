// Where the VS Code is that a person has installed.
import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * The program that opens VS Code; undefined where `code` is in none of the folders. On Windows `code` is a batch file, which Node
 * starts by a shell alone (nodejs/node#52554), so that what it starts is looked for: `Code.exe`, in the folder above. The `code` of a
 * remote window (SSH, container, Codespaces) does not count: it ignores `--extensionDevelopmentPath`.
 *
 * @param {string | undefined} folders the value of `PATH`
 * @param {NodeJS.Platform} platform
 * @returns {string | undefined}
 */
export function installedCode(folders = '', platform = process.platform) {
  const windows = platform === 'win32';
  const places = folders
    .split(windows ? ';' : ':')
    .filter((folder) => folder !== '' && path.basename(folder) !== 'remote-cli');
  if (!windows) return places.map((folder) => path.join(folder, 'code')).find((file) => existsSync(file));
  return places
    .filter((folder) => existsSync(path.join(folder, 'code.cmd')))
    .map((folder) => path.join(folder, '..', 'Code.exe'))
    .find((file) => existsSync(file));
}
