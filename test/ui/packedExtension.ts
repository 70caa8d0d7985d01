import path from 'node:path';
import { beforeAll, expect } from 'vitest';
import { cleanEnvironment, run } from '../../scripts/lib/processes.mjs';
import { repository } from '../../scripts/lib/repository.mjs';

/** How long that may take on a machine that has much else to do. */
const longestMs = 600_000;

/** The packed extension, as it is installed. Called where a `describe` begins: it is packed before the window opens. */
export function packedExtension(): { readonly vsix: string } {
  beforeAll(async () => {
    // `npm test` has a step for it.
    if (process.env['PACTWRIGHT_BUILT'] !== undefined) return;
    const { code, output } = await run('npm', ['run', '--silent', 'package'], {
      cwd: repository,
      env: cleanEnvironment(),
    });
    expect(code, output).toBe(0);
  }, longestMs);
  return { vsix: path.join(repository, 'pactwright.vsix') };
}
