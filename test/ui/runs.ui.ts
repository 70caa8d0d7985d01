import path from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Packet, RunEvent, StepName } from '../../server/src/runs/event.js';
import { listProcesses } from '../../server/src/host/processTable.js';
import { gitRepository } from '../support/gitRepository.js';
import { writeRun, type WrittenRun } from '../support/writtenRun.js';
import { shareWorkbench } from './shareWorkbench.js';
import { axeViolations } from './axe.js';
import { openNotification, quiet, runCommand, screenshot, showBoard, useTheme, webviewFrame } from './workbench.js';

const packet = (id: string, title: string, needs: readonly string[] = []): Packet => ({
  id,
  title,
  needs,
  touches: [],
  resources: [],
});

const packets = [
  packet('STORY-001', 'Keep the cart'),
  packet('STORY-002', 'Pay by card'),
  packet('STORY-003', 'Send a receipt', ['STORY-001', 'STORY-002']),
];

const begins = (id: string, step: StepName, number: number): RunEvent => ({
  kind: 'started',
  key: `${id}/${step}/${number}`,
  packet: id,
  step,
});
const ends = (id: string, step: StepName, number: number, result: object): RunEvent => ({
  kind: 'ended',
  key: `${id}/${step}/${number}`,
  packet: id,
  result: { outcome: 'passed', ...result },
});

describe('runs in the workbench', () => {
  let run: WrittenRun | undefined;
  const { page, folder } = shareWorkbench((made) => {
    const repository = gitRepository(made);
    repository.commit('Begin', {
      'docs/specs/STORY-001.md': '# STORY-001: Keep the cart\n',
      'docs/product/sprint_board.md': '# Sprint Board\n\n## 📋 Backlog\n\n## 🔄 In Progress\n\n## ✅ Done\n',
    });
    // What agents have done so far: a branch of each item that was begun, one of them with its worktree.
    for (const [id, file] of [
      ['STORY-001', 'src/cart.js'],
      ['STORY-002', 'src/pay.js'],
    ] as const) {
      repository.git('switch', '--quiet', '--create', `feature/${id}`, 'main');
      repository.commit(`Begin ${id}`, { [file]: `export const id = '${id}';\n` });
    }
    repository.git('switch', '--quiet', 'main');
    repository.git('worktree', 'add', '--quiet', worktree(made), 'feature/STORY-002');
    run = writeRun(made, packets, { dollars: 10 });
  });
  const worktree = (made: string): string => path.join(path.dirname(made), 'worktree of 2');
  const graph = (): FrameLocator => webviewFrame(page());
  const view = (): Locator => page().locator('.pane', { has: page().locator('.pane-header[aria-label^="Runs"]') });
  const row = (text: string): Locator => view().locator('.monaco-list-row').filter({ hasText: text }).first();

  it('show waves, what each item waits for, and follow what happens', async () => {
    // This process takes the place of an engine, so the run lives as long as the test.
    const [self] = await listProcesses([process.pid]);
    const engine = { pid: process.pid, startedAt: self?.startedAt ?? '' };
    run?.say({ kind: 'engine', process: engine }, begins('STORY-001', 'build', 1), begins('STORY-002', 'build', 1));
    await showBoard(page());
    for (const other of ['Sprint Board', 'Work']) await page().locator(`.pane-header[aria-label^="${other}"]`).click();
    await runCommand(page(), 'Pactwright: Focus on Runs View');
    await row('running · 0 of 3 merged · $0.00 of $10.00').waitFor();
    await row('waiting · waits for STORY-001, STORY-002').waitFor();
    run?.say(
      ends('STORY-001', 'build', 1, { dollars: 0.4 }),
      begins('STORY-001', 'review', 2),
      ends('STORY-001', 'review', 2, { dollars: 0.1 }),
      begins('STORY-001', 'merge', 3),
      ends('STORY-001', 'merge', 3, { commit: 'a'.repeat(40) }),
      begins('STORY-001', 'clean', 4),
      ends('STORY-001', 'clean', 4, {}),
      ends('STORY-002', 'build', 1, { outcome: 'asks', question: 'Which bank?', dollars: 0.2 }),
    );
    await row('running · 1 of 3 merged · $0.70 of $10.00').waitFor();
    await openNotification(page(), 'STORY-002 needs an answer: Which bank?');
    await quiet(view());
    await screenshot(page(), 'runs');
  });

  it('are drawn as a graph with their log, and worked on from there', async () => {
    await runCommand(page(), 'Notifications: Clear All Notifications');
    await runCommand(page(), 'Pactwright: Show Graph of Run');
    const status = graph().locator('header .status');
    await expect.poll(() => status.innerText()).toBe('running · 1 of 3 merged · $0.70 of $10.00');
    await expect.poll(() => graph().locator('.log p').last().innerText()).toMatch(/STORY-002 asks: Which bank\?$/u);
    await graph().getByRole('application').focus();
    await page().keyboard.press('ArrowDown');
    await graph().getByText('STORY-001: Keep the cart').waitFor();
    await page().keyboard.press('ArrowRight');
    await graph().getByText('STORY-002: Pay by card').waitFor();
    await graph().getByText('needs an answer · Which bank?').waitFor();
    expect(await axeViolations(graph())).toEqual([]);
    await page().keyboard.press('Control+b');
    await quiet(page().locator('.editor-group-container'));
    await screenshot(page(), 'run-graph');
    await useTheme(page(), 'Dark High Contrast');
    expect(await axeViolations(graph())).toEqual([]);
    await screenshot(page(), 'run-graph-contrast');
    await useTheme(page(), 'Light Modern');
    await page().keyboard.press('Control+b');
  });

  it('open the worktree of a packet in a window of its own', async () => {
    const opened = page().waitForEvent('popup');
    await graph().getByRole('button', { name: 'Open Worktree' }).click();
    const other = await opened;
    await other.locator('.monaco-workbench').waitFor();
    expect(new URL(other.url()).searchParams.get('folder')).toBe(worktree(folder));
    await other.close();
  });

  it('compare the branches of two packets in the diff of VS Code', async () => {
    await graph().getByRole('button', { name: 'Compare…' }).click();
    const pick = page().locator('.quick-input-widget');
    await pick.getByText('STORY-001: branch').click();
    await page().getByRole('tab', { name: 'STORY-001: branch ↔ STORY-002: branch' }).waitFor();
    for (const file of ['cart.js', 'pay.js'])
      await page().locator('.multiDiffEntry').filter({ hasText: file }).first().waitFor();
    await quiet(page().locator('.editor-group-container'));
    await screenshot(page(), 'run-compare');
    await runCommand(page(), 'View: Close All Editors');
  });

  it('are paused from their row, and answered', async () => {
    await row('running · 1 of 3').hover();
    await row('running · 1 of 3').getByRole('button', { name: 'Pause Run' }).click();
    await row('paused · 1 of 3').waitFor();
    await row('needs an answer').hover();
    await row('needs an answer').getByRole('button', { name: 'Answer or Try Again…' }).click();
    const pick = page().locator('.quick-input-widget');
    await pick.getByText('Try Again…').click();
    await pick.locator('input').fill('The one we have');
    await pick.locator('input').press('Enter');
    await expect.poll(() => row('needs an answer').count()).toBe(0);
  });
});
