import type { Frame, Page } from 'playwright-core';

/** How long the frames of a page took while something was done to it, in milliseconds, sorted. */
export async function framesDuring(page: Page | Frame, work: () => Promise<unknown>): Promise<readonly number[]> {
  const measured = await page.evaluateHandle(() => {
    const frames: number[] = [];
    let last = performance.now();
    const next = (): void => {
      const now = performance.now();
      frames.push(now - last);
      last = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
    return frames;
  });
  await work();
  return (await measured.jsonValue()).sort((a, b) => a - b);
}

/** Drags from a point in steps, each a while after the one before, as a hand does. */
export async function dragFrom(
  page: Page,
  from: { readonly x: number; readonly y: number },
  steps = 60,
): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let step = 1; step <= steps; step++) {
    await page.mouse.move(from.x + 4 * step, from.y + 2 * step);
    await page.waitForTimeout(16);
  }
  await page.mouse.up();
}
