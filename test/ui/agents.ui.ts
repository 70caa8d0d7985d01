import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { gitRepository } from '../support/gitRepository.js';
import { fakeClaude } from './fakeClaude.js';
import { kanbanOf } from './kanbanPage.js';
import { shareWorkbench } from './shareWorkbench.js';
import { patience, shownTerminal } from './terminal.js';
import {
  activeFile,
  answerText,
  askCommand,
  askedText,
  chooseInMenu,
  runCommand,
  screenshot,
  showBoard,
} from './workbench.js';

/** Some 200 KB in many lines, with all that a shell, a terminal or a template could take for its own. */
const longPrompt = Array.from(
  { length: 3_500 },
  (_, line) => `${line}: "; rm -rf ~ #$(x) \`id\` %PATH% {{spec.path}} \\ ü 日本 \u{1F600}\t'`,
).join('\n');

describe('what can be done with agents in the workbench', () => {
  const outside = mkdtempSync(path.join(os.tmpdir(), 'pactwright-agents-'));
  const env = fakeClaude(outside);
  writeFileSync(path.join(outside, 'script'), 'well\n');
  afterAll(() => {
    rmSync(outside, { recursive: true, force: true, maxRetries: 5 });
  });
  const { folder, page } = shareWorkbench(
    (made) => {
      gitRepository(made).commit('Begin', {
        'docs/specs/STORY-001.md': '# STORY-001: Keep the cart\n',
        'docs/product/sprint_board.md': '## 📋 Backlog\n\n### [STORY-001] Keep the cart\n\n- [ ] Model\n',
      });
      // Short, as what is typed has to fit into a line.
      writeFileSync(path.join(made, '.git/prompt'), longPrompt);
    },
    () => ({ env }),
  );
  const terminal = shownTerminal(page);
  const view = (): Locator => page().locator('.pane', { has: page().locator('.pane-header[aria-label^="Agents"]') });
  const row = (text: string | RegExp): Locator => view().locator('.monaco-list-row').filter({ hasText: text }).first();
  const quickRow = (text: string): Locator =>
    page().locator('.quick-input-widget .monaco-list-row', { hasText: text }).first();

  it('starts one in a terminal, where `pactwright` is known, with a prompt of 200 KB, byte for byte', async () => {
    await showBoard(page());
    await runCommand(page(), 'Terminal: Create New Terminal');
    await terminal.type('pactwright agent run --agent claude --prompt-file .git/prompt');
    await terminal.answer(/Start it\?.*\[N\]o/u, 'y');
    await runCommand(page(), 'Pactwright: Focus on Agents View');
    await row('Finished').waitFor(patience);
    const record = readFileSync(env['FAKE_AGENT_RECORD'] ?? '', 'utf8')
      .trim()
      .split('\n');
    const { read } = JSON.parse(record.at(-1) ?? '{}') as { readonly read?: string };
    expect(longPrompt.length).toBeGreaterThan(200_000);
    expect(read).toBe(longPrompt);
  });

  it('copies the command, as a shell takes it', async () => {
    await page().context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await row(/finished/u).click({ button: 'right' });
    await chooseInMenu(page(), 'Copy Agent Command');
    const copied = (): Promise<string> => page().evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toMatch(/claude'? .*--allowedTools/u);
  });

  it('opens the transcript that an agent has told of', async () => {
    writeFileSync(path.join(folder, 'transcript.jsonl'), '{"type":"user"}\n');
    await row(/finished/u).click({ button: 'right' });
    await chooseInMenu(page(), 'Open Agent Transcript');
    await activeFile(page(), 'transcript.jsonl').waitFor();
  });

  it('starts a phase from the menu of a card', async () => {
    await runCommand(page(), 'Pactwright: Open Board');
    const { card } = kanbanOf(page());
    await card('STORY-001').click({ button: 'right' });
    await page().locator('.monaco-menu').getByText('Start Phase').first().waitFor();
    await chooseInMenu(page(), 'Start Phase');
    // Those of an item, not all.
    await quickRow('Builds what the spec says').waitFor();
    expect(await quickRow('Releases finished items').count()).toBe(0);
    await page().keyboard.press('Escape');
  });

  it('lets a person choose the model of an agent, and tells the agent', async () => {
    await askCommand(page(), 'Pactwright: Start Phase…');
    await askedText(page()).fill('cause of a problem');
    await quickRow('Finds the cause of a problem').click();
    await answerText(page(), /What is it about/u, 'Why is the cart empty?');
    await quickRow('Claude Code').hover();
    await quickRow('Claude Code').getByRole('button', { name: 'Choose Model…' }).click();
    await quickRow('sonnet').click();
    await quickRow('· sonnet').waitFor();
    await screenshot(page(), 'agents-model');
    await quickRow('Claude Code').click();
    await terminal.answer(/--model=sonnet.*Start it\?.*\[N\]o\s*$/u, '');
    await terminal.answer(/Press Enter to close this terminal/u, '');
  });

  it('answers what an agent asks, and the agent goes on with it', async () => {
    const steps = env['FAKE_AGENT_STEPS'] ?? '';
    const known = JSON.parse(readFileSync(steps, 'utf8')) as object;
    const question = 'QUESTION: Do prices have two decimals, or as many as the currency?';
    writeFileSync(steps, JSON.stringify({ ...known, 'debug:asks': [{ say: question }] }));
    writeFileSync(path.join(outside, 'script'), 'asks\n');
    await terminal.type('pactwright phase debug --about Prices --headless --agent claude');
    const asking = row('Do prices have two decimals');
    await asking.waitFor(patience);
    expect(await asking.textContent()).toContain('asks you: Do prices');
    await asking.hover();
    await screenshot(page(), 'agents-question');
    writeFileSync(path.join(outside, 'script'), 'well\n');
    await asking.getByRole('button', { name: 'Answer Agent…' }).click();
    await answerText(page(), /Do prices have two decimals/u, 'As many as the currency');
    await asking.waitFor({ state: 'detached', ...patience });
    const heard = (): string => readFileSync(env['FAKE_AGENT_RECORD'] ?? '', 'utf8');
    await expect.poll(heard, patience).toContain('The person answers:\\n\\nAs many as the currency');
    await terminal.answer(/Press Enter to close this terminal/u, '');
  });

  it('shows on a card that an agent is at its item', async () => {
    const mark = kanbanOf(page()).card('STORY-001').locator('.mark', { hasText: 'An agent is working' });
    expect(await mark.count()).toBe(0);
    writeFileSync(path.join(outside, 'script'), 'hang\n');
    // Where that one is gone, the first is shown again.
    await terminal.type('pactwright agent run --agent claude --item STORY-001 --prompt-file .git/prompt');
    await terminal.answer(/Start it\?.*\[N\]o\s*$/u, 'y');
    await mark.waitFor(patience);
    await screenshot(page(), 'kanban-agent');
    await row(/running/u).hover();
    await row(/running/u)
      .getByRole('button', { name: 'Stop Agent…' })
      .click();
    await page().locator('.monaco-dialog-box').getByRole('button', { name: 'Stop Agent' }).click();
    await mark.waitFor({ state: 'detached', ...patience });
  });
});
