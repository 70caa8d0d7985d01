import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished, TestRunner } from 'vitest';

/** A folder with these files (by path with `/`), gone when the test is over; where tests share it, when all are (temporaryRoot.ts). */
export function temporaryFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  // The real path: on macOS the folder of temporary files is behind a link.
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'pactwright ü ')));
  if (TestRunner.getCurrentTest() !== undefined)
    onTestFinished(() => {
      rmSync(folder, { recursive: true, force: true });
    });
  writeFiles(folder, files);
  return folder;
}

export function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
}
