import type { Locator, Page } from 'playwright-core';
import { expect, vi } from 'vitest';

/** A process starts, works, and a gate runs tests, on a machine that may have much else to do. */
export const patience = { timeout: 60_000 };

/** The terminal that is shown. */
export interface ShownTerminal {
  /** Waits until it shows a text; its lines are put together, as it breaks them where it ends. */
  readonly showing: (text: RegExp) => Promise<void>;
  /** Answers a question with a line, once it is asked. */
  readonly answer: (question: RegExp, line: string) => Promise<void>;
  /** Types a line, and again until it shows: a shell that is still starting throws away what is typed. */
  readonly type: (line: string) => Promise<void>;
  /** Waits until there is none. */
  readonly gone: () => Promise<void>;
}

export function shownTerminal(page: () => Page): ShownTerminal {
  const terminal = (): Locator => page().locator('.terminal-wrapper.active');
  // Keys are given to it by name: a page of the window may take the focus meanwhile.
  const keys = (): Locator => terminal().locator('.xterm-helper-textarea');
  const shown = async (): Promise<string> =>
    (await terminal().locator('.xterm-rows').innerText({ timeout: 5_000 }))
      .replaceAll('\u00A0', ' ')
      .replaceAll('\n', '');
  const showing = async (text: RegExp): Promise<void> => {
    await expect.poll(() => shown().catch(String), patience).toMatch(text);
  };
  const write = async (line: string): Promise<void> => {
    if (line !== '') await keys().pressSequentially(line);
  };
  return {
    showing,
    answer: async (question, line) => {
      await showing(question);
      await write(line);
      await keys().press('Enter');
    },
    type: async (line) => {
      await vi.waitFor(async () => {
        await keys().press('Control+U', { timeout: 5_000 });
        await write(line);
        await expect.poll(shown, { timeout: 3_000 }).toContain(line);
      }, patience);
      await keys().press('Enter');
    },
    gone: () => terminal().waitFor({ state: 'hidden' }),
  };
}
