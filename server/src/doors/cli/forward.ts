import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isForwarded, readAnswer } from '../../agents/requests.js';
import { describeError, isErrorCode } from '../../base/errors.js';
import { type ExitCode, exitCodes, type Io } from './io.js';

/** How often to look for the answer, how long a request may stay untouched and how long it may take, in milliseconds. */
const lookMs = 150;
const untouchedMs = 15_000;
const longestMs = 11 * 60_000;

/**
 * Has a command carried out outside the sandbox of an agent, if that cannot write the repository's shared state.
 *
 * @param words the command line after the program's name.
 * @returns undefined if the command can run here as usual.
 */
export async function forward(words: readonly string[], io: Io): Promise<ExitCode | undefined> {
  const { env } = io.machine.places;
  const folder = env['PACTWRIGHT_REQUESTS'] ?? '';
  const log = env['PACTWRIGHT_SESSION_LOG'] ?? '';
  const answers = env['PACTWRIGHT_ANSWERS'] ?? '';
  if (!path.isAbsolute(folder) || !path.isAbsolute(log) || !isForwarded(words)) return undefined;
  if (!(await isClosed(path.dirname(path.dirname(log)), io))) return undefined;
  const id = randomBytes(8).toString('hex');
  try {
    await io.machine.disk.makeFolder(folder);
    // Atomically: the other side may look at any moment.
    const written = await io.machine.disk.writeAtomically(
      path.join(folder, `${id}.request`),
      JSON.stringify({ version: 1, words }),
      undefined,
    );
    if (written.kind !== 'written') return notDone(written.message, io);
  } catch (error) {
    return notDone(describeError(error), io);
  }
  return waitForAnswer(path.join(answers, id), io);
}

/** Whether the folder cannot be written: only an attempt shows what a sandbox forbids. */
async function isClosed(folder: string, { machine }: Io): Promise<boolean> {
  const probe = path.join(folder, `probe-${randomBytes(6).toString('hex')}`);
  try {
    await (await machine.disk.open(probe, 'wx', 0o600)).close();
    await machine.disk.rm(probe, { force: true });
    return false;
  } catch (error) {
    return isErrorCode(error, 'EROFS', 'EACCES', 'EPERM');
  }
}

async function waitForAnswer(base: string, io: Io): Promise<ExitCode> {
  const { disk } = io.machine;
  const startedAt = performance.now();
  for (;;) {
    const text = await disk.readFile(`${base}.answer`, 'utf8').catch(() => undefined);
    const answer = text === undefined ? undefined : readAnswer(text);
    if (answer) {
      io.out(answer.out);
      io.err(answer.err);
      return Object.values(exitCodes).find((code) => code === answer.code) ?? exitCodes.unknown;
    }
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > longestMs) return notDone('it took too long', io);
    if (waitedMs > untouchedMs && !(await disk.exists(`${base}.taken`)))
      return notDone('the process of the phase is gone', io);
    await pause(lookMs);
  }
}

function notDone(why: string, { err }: Io): ExitCode {
  err(
    `pactwright: this sandbox cannot write the repository's shared state, and the request was not carried out: ${why}\n`,
  );
  return exitCodes.unknown;
}
