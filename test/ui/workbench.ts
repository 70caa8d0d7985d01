import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
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
  /** What the extension host sees. */
  readonly env?: Readonly<Record<string, string>>;
  /** `development` (default) loads the extension from the checkout, as built; else the path of a VSIX to install. */
  readonly extension?: 'development' | { readonly vsix: string };
}

export interface Workbench {
  readonly page: Page;
  readonly close: () => Promise<void>;
}

/** Opens a window of the newest VS Code in a browser without a window of its own. */
export async function openWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const { folder, workspace, trust = true, settings = {}, env = {}, extension = 'development' } = options;
  const host = await installHost('newest');
  const vsix = extension === 'development' ? {} : { vsix: [extension.vsix] };
  const server = await startServer({ host, trust, settings, env, ...vsix });
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

/** Opens an address in a fresh browser and waits for the workbench; one that was not started for tests tells otherwise when it is ready. */
export async function openPage(address: string, untilReady: (page: Page) => Promise<void> = ready): Promise<Workbench> {
  const browser = await launchBrowser(await findBrowser());
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(90_000);
  await page.goto(address, { waitUntil: 'commit' });
  await untilReady(page);
  return { page, close: () => browser.close() };
}

/**
 * Waits until a window has loaded: before, it takes the focus from what is clicked and typed into. The window itself knows, as its
 * server was started for tests.
 */
export async function ready(page: Page): Promise<void> {
  await page.locator('.monaco-workbench').waitFor();
  await page.waitForFunction('driver');
  await page.evaluate('driver.whenWorkbenchRestored()');
}

/**
 * Waits until nothing has come or gone within a part of the window for half a second: what is drawn anew between press and release
 * takes no click, and what is drawn anew below the mouse loses its card.
 *
 * @param part something that stays while what is in it is drawn anew.
 */
export async function quiet(part: Locator): Promise<void> {
  await part.evaluate(
    (element) =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(begin);
        const end = (): void => {
          observer.disconnect();
          resolve();
        };
        let timer = setTimeout(end, 500);
        observer.observe(element, { subtree: true, childList: true, characterData: true });
        function begin(): void {
          clearTimeout(timer);
          timer = setTimeout(end, 500);
        }
      }),
  );
}

/** Tells that the fixes for the cursor's line have come: a key that is pressed before opens what was known before. */
export function lightBulb(page: Page): Locator {
  return activeGroup(page)
    .locator('.lightBulbWidget, [class*="codicon-gutter-lightbulb"]')
    .filter({ visible: true })
    .first();
}

/** The group of editors that is used. */
export function activeGroup(page: Page): Locator {
  return page.locator('.editor-group-container.active');
}

/** Runs a command by its title in the palette. */
export async function runCommand(page: Page, title: string): Promise<void> {
  await choose(page, `>${title}`, title);
}

/** Runs a command that asks something in the very box it was chosen in. */
export async function askCommand(page: Page, title: string): Promise<void> {
  await find(page, `>${title}`, title);
  await askedText(page).press('Enter');
}

/** The one field of whatever asks at the top of the window. */
export function askedText(page: Page): Locator {
  return page.locator('.quick-input-widget input[type="text"]');
}

/**
 * Answers what is asked at the top of the window with a text.
 *
 * @param question a part of what is asked: the box of the question before is in the same place.
 */
export async function answerText(page: Page, question: RegExp | string, text: string): Promise<void> {
  await page.locator('.quick-input-widget', { hasText: question }).waitFor();
  await askedText(page).fill(text);
  await askedText(page).press('Enter');
}

/** Opens a file by name and waits for its editor. */
export async function openFile(page: Page, name: string): Promise<void> {
  await choose(page, name, name);
  await page.locator(`.tabs-container .tab.active[data-resource-name="${name}"]`).waitFor();
  // Keys that are pressed before it has the focus go elsewhere; what is no text never has it.
  await editorHasFocus(page, 5_000).catch(() => undefined);
}

async function choose(page: Page, query: string, row: string): Promise<void> {
  await find(page, query, row);
  await askedText(page).press('Enter');
  await askedText(page).waitFor({ state: 'hidden' });
}

/** What is offered is told again until it is there: a command may come only with what the extension has found out. */
async function find(page: Page, query: string, row: string): Promise<void> {
  const input = askedText(page);
  // One that is just being closed would take the text along.
  await input.waitFor({ state: 'hidden' });
  await page.keyboard.press('Control+P');
  await input.waitFor();
  // Enter takes the row that has the focus, and until the list is filtered that is another one.
  const wanted = page.locator('.quick-input-list .monaco-list-row.focused', { hasText: row });
  await vi.waitFor(
    async () => {
      await input.fill('');
      await input.fill(query);
      await wanted.waitFor({ timeout: 5_000 });
    },
    { timeout: 45_000 },
  );
}

/**
 * What the window says behind its bell: a workbench under test shows no toasts. The center is opened even while it is empty, and again
 * whenever it has closed by itself, as it does where the last thing in it has gone: the dot of the bell counts wrongly then.
 *
 * @returns the first notification with a text, once it shows.
 */
export async function openNotification(page: Page, text: string): Promise<Locator> {
  const center = page.locator('.notifications-center.visible');
  const closed = page.locator('.monaco-workbench:not(:has(.notifications-center.visible))');
  const notification = center.locator('.notification-list-item', { hasText: text }).first();
  for (;;) {
    await notification.or(closed).first().waitFor();
    if (await notification.isVisible()) break;
    await quiet(page.locator('.part.statusbar'));
    await page.locator('[id="status.notifications"]').click();
    // The bell's name covers what is beside it for as long as the mouse is there.
    await page.mouse.move(700, 400);
    // It may have closed again by now.
    await center.waitFor({ timeout: 5_000 }).catch(() => undefined);
  }
  await quiet(center);
  return notification;
}

/** The bell of the status bar, where something new waits behind it. */
export function bell(page: Page): Locator {
  return page.locator('[id="status.notifications"] .codicon-bell-dot');
}

/** Clicks on a code lens and waits for what it opens. One that was just exchanged has lost its command, so they must be at rest. */
export async function clickLens(lens: Locator, opened: Locator): Promise<void> {
  await lens.waitFor();
  await quiet(activeGroup(lens.page()));
  await lens.click();
  await opened.waitFor();
}

/** Clicks on an entry of the menu that is open. */
export async function chooseInMenu(page: Page, entry: string): Promise<void> {
  const menu = page.locator('.monaco-menu');
  const choice = menu.getByText(entry).first();
  await choice.waitFor();
  // A menu takes no click for 100 ms, by a timer of the window that has begun by now: a later one of the window ends after it.
  await menu.first().evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
  await choice.click();
  await menu.waitFor({ state: 'detached' });
}

/** The wavy lines in the active editor. */
export function squiggles(page: Page, severity: 'error' | 'warning' | 'info'): Locator {
  return page.locator(`.editor-group-container.active .squiggly-${severity}`);
}

/** The tab of a file, once it is the one that is shown. */
export function activeFile(page: Page, name: string): Locator {
  return page.locator(`.tabs-container .tab.active[data-resource-name="${name}"]`);
}

/** The first line of the active editor that holds a text. */
export function editorLine(page: Page, text: string): Locator {
  return page.locator('.editor-group-container.active .view-line', { hasText: text }).first();
}

/** Waits until keys reach the active editor: a view that is just losing the focus would keep them. */
export async function editorHasFocus(page: Page, timeout?: number): Promise<void> {
  const focused = page.locator('.editor-group-container.active .monaco-editor.focused').first();
  await focused.waitFor(timeout === undefined ? {} : { timeout });
}

/** Puts the cursor on a line of the active editor and scrolls to it; lines out of sight are not in the page. */
export async function goToLine(page: Page, line: number): Promise<void> {
  await askedText(page).waitFor({ state: 'hidden' });
  await editorHasFocus(page);
  await page.keyboard.press('Control+G');
  await askedText(page).fill(`:${line}`);
  await page.locator('.quick-input-list .monaco-list-row', { hasText: new RegExp(`line ${line}\\b`) }).waitFor();
  await askedText(page).press('Enter');
  await askedText(page).waitFor({ state: 'hidden' });
  await page.locator('.editor-group-container.active .active-line-number', { hasText: String(line) }).waitFor();
}

/**
 * Moves the mouse over something and waits for the card.
 *
 * @param part what is drawn anew together, and must be at rest.
 * @param move brings the mouse there.
 */
export async function hoverCard(part: Locator, card: Locator, move: () => Promise<void>): Promise<void> {
  await part.page().mouse.move(0, 0);
  await quiet(part);
  await move();
  await card.waitFor();
}

/** Moves the mouse over a word in the first line that holds a text. */
export async function hoverWord(page: Page, line: string, word: string): Promise<void> {
  const { x, y } = await middleOf(editorLine(page, line), word);
  await page.mouse.move(x, y + 60);
  await page.mouse.move(x, y, { steps: 5 });
}

/** Clicks on a word in the first line that holds a text. */
export async function clickWord(
  page: Page,
  line: string,
  word: string,
  holding: readonly 'ControlOrMeta'[] = [],
): Promise<void> {
  const { x, y } = await middleOf(editorLine(page, line), word);
  await page.mouse.move(x, y, { steps: 5 });
  for (const key of holding) await page.keyboard.down(key);
  // A link is one only while the key is held.
  if (holding.length > 0) await page.mouse.move(x + 2, y, { steps: 5 });
  await page.mouse.click(x, y);
  for (const key of holding) await page.keyboard.up(key);
}

/** A line's words are in elements as colours have it, so places are measured in its text. */
async function middleOf(line: Locator, word: string): Promise<{ x: number; y: number }> {
  await line.waitFor();
  return line.evaluate((element, wanted) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const nodes: { node: Node; start: number }[] = [];
    let text = '';
    while (walker.nextNode()) {
      nodes.push({ node: walker.currentNode, start: text.length });
      text += walker.currentNode.textContent ?? '';
    }
    const middle = text.replaceAll('\u00a0', ' ').indexOf(wanted) + Math.floor(wanted.length / 2);
    const found = nodes.findLast(({ start }) => start <= middle);
    const range = document.createRange();
    if (found) range.setStart(found.node, middle - found.start);
    const { x, y, height } = range.getBoundingClientRect();
    return { x, y: y + height / 2 };
  }, word);
}

/** What a page of an extension shows in the window: the only one that is open. */
export function webviewFrame(page: Page): FrameLocator {
  return page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
}

/** The rows of the board view. */
export function boardRows(page: Page): Locator {
  return page.locator('[aria-label="Sprint Board"] .monaco-list-row');
}

/** Shows the sprint board in the side bar. */
export async function showBoard(page: Page): Promise<void> {
  // Its badge with the count of drifts lies over its name.
  const named = page.locator('a[aria-label^="Pactwright"]');
  await page.locator('.activitybar .action-item', { has: named }).click();
  // The icon's name covers what is beside it for as long as the mouse is there.
  await page.mouse.move(700, 400);
}

/** Takes a picture of the window into out/ui, where `npm run pictures` takes those of docs/images from. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = path.join(repository, 'out/ui');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled', caret: 'hide' });
}

/** As `screenshot`, and again in the dark theme, for pages that follow the theme. The window must follow the browser's colours. */
export async function screenshotInThemes(page: Page, name: string): Promise<void> {
  await screenshot(page, name);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('.monaco-workbench.vs-dark').waitFor();
  await screenshot(page, `${name}-dark`);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.locator('.monaco-workbench.vs').waitFor();
}

/** Settings for `screenshotInThemes`. */
export const followsBrowserColours = { 'window.autoDetectColorScheme': true };

export async function useTheme(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+K');
  await page.keyboard.press('Control+T');
  const input = askedText(page);
  await input.fill(name);
  await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: name }).waitFor();
  await input.press('Enter');
  await input.waitFor({ state: 'hidden' });
}
