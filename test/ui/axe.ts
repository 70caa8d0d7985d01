import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { FrameLocator } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core finds wrong with a page in a frame, one line for each element. */
export async function axeViolations(frame: FrameLocator): Promise<readonly string[]> {
  const body = await frame.locator('body').elementHandle();
  const inner = await body.ownerFrame();
  if (!inner) throw new Error('the frame is gone');
  // Evaluated by the browser's debugger: the page's own policy lets no script in.
  await inner.evaluate(source);
  const { violations, passes } = await inner.evaluate<AxeResults>('axe.run(document, { resultTypes: ["violations"] })');
  if (passes.length === 0) throw new Error('axe-core looked at nothing');
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary ?? ''}`),
  );
}
