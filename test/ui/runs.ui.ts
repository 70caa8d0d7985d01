import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Packet, RunEvent, StepName } from '../../server/src/runs/event.js';
import { listProcesses } from '../../server/src/host/processTable.js';
import { gitRepository } from '../support/gitRepository.js';
import { writeRun, type WrittenRun } from '../support/writtenRun.js';
import { shareWorkbench } from './shareWorkbench.js';
import { openNotification, quiet, runCommand, screenshot, showBoard } from './workbench.js';

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
  const { page } = shareWorkbench((made) => {
    gitRepository(made).commit('Begin', {
      'docs/specs/STORY-001.md': '# STORY-001: Keep the cart\n',
      'docs/product/sprint_board.md': '# Sprint Board\n\n## 📋 Backlog\n\n## 🔄 In Progress\n\n## ✅ Done\n',
    });
    run = writeRun(made, packets, { dollars: 10 });
  });
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
