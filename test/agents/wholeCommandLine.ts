import path from 'node:path';
import { writeFiles } from '../support/temporaryFolder.js';
import type { Play } from './play.js';

/** The command line with its other parts, as it is installed; one file alone has no server. */
export function withWholeCommandLine({ env }: Play): void {
  const [bin = ''] = (env['PATH'] ?? '').split(path.delimiter);
  writeFiles(bin, {
    pactwright: `#!/bin/sh\nexec "${process.execPath}" "${path.resolve('dist/cli.js')}" "$@"\n`,
  });
}
