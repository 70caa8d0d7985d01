import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeDemo } from '../../scripts/lib/demo.mjs';
import { writeFiles } from '../support/temporaryFolder.js';
import { shareWorkbench } from './shareWorkbench.js';
import { askedText, openFile, screenshot } from './workbench.js';

const tests = `import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

const cart = ['The Castle'];

describe('STORY-001', () => {
  it('AC1: a book that was put into the cart is in it', () => {
    assert.deepEqual(cart, ['The Castle']);
  });

  it('AC2: the number is that of the books', () => {
    assert.equal(cart.length, 2);
  });
});
`;

describe('the Test Explorer', () => {
  const { page } = shareWorkbench(async (made) => {
    await makeDemo(made);
    writeFiles(made, {
      'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }\n',
      'src/cart.test.js': tests,
    });
  });
  const row = (text: string): Locator => page().locator('.test-explorer .monaco-list-row', { hasText: text }).first();

  it('shows the result of a run on the criteria in the spec', async () => {
    await openFile(page(), 'STORY-001.md');
    await page().locator('.activitybar .action-item a[aria-label^="Testing"]').click();
    await row('STORY-001').click();
    await page().keyboard.press('ArrowRight');
    await row('AC2').waitFor();
    await row('STORY-001').hover();
    await row('STORY-001').getByRole('button', { name: 'Run Test' }).first().click();
    await row('AC1').locator('.codicon-testing-passed-icon').waitFor();
    await row('AC2').locator('.codicon-testing-failed-icon').waitFor();
    await row('AC2').click();
    await page().keyboard.press('ArrowRight');
    await row('TC-2').waitFor();
    await openFile(page(), 'STORY-001.md');
    await page().keyboard.press('Control+G');
    await askedText(page()).fill(':34');
    await askedText(page()).press('Enter');
    // Beside the lines of the criteria in the spec.
    const editor = page().locator('.editor-group-container.active');
    await editor.locator('.codicon-testing-passed-icon').first().waitFor();
    await editor.locator('.codicon-testing-failed-icon').first().waitFor();
    await screenshot(page(), 'tests');
    expect(await row('AC2').innerText()).toContain('The number follows');
  });
});
