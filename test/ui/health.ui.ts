import type { FrameLocator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { gitRepository } from '../support/gitRepository.js';
import { axeViolationsOfCopy } from './axe.js';
import { shareWorkbench } from './shareWorkbench.js';
import { activeFile, editorHasFocus, runCommand, screenshot, useTheme, webviewFrame } from './workbench.js';

const board =
  '# Sprint Board\n\n## 📋 Backlog\n\n### [STORY-001] Pay\n> Spec: docs/specs/STORY-001.md\n\n- [ ] Pay\n\n## 🔄 In Progress\n\n## ✅ Done\n';

describe('project health', () => {
  const { page, errors } = shareWorkbench((made) => {
    const repository = gitRepository(made);
    repository.commit('Begin', {
      '.gitignore': 'coverage\n',
      '.pactwright/config.yaml': 'gates: {}\n',
      'docs/product/sprint_board.md': board,
      'src/cart.ts': 'export const total = 1;\n',
      'test/cart.test.ts': "import { total } from '../src/cart.js';\ntest('total', () => total);\n",
    });
    repository.write({
      'src/cart.ts': 'export const total = 2;\nexport const rest = 3;\n',
      'coverage/lcov.info': 'SF:src/cart.ts\nDA:1,1\nDA:2,0\nDA:3,0\nend_of_record\n',
    });
  });
  const frame = (): FrameLocator => webviewFrame(page());

  it('lists what is wrong with its place, and puts right what a person lets it', async () => {
    await runCommand(page(), 'Pactwright: Show Project Health');
    const finding = frame().locator('li').filter({ hasText: 'merge driver' });
    await finding.waitFor();
    await frame().locator('li').filter({ hasText: 'STORY-001' }).first().waitFor();
    expect(await axeViolationsOfCopy(frame())).toEqual([]);
    await screenshot(page(), 'health-doctor');
    await finding.getByRole('link', { name: 'Install merge driver' }).click();
    await page().locator('.monaco-dialog-box').getByText('pactwright merge-driver --install').waitFor();
    await page().locator('.monaco-dialog-box').getByRole('button', { name: 'Run' }).click();
    await expect.poll(() => frame().locator('li').filter({ hasText: 'merge driver' }).count()).toBe(0);
  });

  it('opens the place of a finding', async () => {
    await frame().locator('a.place').filter({ hasText: 'sprint_board.md' }).first().click();
    await activeFile(page(), 'sprint_board.md').waitFor();
    await editorHasFocus(page());
  });

  it('shows the tests of a change, and what tests cover', async () => {
    await runCommand(page(), 'View: Close All Editors');
    await runCommand(page(), 'Pactwright: Show Tests for Changes');
    await frame().getByText('Run the tests below.').waitFor();
    await frame().getByText('test/cart.test.ts').waitFor();
    await screenshot(page(), 'health-regression');
    await runCommand(page(), 'Pactwright: Show Test Coverage');
    await frame().locator('li').filter({ hasText: '33 %' }).waitFor();
    await useTheme(page(), 'Dark High Contrast');
    expect(await axeViolationsOfCopy(frame())).toEqual([]);
    await screenshot(page(), 'health-coverage-contrast');
  });

  it('leaves no error in the log', () => {
    expect(errors.filter((text) => /content security policy|health/i.test(text))).toEqual([]);
  });
});
