import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * Before all tests: one temporary folder around all that they make, so that a test that dies leaves nothing behind. In memory where the
 * system keeps a folder there: they make and remove some hundred thousand files.
 */
export default function setup(): () => void {
  const folder = mkdtempSync(path.join(memory() ?? os.tmpdir(), 'pactwright-tests-'));
  process.env['TMPDIR'] = folder;
  return () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}

/** A folder in memory that has room for them. */
function memory(): string | undefined {
  const folder = '/dev/shm';
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > 2 * 1024 ** 3 ? folder : undefined;
  } catch {
    return undefined;
  }
}
