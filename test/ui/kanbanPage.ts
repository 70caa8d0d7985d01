import type { FrameLocator, Locator, Page } from 'playwright-core';
import { webviewFrame } from './workbench.js';

/** The board's page in a workbench, with what tests do on it. */
export interface KanbanPage {
  readonly frame: FrameLocator;
  readonly column: (name: string) => Locator;
  readonly card: (id: string) => Locator;
  /** The ids of a column's cards, from above. */
  readonly ids: (name: string) => Promise<string[]>;
  /** Id of the active card of the list that has the focus. */
  readonly active: () => Promise<string>;
  /** By the mouse, to the upper or lower end of where it goes. */
  readonly drag: (from: Locator, to: Locator, options?: { readonly below?: boolean }) => Promise<void>;
}

export function kanbanOf(page: Page): KanbanPage {
  const frame = webviewFrame(page);
  const column = (name: string): Locator =>
    frame.locator('.column').filter({ has: frame.getByRole('heading', { name, exact: true }) });
  return {
    frame,
    column,
    card: (id) => frame.locator('.board .card').filter({ has: frame.getByText(id, { exact: true }) }),
    ids: (name) => column(name).locator('.card .id').allInnerTexts(),
    active: () => frame.locator('.cards:focus .card.active .id').innerText(),
    drag: async (from, to, { below = false } = {}) => {
      await from.scrollIntoViewIfNeeded();
      const start = await from.boundingBox();
      const end = await to.boundingBox();
      if (!start || !end) throw new Error('nothing to drag, or nowhere to');
      await page.mouse.move(start.x + 30, start.y + 30);
      await page.mouse.down();
      await page.mouse.move(start.x + 40, start.y + 40, { steps: 3 });
      await page.mouse.move(end.x + 40, below ? end.y + end.height - 4 : end.y + 8, { steps: 8 });
      await page.mouse.up();
    },
  };
}
