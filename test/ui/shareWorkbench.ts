import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { makeDemo } from '../../scripts/lib/demo.mjs';
import { repository } from '../../scripts/lib/repository.mjs';
import { bell, openWorkbench, type Workbench, type WorkbenchOptions } from './workbench.js';

export interface SharedWorkbench {
  /** The folder that is open; it and the one around it are gone after the tests. */
  readonly folder: string;
  readonly page: () => Page;
  /** What the pages of the window have told of errors so far. */
  readonly errors: readonly string[];
}

/**
 * One workbench for all tests of a `describe`.
 *
 * @param prepare makes the folder; by default the demo project.
 * @param optionsOf what else it is opened with; asked after `prepare`.
 * @param name the folder's, which the window shows.
 */
export function shareWorkbench(
  prepare: (folder: string) => unknown = makeDemo,
  optionsOf: (folder: string) => WorkbenchOptions = () => ({}),
  name = 'bookshop',
): SharedWorkbench {
  const temporary = mkdtempSync(path.join(os.tmpdir(), 'pactwright-ui-'));
  const folder = path.join(temporary, name);
  const errors: string[] = [];
  let workbench: Workbench | undefined;
  const page = (): Page => {
    if (!workbench) throw new Error('the workbench did not open');
    return workbench.page;
  };
  beforeAll(async () => {
    await prepare(folder);
    workbench = await openWorkbench({ ...optionsOf(folder), folder });
    page().on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page().on('pageerror', (error) => errors.push(error.message));
  });
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail' || !workbench) return;
    const name = `failed-${task.name.replaceAll(/[^a-z]+/giu, '-').slice(0, 60)}`;
    // Never among the pictures of the documents.
    const picture = path.join(repository, 'out/ui', `${name}.png`);
    await page()
      .screenshot({ path: picture })
      .catch(() => undefined);
    process.stderr.write(`${name}.png, and in words:\n${await wordsOf(page())}\n`);
  });
  afterAll(async () => {
    await workbench?.close();
    rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
  });
  return { folder, page, errors };
}

/** What may be in a test's way: whatever asks, tells or runs. */
async function wordsOf(page: Page): Promise<string> {
  const hasNews = (await bell(page).count()) > 0;
  const turnNotifications = (): Promise<unknown> =>
    page
      .locator('[id="status.notifications"]')
      .click({ timeout: 2_000 })
      .catch(() => undefined);
  if (hasNews) await turnNotifications();
  const asks = page.locator(
    '.monaco-dialog-box, .quick-input-widget, .notification-list-item, .terminal-wrapper.active .xterm-rows, .pane-header',
  );
  const texts = await asks
    .filter({ visible: true })
    .allInnerTexts()
    .catch(() => []);
  // They would be in the way of the next test.
  if (hasNews) await turnNotifications();
  return texts.filter((text) => text.trim() !== '').join('\n---\n');
}
