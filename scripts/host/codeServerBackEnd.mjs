// The default back end: a VS Code server from npm, its workbench in a browser without a window.
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { repository } from '../lib/repository.mjs';
import { findBrowser, launchBrowser } from './browser.mjs';
import { installHost } from './install.mjs';
import { startServer, workbenchAddress } from './server.mjs';

/** @typedef {import('./suite.mjs').BackEnd} BackEnd */

/**
 * @param {string} wanted `newest`, `oldest` or a VS Code version
 * @returns {Promise<BackEnd>}
 * @throws when host or browser are not available; the message says how to get them
 */
export async function codeServerBackEnd(wanted) {
  const found = await findBrowser();
  const host = await installHost(wanted);
  const browser = await launchBrowser(found);
  return {
    version: host.version.vscode,
    // A scene waits about half of its time: for a server, for a page, for the disk.
    atOnce: 2,
    close: () => browser.close(),
    async runScene({ place, trust, development, tests, env, timeoutMs }) {
      const server = await startServer({ host, trust, env });
      const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
      try {
        /** @type {Promise<string>} */
        const ended = new Promise((resolve) => {
          void page.exposeFunction('codeAutomationExit', () => resolve('The extension host ended.'));
          void page.exposeFunction('codeAutomationLog', () => undefined);
          page.on('crash', () => resolve('The page crashed.'));
        });
        const address = workbenchAddress(server, { ...place, development, tests });
        await page.goto(address, { waitUntil: 'commit', timeout: timeoutMs });
        const late = new AbortController();
        const timeout = delay(timeoutMs, `It was ended after ${timeoutMs / 1000} s.`, { signal: late.signal });
        const how = await Promise.race([ended, timeout.catch(() => '')]);
        late.abort();
        if (existsSync(env['PACTWRIGHT_RESULTS'] ?? '')) return how;
        const picture = path.join(repository, 'out/host', `${env['PACTWRIGHT_SCENE']}.png`);
        mkdirSync(path.dirname(picture), { recursive: true });
        await page.screenshot({ path: picture });
        return `${how} A picture of the workbench is in ${picture}. The server said:\n${server.log()}`;
      } finally {
        await page.close();
        await server.stop();
      }
    },
  };
}
