import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect } from 'vitest';
import { quiet } from './workbench.js';

/** A process starts, works, and a gate runs tests, on a machine that may have much else to do. */
export const patience = { timeout: 60_000 };

/** What a shell shows that reads a line. */
const prompt = /[$#]\s*$/u;

/** The terminal that is shown. */
export interface ShownTerminal {
  /** Waits until it shows a text; its lines are put together, as it breaks them where it ends. */
  readonly showing: (text: RegExp) => Promise<void>;
  /** Answers a question with a line, once it is asked. */
  readonly answer: (question: RegExp, line: string) => Promise<void>;
  /** Types a line at the shell's prompt. */
  readonly type: (line: string) => Promise<void>;
  /** Waits until the one that showed the last text is closed: after a reload VS Code may have opened one of its own. */
  readonly gone: () => Promise<void>;
}

/**
 * Called where a `describe` begins: once a test waited in vain for the terminal, those after it are skipped.
 *
 * @param longest how long it may take until something shows.
 */
export function shownTerminal(page: () => Page, longest = patience): ShownTerminal {
  const terminal = (): Locator => page().locator('.terminal-wrapper.active');
  // Keys are given to it by name: a page of the window may take the focus meanwhile.
  const keys = (): Locator => terminal().locator('.xterm-helper-textarea');
  const shown = async (): Promise<string> =>
    (await terminal().locator('.xterm-rows').innerText({ timeout: 5_000 }))
      .replaceAll('\u00A0', ' ')
      .replaceAll('\n', '');
  let stuck: string | undefined;
  let last = prompt;
  const showing = async (text: RegExp): Promise<void> => {
    stuck = String(text);
    last = text;
    await expect.poll(() => shown().catch(String), longest).toMatch(text);
    stuck = undefined;
  };
  // What is in the way of one test is in the way of the next, for a minute each.
  beforeEach(({ skip }) => {
    if (stuck !== undefined) skip(`the terminal did not show ${stuck} in a test before`);
  });
  const write = async (line: string): Promise<void> => {
    if (line !== '') await keys().pressSequentially(line);
    await keys().press('Enter');
  };
  return {
    showing,
    answer: async (question, line) => {
      await showing(question);
      await write(line);
    },
    type: async (line) => {
      // VS Code starts the shell of an unused terminal again where an extension adds to its environment, and what was typed is lost.
      await showing(prompt);
      await quiet(terminal());
      await showing(prompt);
      await write(line);
    },
    gone: () => expect.poll(() => shown().catch(() => ''), longest).not.toMatch(last),
  };
}
