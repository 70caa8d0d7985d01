import path from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { findBrowser, launchBrowser } from '../../scripts/host/browser.mjs';
import { repository } from '../../scripts/lib/repository.mjs';

export interface BuiltPage {
  readonly page: Page;
  /** Sends a message and answers how long it took until it was painted, in milliseconds. */
  readonly send: (message: unknown) => Promise<number>;
  /** The processor time that the page has taken so far: scripts, layout and painting, in milliseconds. */
  readonly processor: () => Promise<number>;
  /** What the page has posted so far. */
  readonly posted: () => Promise<readonly unknown[]>;
  readonly close: () => Promise<void>;
}

/**
 * A page of ours in a browser, without VS Code around it.
 *
 * @param folder of its sources, in `client/webview`. @param style its style. @param source what is run in place of `main.js` alone.
 */
export async function openBuiltPage(folder: string, style: string, source = "import './main.js';"): Promise<BuiltPage> {
  const resolveDir = path.join(repository, 'client/webview', folder);
  const options = { bundle: true, write: false, minify: true, outdir: 'out', absWorkingDir: repository } as const;
  const script = await build({ ...options, stdin: { contents: source, resolveDir, loader: 'ts' }, format: 'iife' });
  const styles = await build({
    ...options,
    entryPoints: [path.join(resolveDir, style)],
    loader: { '.ttf': 'empty' },
  });
  const browser = await launchBrowser(await findBrowser());
  const page = await browser.newPage({ viewport: { width: 1_280, height: 800 } });
  await page.setContent('<!DOCTYPE html><html lang="en"><head></head><body></body></html>');
  await page.evaluate(() => {
    const posted: unknown[] = [];
    const api = {
      postMessage: (message: unknown) => posted.push(message),
      getState: () => undefined,
      setState: () => undefined,
    };
    Object.assign(window, { posted, acquireVsCodeApi: () => api });
  });
  await page.addStyleTag({ content: styles.outputFiles.find(({ path: file }) => file.endsWith('.css'))?.text ?? '' });
  await page.addScriptTag({ content: script.outputFiles[0]?.text ?? '' });
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return {
    page,
    processor: async () => {
      const { metrics } = await devTools.send('Performance.getMetrics');
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
    },
    send: (message) =>
      page.evaluate(
        (data) =>
          new Promise<number>((painted) => {
            const began = performance.now();
            window.postMessage(data, '*');
            // The second frame begins once the first one is painted.
            setTimeout(() =>
              requestAnimationFrame(() => requestAnimationFrame(() => painted(performance.now() - began))),
            );
          }),
        message,
      ),
    posted: () => page.evaluate(() => (window as unknown as { readonly posted: unknown[] }).posted), // made above
    close: () => browser.close(),
  };
}
