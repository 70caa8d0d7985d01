import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { repository } from '../../../scripts/lib/repository.mjs';
import { makeGatedHistory } from '../../host/gatedHistory.js';
import { fakeClaude } from '../fakeClaude.js';
import { kanbanOf } from '../kanbanPage.js';
import { packedExtension } from '../packedExtension.js';
import { shareWorkbench } from '../shareWorkbench.js';
import { patience, shownTerminal } from '../terminal.js';
import {
  activeFile,
  activeGroup,
  answerText,
  askCommand,
  askedText,
  boardRows,
  editorLine,
  lightBulb,
  quiet,
  runCommand,
  screenshot,
  showBoard,
  squiggles,
} from '../workbench.js';

const spec = 'docs/specs/STORY-002.md';
const board = 'docs/product/sprint_board.md';

/**
 * What people do every day, once each, with the extension that they install. The other files show the same views with all they can do.
 */
describe('the installed extension', () => {
  const outside = mkdtempSync(path.join(os.tmpdir(), 'pactwright-agents-'));
  const env = fakeClaude(outside);
  writeFileSync(path.join(outside, 'script'), 'well\n');
  afterAll(() => {
    rmSync(outside, { recursive: true, force: true, maxRetries: 5 });
  });
  const extension = packedExtension();
  const { folder, page } = shareWorkbench(
    (made) => {
      cpSync(path.join(repository, 'test/host/projects/gated'), made, { recursive: true });
      makeGatedHistory(made);
      const file = path.join(made, spec);
      writeFileSync(file, readFileSync(file, 'utf8').replace('| Status | In Progress |', '| Status | In-Progress |'));
    },
    () => ({ env, extension }),
  );
  const onDisk = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
  const row = (view: string, text: RegExp | string): Locator =>
    page().locator(`[aria-label="${view}"] .monaco-list-row`).filter({ hasText: text }).first();
  const terminal = shownTerminal(page);
  const step = (title: string): Locator =>
    page().locator('.gettingStartedCategoriesContainer, .getting-started-step', { hasText: title }).last();

  it('is small', () => {
    const zip = readFileSync(extension.vsix);
    // The grammars of tree-sitter are a third of it, and the reader of shell commands is in both the server and the command line.
    expect(zip.length).toBeLessThanOrEqual(4.25 * 1024 * 1024);
    // The number of files stands in the record that ends every zip file.
    const end = zip.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
    expect(zip.readUInt16LE(end + 10)).toBeLessThanOrEqual(100);
  });

  it('has a walkthrough, which ends with a finding fixed', async () => {
    await runCommand(page(), 'Pactwright: Open Walkthrough');
    await step('Open a project').waitFor();
    await step('Fix a finding').click();
    await screenshot(page(), 'walkthrough');
    expect(await step('Fix a finding').locator('.codicon.complete').count()).toBe(0);
    await page().getByRole('button', { name: 'Go to a Finding' }).click();
    await activeFile(page(), 'STORY-002.md').waitFor();
    await squiggles(page(), 'warning').first().waitFor();
    await lightBulb(page()).waitFor();
    await quiet(activeGroup(page()));
    await page().keyboard.press('Control+.');
    await page().locator('.context-view .action-widget', { hasText: 'Quick Fix' }).waitFor();
    await screenshot(page(), 'walkthrough-fixes');
    await page().keyboard.press('Enter');
    await editorLine(page(), '| Status | In Progress |').waitFor();
    await page().keyboard.press('Control+S');
    await expect.poll(() => onDisk(spec)).toContain('| Status | In Progress |');
    await runCommand(page(), 'Pactwright: Open Walkthrough');
    await step('Fix a finding').locator('.codicon.complete').waitFor();
    await screenshot(page(), 'walkthrough-done');
  });

  it('asks a gate, shows what blocks an item, and leads there', async () => {
    await showBoard(page());
    await boardRows(page()).filter({ hasText: 'STORY-002' }).first().waitFor();
    await runCommand(page(), 'Pactwright: Focus on Gates View');
    await row('Gates', 'STORY-002').hover();
    await row('Gates', 'STORY-002').getByRole('button', { name: 'Run Gate…' }).click();
    await page().locator('.quick-input-widget').getByText('Can the item be moved to Done?').waitFor();
    await askedText(page()).press('Enter');
    await row('Gates', 'tests-pass').or(row('Gates', 'done: blocked by')).first().waitFor();
    await row('Gates', 'done: blocked by').waitFor();
    await row('Gates', 'tasks').locator('.monaco-tl-twistie.collapsed').click();
    await row('Gates', '"Test both criteria" is not ticked').click();
    await activeFile(page(), 'sprint_board.md').waitFor();
    await editorLine(page(), '[ ] Test both criteria').waitFor();
  });

  it('moves a card on the board, which is saved', async () => {
    await runCommand(page(), 'Pactwright: Open Board');
    const { card, column, drag, ids } = kanbanOf(page());
    await drag(card('STORY-002'), column('Backlog').locator('.cards'));
    await expect.poll(() => ids('Backlog')).toEqual(['STORY-002']);
    await expect.poll(() => onDisk(board)).toMatch(/Backlog[^]*\[STORY-002\][^]*In Progress/u);
  });

  it('starts an agent for a phase, once a person has seen its command, and shows how it ended', async () => {
    await askCommand(page(), 'Pactwright: Start Phase…');
    await askedText(page()).fill('cause of a problem');
    await page().locator('.quick-input-widget .monaco-list-row', { hasText: 'Finds the cause' }).click();
    await answerText(page(), /What is it about/u, 'Why is the cart empty?');
    await page().locator('.quick-input-widget .monaco-list-row', { hasText: 'Claude Code' }).click();
    await terminal.answer(/Start it\?.*\[N\]o/u, 'y');
    await runCommand(page(), 'Pactwright: Focus on Agents View');
    await row('Agents', /^debug.*finished/u).waitFor(patience);
    expect(readFileSync(path.join(outside, 'record'), 'utf8')).toContain('Why is the cart empty?');
  });
});
