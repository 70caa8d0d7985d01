import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { gitRepository } from '../support/gitRepository.js';
import { axeViolations } from './axe.js';
import { shareWorkbench } from './shareWorkbench.js';
import { runCommand, screenshot, webviewFrame } from './workbench.js';

const mine = '# Mine\n\nBe brief.\n';

describe('the page that sets a project up for agents', () => {
  const { folder, page, errors } = shareWorkbench((made) => {
    gitRepository(made).commit('Begin', {
      'CLAUDE.md': mine,
      'docs/specs/STORY-001.md': '# STORY-001: Keep the cart\n',
    });
  });
  const frame = (): FrameLocator => webviewFrame(page());
  const status = (): Locator => frame().getByRole('status');
  const button = (name: string): Locator => frame().getByRole('button', { name });
  const fileRow = (file: string): Locator =>
    frame().locator('details', { has: page().locator('summary').getByText(file, { exact: true }) });
  const textOf = (file: string): string => readFileSync(path.join(folder, file), 'utf8');

  it('shows the plan, and writes nothing before Apply', async () => {
    await runCommand(page(), 'Pactwright: Set Up Project for Agents');
    await frame().getByLabel('claude', { exact: true }).check();
    const file = fileRow('CLAUDE.md');
    await file.locator('summary').click();
    await file.locator('.added', { hasText: 'This project works by specs' }).waitFor();
    await expect.poll(() => file.locator('pre').innerText()).toContain(' Be brief.');
    await frame().getByText('approve pactwright').waitFor();
    expect(await axeViolations(frame())).toEqual([]);
    await screenshot(page(), 'set-up');
    expect(existsSync(path.join(folder, '.claude'))).toBe(false);
    expect(textOf('CLAUDE.md')).toBe(mine);
  });

  it('leaves out what is not ticked, and applies the rest', async () => {
    await frame().getByLabel('commands', { exact: true }).uncheck();
    await expect.poll(() => status().innerText()).toMatch(/^Files: \d+$/u);
    await button('Apply').click();
    await expect.poll(() => status().innerText()).toMatch(/^set up: \d+ files/u);
    expect(textOf('CLAUDE.md').startsWith(mine)).toBe(true);
    expect(textOf('.claude/settings.json')).toContain('hook claude PreToolUse');
    expect(existsSync(path.join(folder, '.claude', 'commands'))).toBe(false);
    await frame().getByText('To do afterwards').waitFor();
  });

  it('removes what it wrote, and closes on Cancel', async () => {
    await frame().getByLabel('Action').selectOption({ label: 'Remove' });
    await fileRow('.claude/settings.json').waitFor();
    await button('Apply').click();
    await expect.poll(() => status().innerText()).toMatch(/^removed: \d+ files$/u);
    expect(textOf('CLAUDE.md')).toBe(mine);
    expect(existsSync(path.join(folder, '.claude', 'settings.json'))).toBe(false);
    await button('Cancel').click();
    await page().locator('.tab', { hasText: 'Set Up Project' }).waitFor({ state: 'detached' });
    expect(errors.filter((text) => /content security policy|setUp/i.test(text))).toEqual([]);
  });
});
