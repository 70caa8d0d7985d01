// `npm run package`: packs what is built as pactwright.vsix. vsce gets a folder with just those files, as it
// holds every file that it finds against every pattern: with a VS Code for the tests beside the sources that takes half a minute.
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { removeAtExit } from './lib/processes.mjs';
import { repository } from './lib/repository.mjs';

const staged = mkdtempSync(path.join(os.tmpdir(), 'pactwright-package-'));
removeAtExit(staged);
for (const pattern of packedPatterns()) {
  const folder = path.posix.dirname(pattern);
  const names = nameForm(path.posix.basename(pattern));
  mkdirSync(path.join(staged, folder), { recursive: true });
  for (const entry of readdirSync(path.join(repository, folder), { withFileTypes: true }))
    if (entry.isFile() && names.test(entry.name))
      copyFileSync(path.join(repository, folder, entry.name), path.join(staged, folder, entry.name));
}

linkToRepository(path.join(staged, 'README.md'));
// Without one vsce warns that the package may hold too much.
writeFileSync(path.join(staged, '.vscodeignore'), '');

await createVSIX({
  cwd: staged,
  packagePath: path.join(repository, 'pactwright.vsix'),
  dependencies: false,
  rewriteRelativeLinks: false,
});

/** Pages that are not packed are read in the repository; pictures are packed. @param {string} file Markdown. */
function linkToRepository(file) {
  const { repository: source } = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8'));
  const pages = `${source.url.replace(/\.git$/u, '')}/blob/HEAD/`;
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(?<!!)(\[[^\]]*\]\()(?![a-z]+:|#)/gu, `$1${pages}`));
}

/** What .vscodeignore names as packed; all else is left out. */
function packedPatterns() {
  return readFileSync(path.join(repository, '.vscodeignore'), 'utf8')
    .split('\n')
    .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
}

/** @param {string} glob of a file's name: `*` and `{a,b}`. */
function nameForm(glob) {
  const form = glob
    .replaceAll('.', String.raw`\.`)
    .replaceAll('*', '.*')
    .replaceAll(/\{(.*?)\}/gu, (_, names) => `(?:${String(names).replaceAll(',', '|')})`);
  return new RegExp(`^${form}$`, 'u');
}
