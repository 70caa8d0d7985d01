import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Frame, FrameLocator } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What is VS Code's own in a page that its Markdown preview renders: the document around the text, and the colors of code, which come
 * from its highlighter.
 */
export const ofMarkdownPreview = ['color-contrast', 'document-title', 'html-has-lang', 'landmark-one-main', 'region'];

/**
 * What axe-core finds wrong with a page in a frame, one line for each element.
 *
 * @param without rules of axe-core that are not asked.
 */
export async function axeViolations(frame: FrameLocator, without: readonly string[] = []): Promise<readonly string[]> {
  const body = await frame.locator('body').elementHandle();
  const inner = await body.ownerFrame();
  if (!inner) throw new Error('the frame is gone');
  return violationsIn(inner, without);
}

/** The same for a page that may run no script, where axe-core never comes to an end: of a copy as it is shown. */
export async function axeViolationsOfCopy(frame: FrameLocator): Promise<readonly string[]> {
  const body = await frame.locator('body').elementHandle();
  const inner = await body.ownerFrame();
  if (!inner) throw new Error('the frame is gone');
  const browser = inner.page().context().browser();
  if (!browser) throw new Error('the browser is gone');
  const copy = await browser.newPage();
  try {
    await copy.setContent(await inner.content());
    // The page itself lets the editor's background through.
    await copy.evaluate('document.documentElement.style.background = "var(--vscode-editor-background)"');
    return await violationsIn(copy.mainFrame());
  } finally {
    await copy.close();
  }
}

async function violationsIn(inner: Frame, without: readonly string[] = []): Promise<readonly string[]> {
  // Evaluated by the browser's debugger: the page's own policy lets no script in.
  await inner.evaluate(source);
  const options = {
    resultTypes: ['violations'],
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
  };
  const { violations, passes } = await inner.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  if (passes.length === 0) throw new Error('axe-core looked at nothing');
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary ?? ''}`),
  );
}
