import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Frame, FrameLocator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { gitRepository, type GitRepository } from '../support/gitRepository.js';
import { writeFiles } from '../support/temporaryFolder.js';
import { shareWorkbench } from './shareWorkbench.js';
import { runCommand, screenshot, webviewFrame } from './workbench.js';

const day = 86_400_000;
const sections = ['## 📋 Backlog', '## 🔄 In Progress', '## Review', '## ✅ Done'];
const titles = [
  'Browse the shelf',
  'Keep the cart',
  'Redeem a voucher',
  'Pay by card',
  'Send the books',
  'Say thank you',
];

/** The history of a bookshop's board: each line a day, each letter an item and where it stands (`-`: not written yet). */
const history = `
B-----
PB----
PBB---
RPB---
DPPB--
DRPB--
DDPPB-
DDPPB-
DDRPPB
DDDPPB
DDDRPB
DDDRPP
`;

function board(day_: string): string {
  const items = Array.from(day_, (letter, at) => ({ letter, id: `STORY-00${at + 1}`, title: titles[at] ?? '' }));
  const parts = sections.map((heading, at) => [
    heading,
    ...items
      .filter(({ letter }) => letter === 'BPRD'[at])
      .map(({ id, title }) => `### [${id}] ${title}\n\n- [ ] Write it`),
  ]);
  return `# Sprint Board\n\n${parts.flat().join('\n\n')}\n`;
}

describe('insights', () => {
  let repository: GitRepository | undefined;
  const { folder, page, errors } = shareWorkbench((made) => {
    repository = gitRepository(made);
    const days = history.trim().split('\n');
    const begin = Date.now() - days.length * 2 * day;
    days.forEach((line, at) => {
      repository?.commit(
        `Day ${at}`,
        { 'docs/specs/STORY-001.md': '# STORY-001: Browse the shelf\n', 'docs/product/sprint_board.md': board(line) },
        { at: begin + at * 2 * day },
      );
    });
  });
  const content = (): FrameLocator => webviewFrame(page());

  it('are a page with a table below each chart', async () => {
    await runCommand(page(), 'Pactwright: Open Insights');
    await content().getByRole('heading', { name: 'Insights: bookshop' }).waitFor();
    for (const name of ['Cumulative flow', 'Burn-up', 'Cycle time', 'Age of work in progress', 'Throughput']) {
      await content().getByRole('img', { name }).waitFor();
      expect(
        await content()
          .getByRole('table', { name: `Figures: ${name}` })
          .count(),
      ).toBe(1);
    }
    expect(await content().getByRole('table', { name: 'Figures: Cycle time' }).innerText()).toContain(
      'Redeem a voucher',
    );
    await page().keyboard.press('Control+B');
    await screenshot(page(), 'insights');
  });

  it.each([
    ['Default Light Modern', 'vscode-light'],
    ['Default High Contrast', 'vscode-high-contrast'],
    ['Default Dark Modern', 'vscode-dark'],
  ])('have nothing to object to for axe: %s', async (theme, kind) => {
    writeFiles(folder, {
      '.vscode/settings.json': JSON.stringify({ 'workbench.colorTheme': theme }),
    });
    await content().locator(`body[data-vscode-theme-kind="${kind}"]`).waitFor();
    expect(await violations(await innerFrame())).toEqual([]);
    await screenshot(page(), `insights-${kind}`);
  });

  it('can be read at twice the size, and the tables scrolled by keys', async () => {
    const frame = await innerFrame();
    const scroll = content().getByRole('group', { name: 'Figures: Cumulative flow' });
    await scroll.focus();
    await page().keyboard.press('End');
    const width = await frame.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
      return document.documentElement.scrollWidth - document.documentElement.clientWidth;
    });
    expect(width).toBe(0);
    await frame.evaluate(() => {
      document.documentElement.style.fontSize = '';
    });
  });

  it('follow what is committed', async () => {
    repository?.commit('Next', { 'docs/product/sprint_board.md': board('DDDDPP') }, { at: Date.now() });
    await content().getByRole('table', { name: 'Figures: Cycle time' }).getByText('Pay by card').waitFor();
  });

  it('break no rule of their page', () => {
    expect(errors.filter((text) => /content security policy|insights/i.test(text))).toEqual([]);
  });

  async function innerFrame(): Promise<Frame> {
    const handle = await content().locator('main').elementHandle();
    const frame = await handle.ownerFrame();
    if (!frame) throw new Error('there is no page');
    return frame;
  }
});

/**
 * What axe objects to in a page, a line each. The page runs no scripts, so that axe could not wait for anything in it: it looks at a
 * copy, with the colours that the editor has set.
 */
async function violations(frame: Frame): Promise<readonly string[]> {
  const html = await frame.evaluate(() => document.documentElement.outerHTML);
  const copy = await frame.page().context().browser()?.newPage();
  if (!copy) throw new Error('there is no browser');
  try {
    await copy.setContent(html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ''));
    await copy.addScriptTag({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') });
    const found = await copy.evaluate(async () => {
      // The script before put it there.
      const { axe } = globalThis as unknown as { axe: { run: (context: Document) => Promise<AxeResults> } };
      return axe.run(document);
    });
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`),
    );
  } finally {
    await copy.close();
  }
}
