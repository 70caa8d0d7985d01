import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** No window learns of anything later than this, in milliseconds. */
const keptMs = 24 * 60 * 60 * 1000;

/**
 * Whether a piece of news is this window's to tell: it is that of the first that asks.
 *
 * @param folder that all windows share; absolute, and made where it is missing.
 * @param news what it is, the same in all windows.
 */
export async function claimNews(folder: string, news: string): Promise<boolean> {
  const claim = path.join(folder, createHash('sha256').update(news).digest('hex'));
  await mkdir(folder, { recursive: true }).catch(() => undefined);
  try {
    await writeFile(claim, '', { flag: 'wx' });
    return true;
  } catch (error) {
    // Twice is better than never.
    return !(error instanceof Error && 'code' in error && error.code === 'EEXIST');
  }
}

/** Forgets old claims. @param now milliseconds since 1970. */
export async function clearClaims(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const claim = path.join(folder, name);
    // Another window may do the same.
    const made = await stat(claim).catch(() => undefined);
    if (made && made.mtimeMs < now - keptMs) await rm(claim, { force: true }).catch(() => undefined);
  }
}
