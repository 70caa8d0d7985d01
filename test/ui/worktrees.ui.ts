import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { gitRepository } from '../support/gitRepository.js';
import { shareWorkbench } from './shareWorkbench.js';
import { askedText, openNotification, quiet, runCommand, screenshot, showBoard } from './workbench.js';

const board = `# Sprint Board

## 📋 Backlog

### [STORY-002] Pay by card

- [ ] Ask the bank

## 🔄 In Progress

### [STORY-001] Keep the cart

- [ ] Keep it

## ✅ Done
`;
const files = {
  'docs/specs/STORY-001.md': '# STORY-001: Keep the cart\n',
  'docs/specs/STORY-002.md': '# STORY-002: Pay by card\n',
  'docs/product/sprint_board.md': board,
  '.gitignore': 'node_modules/\n',
  'src/cart.js': 'export const cart = [];\n',
};

describe('worktrees in the workbench', () => {
  const { folder, page } = shareWorkbench((made) => {
    gitRepository(made).commit('Begin', files);
  });
  const beside = (): string => `${folder}.worktrees`;
  const place = (item: string): string => path.join(beside(), item);
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' });
  const view = (): Locator => page().locator('.pane', { has: page().locator('.pane-header[aria-label^="Worktrees"]') });
  const row = (text: string): Locator => view().locator('.monaco-list-row').filter({ hasText: text }).first();
  const pick = (): Locator => page().locator('.quick-input-widget');
  const note = async (text: string, button?: string): Promise<void> => {
    const item = await openNotification(page(), text);
    await (button === undefined ? item : item.getByRole('button', { name: button })).waitFor();
  };
  const dialog = (): Locator => page().locator('.monaco-dialog-box');
  const action = async (text: string, name: string): Promise<void> => {
    await row(text).hover();
    await row(text).getByRole('button', { name }).click();
  };
  const button = async (name: string): Promise<void> => {
    await view().locator('.pane-header').hover();
    await view().getByRole('button', { name }).click();
  };

  it('says what a worktree is while there is none, and makes one for an item', async () => {
    await showBoard(page());
    for (const other of ['Sprint Board', 'Work']) await page().locator(`.pane-header[aria-label^="${other}"]`).click();
    await runCommand(page(), 'Pactwright: Focus on Worktrees View');
    const welcome = view().locator('.welcome-view-content');
    await welcome.getByRole('button', { name: 'New Worktree…' }).waitFor();
    await screenshot(page(), 'worktrees-none');
    await welcome.getByRole('button', { name: 'New Worktree…' }).click();
    await pick().getByText('Keep the cart').waitFor();
    await askedText(page()).press('Enter');
    await note('Created a worktree for STORY-001', 'Open in New Window');
    await row('STORY-001').waitFor();
    await screenshot(page(), 'worktrees-made');
    expect(git('branch', '--list', 'feature/*')).toContain('feature/STORY-001');
    await page().keyboard.press('Escape');
  });

  it('shows what each holds that is nowhere else, and refuses to remove that', async () => {
    writeFileSync(path.join(place('STORY-001'), 'src/cart.js'), 'export const cart = new Map();\n');
    writeFileSync(path.join(place('STORY-001'), 'notes.txt'), 'to be kept\n');
    await button('Refresh Worktrees');
    await row('2 not committed').waitFor();
    await row('main checkout').waitFor();
    await action('STORY-001', 'Remove Worktree…');
    await note('has 2 files with uncommitted changes');
    await screenshot(page(), 'worktrees-refused');
    expect(existsSync(path.join(place('STORY-001'), 'notes.txt'))).toBe(true);
    await page().keyboard.press('Escape');
  });

  it('opens one in a window of its own', async () => {
    const opened = page().waitForEvent('popup');
    await action('STORY-001', 'Open Worktree in New Window');
    const other = await opened;
    await other.locator('.monaco-workbench').waitFor();
    expect(new URL(other.url()).searchParams.get('folder')).toBe(place('STORY-001'));
    await other.close();
  });

  it('removes one after saying what goes and what stays', async () => {
    const own = place('STORY-001');
    const name = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org'];
    execFileSync('git', ['-C', own, 'add', '--all']);
    execFileSync('git', ['-C', own, ...name, 'commit', '--quiet', '-m', 'Keep the cart']);
    await button('New Worktree…');
    await pick().getByText('Pay by card').click();
    await row('STORY-002').waitFor();
    await row('1 not merged').waitFor();
    await page().mouse.move(900, 700);
    await screenshot(page(), 'worktrees');
    await quiet(view());
    await action('STORY-001', 'Remove Worktree…');
    await dialog().waitFor();
    expect(await dialog().innerText()).toMatch(
      /Remove the worktree of STORY-001\?[^]*is kept with its commits\. Not merged yet: 1[^]*none will be lost/,
    );
    expect(await dialog().getByRole('button', { name: 'Remove and Delete Branch' }).count()).toBe(0);
    await screenshot(page(), 'worktrees-remove');
    await dialog().getByRole('button', { name: 'Remove', exact: true }).click();
    await expect.poll(() => existsSync(own)).toBe(false);
    await expect.poll(() => row('STORY-001').count()).toBe(0);
    expect(git('log', '-1', '--format=%s', 'feature/STORY-001')).toBe('Keep the cart\n');
  });

  it('lists what is left behind before it is cleared away', async () => {
    rmSync(place('STORY-002'), { recursive: true });
    await runCommand(page(), 'Pactwright: Prune Deleted Worktrees…');
    await dialog().waitFor();
    expect(await dialog().innerText()).toMatch(/STORY-002: its folder is gone[^]*Branches and files are kept/);
    await screenshot(page(), 'worktrees-prune');
    await dialog().getByRole('button', { name: 'Clean Up' }).click();
    await view().locator('.welcome-view-content').getByRole('button', { name: 'New Worktree…' }).waitFor();
    expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
    expect(git('status', '--porcelain', '--branch')).toBe('## main\n');
  });
});
