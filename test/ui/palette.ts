import type { Page } from 'playwright-core';
import { askedText, quiet } from './workbench.js';

const prefix = 'Pactwright: ';

/**
 * What the palette offers of our commands, by title, without those by which VS Code focuses views. Only rows in sight are in the page,
 * so the window is high for as long.
 */
export async function offeredCommands(page: Page): Promise<readonly string[]> {
  const before = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ ...before, height: 4_000 });
  const input = askedText(page);
  const rows = page.locator('.quick-input-list .monaco-list-row');
  await input.waitFor({ state: 'hidden' });
  await page.keyboard.press('F1');
  await input.fill(`>${prefix}`);
  await rows.filter({ hasText: prefix }).first().waitFor();
  await quiet(page.locator('.quick-input-widget'));
  const texts = await rows.allInnerTexts();
  await page.keyboard.press('Escape');
  await input.waitFor({ state: 'hidden' });
  await page.setViewportSize(before);
  return texts
    .flatMap((text) => text.split('\n', 1))
    .filter((text) => text.startsWith(prefix))
    .map((text) => text.slice(prefix.length))
    .filter((title) => !/^Focus on .* View$/u.test(title))
    .toSorted();
}
