import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { installHost } from '../../scripts/host/install.mjs';
import { freePort } from '../../scripts/host/server.mjs';
import { cleanEnvironment } from '../../scripts/lib/processes.mjs';
import { repository } from '../../scripts/lib/repository.mjs';
import { temporaryFolder, writeFiles } from '../support/temporaryFolder.js';
import { boardRows, openPage, runCommand, screenshot, squiggles, useTheme } from './workbench.js';

/** By the title of the step. */
const walkthroughPictures = [
  ['Open a project', 'overview'],
  ['Look at the board', 'drift'],
  ['Fix a finding', 'quick-fix'],
] as const;

const mark = 'PACTWRIGHT_START_TEST';

describe('npm start', () => {
  it('shows the findings, serves VS Code with a first screen of the demo, and leaves nothing running when it is stopped', async () => {
    const { npm, stopped, id } = startNpm(['--', '--no-open']);
    try {
      const { address, output } = await addressIn(npm);
      expect(output).toMatch(/W006/);
      // No driver: notifications show only where there is none.
      const { page, close } = await openPage(address, (opened) => tab(opened, 'Welcome').waitFor());
      await showsFirstScreen(page);
      await showsNotifications(page);
      await hasCommandLine(page);
      expect(runningWith(id).length).toBeGreaterThan(2);
      await close();
    } finally {
      interrupt(npm);
    }
    await stopped;
    await expect.poll(() => runningWith(id), { timeout: 30_000 }).toEqual([]);
  }, 240_000);

  it('installs the package in the VS Code that `code` starts, apart from the user’s own, and opens the demo in it', async () => {
    const { npm, stopped, id } = startNpm([], await codeServerAsCode());
    try {
      const { address, output } = await addressIn(npm);
      expect(output).toMatch(/W006[^]*The demo project opens in a new window of VS Code/u);
      const { page, close } = await openPage(address, (opened) => tab(opened, 'Welcome').waitFor());
      await boardRows(page).filter({ hasText: 'STORY-003' }).first().waitFor();
      await tab(page, 'STORY-002.md').click();
      await squiggles(page, 'warning').first().waitFor();
      await screenshot(page, 'start-code');
      await close();
      const installed = readdirSync(path.join(repository, '.demo/vscode/extensions'));
      expect(installed).toEqual(expect.arrayContaining([expect.stringMatching(/^pactwright\.pactwright-\d/u)]));
    } finally {
      interrupt(npm);
    }
    await stopped;
    await expect.poll(() => runningWith(id), { timeout: 30_000 }).toEqual([]);
  }, 240_000);
});

interface Started {
  readonly npm: ChildProcess;
  readonly stopped: Promise<unknown>;
  /** What `runningWith` finds its processes by. */
  readonly id: string;
}

function startNpm(args: readonly string[], env: Readonly<Record<string, string>> = {}): Started {
  const id = `${process.pid}-${Date.now()}`;
  const npm = spawn('npm', ['start', ...args], {
    cwd: repository,
    env: cleanEnvironment({ ...env, [mark]: id }),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  return { npm, stopped: once(npm, 'exit'), id };
}

/** What Ctrl+C does: the terminal sends it to everything in the foreground. */
function interrupt({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGINT');
}

/**
 * The command line of code-server under the name of the desktop's, which needs a screen: it takes the same options. It serves where
 * the desktop opens a window.
 */
async function codeServerAsCode(): Promise<Readonly<Record<string, string>>> {
  const { node, codeServer } = await installHost('newest');
  const home = temporaryFolder();
  writeFiles(home, {
    '.config/code-server/config.yaml': `bind-addr: 127.0.0.1:${await freePort()}\nauth: none\ncert: false\n`,
  });
  const bin = mkdtempSync(path.join(os.tmpdir(), 'pactwright code-'));
  writeFileSync(path.join(bin, 'code'), `#!/bin/sh\nexec '${node}' '${codeServer}' "$@"\n`, { mode: 0o755 });
  return { HOME: home, PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}` };
}

function tab(page: Page, name: string): ReturnType<Page['locator']> {
  return page.locator('.tabs-container .tab', { hasText: name });
}

/** The walkthrough with its pictures, the README, a spec with findings, and the board. */
async function showsFirstScreen(page: Page): Promise<void> {
  await page.locator('[aria-label="Sprint Board"] .monaco-list-row', { hasText: 'STORY-003' }).first().waitFor();
  // In a narrower window VS Code leaves the pictures out.
  await page.setViewportSize({ width: 1600, height: 900 });
  for (const [title, picture] of walkthroughPictures) {
    await page.locator('.getting-started-step', { hasText: title }).click();
    await expect.poll(() => shownPicture(page)).toMatch(new RegExp(`%2F${picture}\\.png.*: loaded$`, 'u'));
  }
  await screenshot(page, 'start');
  await useTheme(page, 'Dark Modern');
  await expect.poll(() => shownPicture(page)).toMatch(/%2Fquick-fix-dark\.png.*: loaded$/u);
  await screenshot(page, 'start-dark');
  await tab(page, 'README.md').waitFor();
  await tab(page, 'STORY-002.md').click();
  await squiggles(page, 'warning').first().waitFor();
  await screenshot(page, 'start-spec');
}

/** Address of the walkthrough's picture, and whether it is there. */
function shownPicture(page: Page): Promise<string> {
  return page.locator('.getting-started-media img').evaluate((one) => {
    if (!(one instanceof HTMLImageElement)) return '';
    return `${one.currentSrc}: ${one.complete && one.naturalWidth > 0 ? 'loaded' : 'missing'}`;
  });
}

/** A workbench under test keeps them behind its bell. */
async function showsNotifications(page: Page): Promise<void> {
  await runCommand(page, 'Pactwright: Enable Board Merge Driver');
  await page.locator('.notifications-toasts .notification-toast', { hasText: 'Git now merges the board' }).waitFor();
}

async function hasCommandLine(page: Page): Promise<void> {
  const said = path.join(temporaryFolder(), 'version');
  await runCommand(page, 'Terminal: Create New Terminal');
  await page.locator('.terminal-wrapper.active .xterm-helper-textarea').waitFor();
  await expect
    .poll(
      async () => {
        // Drawn on a canvas, a terminal cannot be read, and its shell may still be starting.
        await page
          .locator('.terminal-wrapper.active .xterm-helper-textarea')
          .pressSequentially(`pactwright --version > '${said}'\n`);
        return existsSync(said) ? readFileSync(said, 'utf8') : '';
      },
      { timeout: 60_000, interval: 3_000 },
    )
    .toMatch(/\d+\.\d+\.\d+/);
}

/** Reads what it prints until it names the address. */
function addressIn(npm: ChildProcess): Promise<{ address: string; output: string }> {
  return new Promise((resolve, reject) => {
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
      const address = /http:\/\/127\.0\.0\.1:\d+\//.exec(output)?.[0];
      if (address !== undefined) resolve({ address, output });
    };
    npm.stdout?.on('data', collect);
    npm.stderr?.on('data', collect);
    npm.once('exit', (code) => {
      reject(new Error(`npm start ended with ${String(code)} before it named an address:\n${output}`));
    });
  });
}

/** Command lines of the processes that have inherited the mark (Linux). */
function runningWith(id: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const inherited = readFileSync(`/proc/${name}/environ`, 'utf8').split('\0').includes(`${mark}=${id}`);
        return inherited ? [readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')] : [];
      } catch {
        return []; // it ended meanwhile
      }
    });
}
