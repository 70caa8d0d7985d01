// `npm run package`: packs what is built as pactwright.vsix. vsce gets a folder with just those files, as it
// holds every file that it finds against every pattern: with a VS Code for the tests beside the sources that takes half a minute.
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { removeAtExit } from './lib/processes.mjs';
import { repository } from './lib/repository.mjs';

/** By folder. @type {Readonly<Record<string, RegExp>>} */
const packed = {
  '.': /^(?:package(?:\.nls)?\.json|README\.md|CHANGELOG\.md|LICENSE)$/u,
  dist: /^(?:.*\.js|third-party-notices\.txt)$/u,
  'dist/webview': /./u,
  media: /./u,
  // Only what the README shows.
  'docs/images': /^(?:overview|kanban|trace|gates)\.png$/u,
  schemas: /\.json$/u,
};

const staged = mkdtempSync(path.join(os.tmpdir(), 'pactwright-package-'));
removeAtExit(staged);
for (const [folder, names] of Object.entries(packed)) {
  mkdirSync(path.join(staged, folder), { recursive: true });
  for (const entry of readdirSync(path.join(repository, folder), { withFileTypes: true }))
    if (entry.isFile() && names.test(entry.name))
      copyFileSync(path.join(repository, folder, entry.name), path.join(staged, folder, entry.name));
}

await createVSIX({
  cwd: staged,
  packagePath: path.join(repository, 'pactwright.vsix'),
  dependencies: false,
  allowMissingRepository: true,
  rewriteRelativeLinks: false,
});
