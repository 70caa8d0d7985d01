import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { median, percentile, report } from '../bench/measure.js';
import { dragFrom, framesDuring } from '../support/frames.js';
import { gitRepository } from '../support/gitRepository.js';
import { axeViolations } from './axe.js';
import { shareWorkbench } from './shareWorkbench.js';
import { activeFile, chooseInMenu, openFile, runCommand, screenshot, useTheme, webviewFrame } from './workbench.js';

const spec = `# STORY-001: Keep the cart

| Field | Value |
| --- | --- |
| ID | STORY-001 |
| Status | Draft |

## Implementation Steps

| Step | File | Action | Dependencies | Risk |
| --- | --- | --- | --- | --- |
| 1 | \`src/cart.ts\` | Write it | None | LOW |
`;

/** A small shop, and in a folder of its own as many files as a graph should hold. */
function files(many: number): Readonly<Record<string, string>> {
  const shelf = Array.from({ length: many }, (_, at) => {
    const before = [1, 7, 40].filter((far) => far <= at).map((far) => `import './part${at - far}.js';\n`);
    return [`shelf/part${at}.ts`, before.join('')] as const;
  });
  return {
    'package.json': '{}',
    'docs/specs/STORY-001.md': spec,
    'src/cart.ts':
      "import { taxed } from './tax.js';\n\nexport class Cart {\n  total() {\n    return taxed(1);\n  }\n}\n",
    'src/tax.ts': 'export function taxed(sum: number) {\n  return sum * 1.2;\n}\n',
    'test/cart.test.ts':
      "import { Cart } from '../src/cart.js';\n\ntest('STORY-001: the cart is kept', () => new Cart());\n",
    ...Object.fromEntries(shelf),
  };
}

const many = 2_000;

describe('the code graph', () => {
  const { folder, page, errors } = shareWorkbench((made) => {
    gitRepository(made).commit('STORY-001: keep the cart', files(many));
  });
  const graph = (): FrameLocator => webviewFrame(page());
  const status = (): Locator => graph().locator('.status');
  const choose = (label: string): Promise<string[]> => graph().locator('#mode').selectOption({ label });
  const canvas = (): Locator => graph().getByRole('application');

  it('draws what is around a file, and opens code by the keyboard', async () => {
    await openFile(page(), 'cart.ts');
    await runCommand(page(), 'Pactwright: Show Code Graph of This File');
    await expect.poll(() => status().innerText()).toBe('Nodes: 3 · edges: 2');
    await canvas().focus();
    await page().keyboard.press('ArrowDown');
    await expect.poll(() => status().innerText()).toBe('cart.test.ts · test/cart.test.ts · in: 0 · out: 1');
    await page().keyboard.press('ArrowDown');
    await page().keyboard.press('ArrowDown');
    await expect.poll(() => status().innerText()).toBe('tax.ts · src/tax.ts · in: 1 · out: 0');
    await page().keyboard.press('Enter');
    await activeFile(page(), 'tax.ts').waitFor();
    expect(await axeViolations(graph())).toEqual([]);
  });

  it('opens code by a click', async () => {
    await runCommand(page(), 'View: Close All Editors');
    await runCommand(page(), 'Pactwright: Show Code Graph');
    await choose('Modules');
    await expect.poll(() => status().innerText()).toBe('Nodes: 1 · edges: 0');
    await choose('What calls a function');
    await graph().getByLabel('Begin at').fill('taxed');
    await graph().getByRole('button', { name: 'Draw' }).click();
    await expect.poll(() => status().innerText()).toBe('Nodes: 2 · edges: 1');
    const box = await canvas().boundingBox();
    if (!box) throw new Error('there is no graph');
    await canvas().focus();
    await page().keyboard.press('ArrowDown');
    await expect.poll(() => status().innerText()).toContain('taxed · src/tax.ts');
    await screenshot(page(), 'code-graph-calls');
    // The function that is asked for is the upper one of the two.
    for (const part of [0.46, 0.42, 0.38, 0.34, 0.3, 0.26])
      await page().mouse.click(box.x + box.width * 0.48, box.y + box.height * part);
    await page().locator('.tab[data-resource-name="tax.ts"]').waitFor();
  });

  it('draws an item with its files, tests and commits', async () => {
    await runCommand(page(), 'View: Close All Editors');
    await runCommand(page(), 'Pactwright: Focus on Trace View');
    const row = page().locator('[aria-label="Trace"] .monaco-list-row').filter({ hasText: 'STORY-001' }).first();
    await row.waitFor();
    await row.click({ button: 'right' });
    await chooseInMenu(page(), 'Show Code Graph');
    await expect.poll(() => status().innerText()).toBe('Nodes: 5 · edges: 5');
    await screenshot(page(), 'code-graph-item');
    await page().locator('.monaco-workbench').focus();
    await useTheme(page(), 'Dark High Contrast');
    expect(await axeViolations(graph())).toEqual([]);
    await screenshot(page(), 'code-graph-item-contrast');
  });

  it('says what is missing, and what is not there', async () => {
    await graph().getByLabel('Begin at').fill('');
    await graph().getByRole('button', { name: 'Draw' }).click();
    await graph().getByText('Name a file, a function or an item to begin at.').waitFor();
    await graph().getByLabel('Begin at').fill('STORY-404');
    await graph().getByRole('button', { name: 'Draw' }).click();
    await graph().getByText('STORY-404').waitFor();
  });

  it('of 2,000 files is drawn, searched and exported', async () => {
    await choose('Files and imports');
    await expect.poll(() => status().innerText(), { timeout: 60_000 }).toMatch(/^Nodes: 2003 · edges: \d+$/u);
    await graph().getByLabel('Search').fill('part1999');
    await page().keyboard.press('Enter');
    await expect.poll(() => graph().locator('.matches').innerText()).toBe('1 of 1');
    await expect.poll(() => status().innerText()).toContain('shelf/part1999.ts');
    await screenshot(page(), 'code-graph-2000');
    for (const format of ['SVG', 'PNG']) {
      await graph().getByRole('button', { name: format }).click();
      const input = page().locator('.quick-input-widget input');
      await input.waitFor();
      await page().keyboard.press('Enter');
      const file = path.join(folder, `code-graph.${format.toLowerCase()}`);
      await expect.poll(() => existsSync(file)).toBe(true);
      await expect.poll(() => readFileSync(file).length).toBeGreaterThan(10_000);
    }
    expect(readFileSync(path.join(folder, 'code-graph.svg'), 'utf8').match(/<g>/gu)).toHaveLength(many + 3);
    expect(readFileSync(path.join(folder, 'code-graph.png')).subarray(1, 4).toString()).toBe('PNG');
  });

  it('of 2,000 files follows the mouse and the keys', async () => {
    const box = await canvas().boundingBox();
    const frame = await (await canvas().elementHandle()).ownerFrame();
    if (!box || !frame) throw new Error('there is no graph');
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const say = (what: string, frames: readonly number[]): void => {
      report(`code graph of 2,000 files, ${what}`, {
        'frames at p50, ms': median(frames),
        'at p95': percentile(frames, 0.95),
        'load of the machine': os.loadavg()[0] ?? 0,
      });
    };
    const before = await canvas().screenshot();
    say('panned', await framesDuring(frame, () => dragFrom(page(), middle)));
    expect((await canvas().screenshot()).equals(before)).toBe(false);
    await canvas().focus();
    const selected = await status().innerText();
    const press = async (): Promise<void> => {
      for (let times = 0; times < 30; times++) {
        await page().keyboard.press('ArrowDown');
        await page().waitForTimeout(30);
      }
    };
    say('selected by keys', await framesDuring(frame, press));
    expect(await status().innerText()).not.toBe(selected);
  });

  it('leaves no error in the log', () => {
    expect(errors.filter((text) => /content security policy|codeGraph/i.test(text))).toEqual([]);
  });
});
