import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { vi } from 'vitest';
import { findBrowser, launchBrowser } from '../../scripts/host/browser.mjs';
import { installHost } from '../../scripts/host/install.mjs';
import { startServer, workbenchAddress } from '../../scripts/host/server.mjs';
import { repository } from '../../scripts/lib/repository.mjs';

export interface WorkbenchOptions {
  /** Absolute path of the folder or `.code-workspace` file to open; neither opens an empty window. */
  readonly folder?: string;
  readonly workspace?: string;
  /** Default true; false opens it in Restricted Mode. */
  readonly trust?: boolean;
  /** User settings. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** `development` (default) loads the extension from the checkout, as built; else the path of a VSIX to install. */
  readonly extension?: 'development' | { readonly vsix: string };
}

export interface Workbench {
  readonly page: Page;
  readonly close: () => Promise<void>;
}

/** Opens a window of the newest VS Code in a browser without a window of its own. */
export async function openWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const { folder, workspace, trust = true, settings = {}, extension = 'development' } = options;
  const host = await installHost('newest');
  const vsix = extension === 'development' ? {} : { vsix: extension.vsix };
  const server = await startServer({ host, trust, settings, ...vsix });
  const address = workbenchAddress(server, {
    ...(folder === undefined ? {} : { folder }),
    ...(workspace === undefined ? {} : { workspace }),
    ...(extension === 'development' ? { development: repository } : {}),
  });
  const { page, close } = await openPage(address);
  return {
    page,
    close: async () => {
      await close();
      await server.stop();
    },
  };
}

/** Opens an address in a fresh browser and waits for the workbench. */
export async function openPage(address: string): Promise<Workbench> {
  const browser = await launchBrowser(await findBrowser());
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(45_000);
  await page.goto(address);
  await page.locator('.monaco-workbench').waitFor();
  return { page, close: () => browser.close() };
}

/** Runs a command by its title in the palette. */
export async function runCommand(page: Page, title: string): Promise<void> {
  await choose(page, `>${title}`, title);
}

/** Opens a file by name and waits for its editor. */
export async function openFile(page: Page, name: string): Promise<void> {
  await choose(page, name, name);
  await page.locator(`.tabs-container .tab.active[data-resource-name="${name}"]`).waitFor();
}

/** A workbench that is still loading takes the focus, which closes the box, and lacks commands: so it is tried again. */
async function choose(page: Page, query: string, row: string): Promise<void> {
  const input = page.locator('.quick-input-widget input[type="text"]');
  await vi.waitFor(
    async () => {
      if (!(await input.isVisible())) await page.keyboard.press('Control+P');
      await input.fill(query, { timeout: 2_000 });
      // Enter takes the row that has the focus, and until the list is filtered that is another one.
      await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: row }).waitFor({ timeout: 5_000 });
    },
    { timeout: 45_000 },
  );
  await page.keyboard.press('Enter');
  await input.waitFor({ state: 'hidden' });
}

/** The wavy lines in the active editor. */
export function squiggles(page: Page, severity: 'error' | 'warning' | 'info'): Locator {
  return page.locator(`.editor-group-container.active .squiggly-${severity}`);
}

/** The rows of the board view. */
export function boardRows(page: Page): Locator {
  return page.locator('[aria-label="Sprint Board"] .monaco-list-row');
}

/** Shows the sprint board in the side bar. */
export async function showBoard(page: Page): Promise<void> {
  await page.locator('.activitybar .action-item a[aria-label^="Pactwright"]').click();
}

/**
 * Takes a picture of the window: into docs/images where `PACTWRIGHT_PICTURES` is set, so that a plain test run leaves the
 * tree as it was, else into out/ui.
 */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = path.join(repository, process.env['PACTWRIGHT_PICTURES'] ? 'docs/images' : 'out/ui');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled', caret: 'hide' });
}
