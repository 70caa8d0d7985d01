// `npm run package:npm`: packs what is built as the npm package `pactwright`, the command line and the language server. npm gets a folder
// with just those files: the bundles have all that they need in them, so the package depends on nothing.
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { removeAtExit } from './lib/processes.mjs';
import { repository } from './lib/repository.mjs';

/** Where the package goes; the root unless another folder is named. */
const target = path.resolve(process.argv[2] ?? repository);
const staged = mkdtempSync(path.join(os.tmpdir(), 'pactwright-npm-'));
removeAtExit(staged);

const dist = path.join(repository, 'dist');
mkdirSync(path.join(staged, 'dist'));
for (const name of readdirSync(dist))
  if (/^(?:cli.*|server)\.js$|^third-party-notices\.txt$/u.test(name))
    copyFileSync(path.join(dist, name), path.join(staged, 'dist', name));
cpSync(path.join(dist, 'grammars'), path.join(staged, 'dist/grammars'), { recursive: true });
copyFileSync(path.join(repository, 'LICENSE'), path.join(staged, 'LICENSE'));
copyFileSync(path.join(repository, 'server/README.md'), path.join(staged, 'README.md'));
writeFileSync(path.join(staged, 'package.json'), JSON.stringify(manifest(), undefined, 2));

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
execFileSync(npm, ['pack', '--silent', '--pack-destination', target], {
  cwd: staged,
  stdio: 'inherit',
  shell: process.platform === 'win32',
});

function manifest() {
  const read = (/** @type {string} */ file) => JSON.parse(readFileSync(path.join(repository, file), 'utf8'));
  const { name, version, description, license, engines } = read('server/package.json');
  const { repository: source, bugs, homepage } = read('package.json');
  const bin = { [name]: 'dist/cli.js' };
  return { name, version, description, license, repository: source, bugs, homepage, engines, bin, files: ['dist'] };
}
