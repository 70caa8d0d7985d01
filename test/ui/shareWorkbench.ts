import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { makeDemo } from '../../scripts/lib/demo.mjs';
import { openWorkbench, type Workbench, type WorkbenchOptions } from './workbench.js';

export interface SharedWorkbench {
  /** The folder that is open; it and the one around it are gone after the tests. */
  readonly folder: string;
  readonly page: () => Page;
  /** What the pages of the window have told of errors so far. */
  readonly errors: readonly string[];
}

/**
 * One workbench for all tests of a `describe`.
 *
 * @param prepare makes the folder; by default the demo project.
 * @param optionsOf what else it is opened with; asked after `prepare`.
 */
export function shareWorkbench(
  prepare: (folder: string) => unknown = makeDemo,
  optionsOf: (folder: string) => WorkbenchOptions = () => ({}),
): SharedWorkbench {
  const temporary = mkdtempSync(path.join(os.tmpdir(), 'pactwright-ui-'));
  const folder = path.join(temporary, 'bookshop');
  const errors: string[] = [];
  let workbench: Workbench | undefined;
  const page = (): Page => {
    if (!workbench) throw new Error('the workbench did not open');
    return workbench.page;
  };
  beforeAll(async () => {
    await prepare(folder);
    workbench = await openWorkbench({ ...optionsOf(folder), folder });
    page().on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page().on('pageerror', (error) => errors.push(error.message));
  });
  afterAll(async () => {
    await workbench?.close();
    rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
  });
  return { folder, page, errors };
}
