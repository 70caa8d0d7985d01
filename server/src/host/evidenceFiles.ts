import { createHash, randomBytes } from 'node:crypto';
import { copyFile, lstat, open, readFile, realpath, rename, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type {
  EvidenceChange,
  EvidenceFiles,
  EvidencePlace,
  EvidenceRead,
  EvidenceTexts,
} from '../workspace/evidenceFiles.js';
import { describeError, isErrorCode } from '../base/errors.js';
import { withLock } from './lock.js';
import { makeFolder } from './makeFolder.js';
import type { EvidencePlaces } from '../workspace/machine.js';

const logName = 'log.jsonl';
/** Head and log were not of one moment so often in a row: somebody writes all the time. */
const mostTries = 40;
const pauseMilliseconds = 10;

/** The log in `pactwright/evidence` below the folder, and its head in the user's state folder. */
export function createEvidenceFiles({ folder, state }: EvidencePlaces): EvidenceFiles {
  const own = path.join(folder, 'pactwright', 'evidence');
  const log = path.join(own, logName);
  const head = async (): Promise<string> => {
    const name = createHash('sha256')
      .update(await realpath(folder))
      .digest('hex');
    return path.join(state, 'heads', `${name}.json`);
  };

  const readTexts = async (): Promise<EvidenceTexts> => {
    const headFile = await head();
    await refuseLinks(path.join(folder, 'pactwright'), own, log);
    const place = await placeOf(folder);
    const keys = await readText(path.join(state, 'trusted-keys.json'));
    for (let tries = 0; ; tries++) {
      const before = await readText(headFile);
      const text = await readText(log);
      if ((await readText(headFile)) === before || tries === mostTries) return { log: text, head: before, place, keys };
      await pause(pauseMilliseconds);
    }
  };

  const write = async (change: EvidenceChange): Promise<void> => {
    const headFile = await head();
    const [before, after] = change.heads;
    await makeFolder(path.dirname(headFile), 0o700);
    await replace(headFile, before, 'synced');
    if (change.log.kind === 'append') await append(log, change.log.text);
    else {
      if (change.setAside !== undefined) await copyFile(log, path.join(own, change.setAside));
      await replace(log, change.log.text, 'synced');
    }
    // The one before it is as true: it allows for both.
    await replace(headFile, after, 'unsynced');
  };

  return {
    read: (signal) =>
      answered(async () => {
        signal?.throwIfAborted();
        return { kind: 'texts', texts: await readTexts() };
      }, signal),
    change: (decide, signal) =>
      answered(async () => {
        await refuseLinks(path.join(folder, 'pactwright'), own, path.join(own, 'lock'));
        const locked = await withLock(
          path.join(own, 'lock'),
          async () => {
            const now = await readTexts();
            const change = decide(now);
            if (!change) return now;
            await write(change);
            return readTexts();
          },
          { signal },
        );
        return locked.kind === 'failed' ? locked : { kind: 'texts', texts: locked.value };
      }, signal),
  };

  async function answered(task: () => Promise<EvidenceRead>, signal: AbortSignal | undefined): Promise<EvidenceRead> {
    try {
      return await task();
    } catch (error) {
      signal?.throwIfAborted();
      const message = error instanceof LinkInTheWay ? error.message : describeError(error);
      return {
        kind: 'failed',
        message: `the evidence in ${own}, or its state in ${state}, cannot be read or written: ${message}`,
      };
    }
  }
}

class LinkInTheWay extends Error {}

/** A link could move the record to a place of its author's choice. */
async function refuseLinks(...files: readonly string[]): Promise<void> {
  for (const file of files) {
    const found = await lstat(file).catch(() => undefined);
    if (found?.isSymbolicLink())
      throw new LinkInTheWay(`${path.basename(file)} is a link that Pactwright did not create: delete it`);
  }
}

async function placeOf(folder: string): Promise<EvidencePlace> {
  const { ino, birthtimeMs, ctimeMs } = await stat(folder);
  // Where the file system does not know, this is the time of the last change.
  return birthtimeMs > 0 && birthtimeMs !== ctimeMs ? { file: ino, born: birthtimeMs } : { file: ino };
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isErrorCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}

/** In one write, and on disk before the head says so. */
async function append(file: string, text: string): Promise<void> {
  const handle = await open(file, 'a', 0o600);
  try {
    await handle.appendFile(text);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

async function replace(file: string, text: string, how: 'synced' | 'unsynced'): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      if (how === 'synced') await handle.datasync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
}
