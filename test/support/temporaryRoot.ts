import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * Before all tests: one temporary folder around all that they make, so that a test that dies leaves nothing behind. In memory where the
 * system keeps a folder there: they make and remove some hundred thousand files.
 */
export default function setup(): () => void {
  const folder = mkdtempSync(path.join(memory() ?? os.tmpdir(), 'pactwright-tests-'));
  process.env['TMPDIR'] = folder;
  // With this set, each Node reads all certificates of the machine before anything else, for longer than it takes to start. No test asks
  // for anything that needs one.
  delete process.env['NODE_EXTRA_CA_CERTS'];
  return () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}

/** A folder in memory that has room for them, and lets programs in it be started. */
function memory(): string | undefined {
  const folder = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < 2 * 1024 ** 3) return undefined;
    const probe = mkdtempSync(path.join(folder, 'pactwright-probe-'));
    try {
      const program = path.join(probe, 'program');
      writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
      return spawnSync(program).status === 0 ? folder : undefined;
    } finally {
      rmSync(probe, { recursive: true });
    }
  } catch {
    return undefined;
  }
}
