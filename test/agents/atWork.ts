import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Play, processesWith } from './play.js';

/** In milliseconds. */
const longestWait = 120_000;

/** @param what is to come about, for the message that it did not. */
export async function until(isSo: () => boolean, what = 'what was waited for'): Promise<void> {
  const deadline = Date.now() + longestWait;
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error(`${what} did not happen in ${longestWait / 1000} s`);
    await pause(100);
  }
}

/** Our names of the sessions, newest first. */
export function sessionsIn({ folder }: Pick<Play, 'folder'>): readonly string[] {
  return readdirSync(path.join(folder, '.git/pactwright/agents'))
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => name.replace('.jsonl', ''))
    .sort()
    .reverse();
}

/** Processes of a session. */
export function livesOn(session: string): readonly number[] {
  return processesWith(`PACTWRIGHT_SESSION=${session}`);
}

/** Kills the agent when its model, which has to keep it waiting from then on, was asked for the second time. */
export async function killAtWork(play: Play): Promise<void> {
  await until(() => play.model.seen.filter(({ isMain }) => isMain).length >= 2, 'a second request to the model');
  const [session = ''] = sessionsIn(play);
  for (const pid of livesOn(session)) process.kill(pid, 'SIGKILL');
}
