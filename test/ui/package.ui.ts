import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeDemo } from '../../scripts/lib/demo.mjs';
import { cleanEnvironment, run } from '../../scripts/lib/processes.mjs';
import { repository } from '../../scripts/lib/repository.mjs';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { openFile, openWorkbench, squiggles } from './workbench.js';

describe('the packaged extension', () => {
  const vsix = path.join(repository, 'pactwright.vsix');

  beforeAll(async () => {
    // `npm test` has a step for it.
    if (process.env['PACTWRIGHT_BUILT'] !== undefined) return;
    const { code, output } = await run('npm', ['run', '--silent', 'package'], {
      cwd: repository,
      env: cleanEnvironment(),
    });
    expect(code, output).toBe(0);
  });

  it('is small', () => {
    const zip = readFileSync(vsix);
    // The grammars of tree-sitter are a third of it.
    expect(zip.length).toBeLessThanOrEqual(3 * 1024 * 1024);
    // The number of files stands in the record that ends every zip file.
    const end = zip.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
    expect(zip.readUInt16LE(end + 10)).toBeLessThanOrEqual(100);
  });

  it('works when it is installed', async () => {
    const folder = path.join(temporaryFolder(), 'bookshop');
    await makeDemo(folder);
    const { page, close } = await openWorkbench({ folder, extension: { vsix } });
    try {
      await openFile(page, 'STORY-002.md');
      await squiggles(page, 'warning').first().waitFor();
    } finally {
      await close();
    }
  });
});
