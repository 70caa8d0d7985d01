import type { Locator, Page } from 'playwright-core';

/** A finger as the browser reports one. */
interface Finger {
  readonly down: (on: Locator) => Promise<void>;
  readonly moveTo: (place: Locator) => Promise<void>;
  readonly up: () => Promise<void>;
  readonly gone: () => Promise<void>;
}

export async function fingerOn(page: Page): Promise<Finger> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 });
  let at = { x: 0, y: 0 };
  const middleOf = async (place: Locator): Promise<typeof at> => {
    const box = await place.boundingBox();
    if (!box) throw new Error('nothing to touch');
    return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + Math.min(box.height / 2, 40)) };
  };
  return {
    down: async (on) => {
      at = await middleOf(on);
      await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
    },
    moveTo: async (place) => {
      const from = at;
      const to = await middleOf(place);
      for (let step = 1; step <= 8; step++) {
        at = { x: from.x + ((to.x - from.x) * step) / 8, y: from.y + ((to.y - from.y) * step) / 8 };
        await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at] });
      }
    },
    up: async () => {
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    },
    gone: async () => {
      await session.send('Emulation.setTouchEmulationEnabled', { enabled: false });
      await session.detach();
    },
  };
}
