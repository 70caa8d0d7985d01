import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Before all tests: one temporary folder around all that they make, so that a test that dies leaves nothing behind. */
export default function setup(): () => void {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'pactwright-tests-'));
  process.env['TMPDIR'] = folder;
  return () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
