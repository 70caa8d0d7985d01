import { setTimeout as pause } from 'node:timers/promises';
import { withoutSecrets } from '../../gates/support/withoutSecrets.js';
import type { Machine } from '../../workspace/machine.js';
import { appendEntry } from './sessionLog.js';
import { readSession } from './sessionReader.js';

/** How often to check for an answer from elsewhere, in milliseconds. */
const lookMs = 300;

/**
 * Records a question of an agent; its session then waits.
 *
 * @param awaited whether this process continues with the answer, wherever it comes from.
 * @throws the error of the operating system.
 */
export async function recordQuestion(machine: Machine, log: string, question: string, awaited: boolean): Promise<void> {
  const text = withoutSecrets(question);
  await appendEntry(machine, log, { kind: 'question', at: machine.clock(), text, ...(awaited ? { awaited } : {}) });
}

/** Records the answer; the session then waits no longer. @throws the error of the operating system. */
export async function recordAnswer(machine: Machine, log: string, answer: string): Promise<void> {
  await appendEntry(machine, log, { kind: 'answer', at: machine.clock(), text: answer });
}

/**
 * Waits for an answer from here or elsewhere, whichever comes first.
 *
 * @param ask asks here until its signal is aborted; an empty text is not an answer.
 * @returns undefined if the user wants to answer later.
 * @throws the signal's reason.
 */
export async function awaitAnswer(
  machine: Machine,
  log: string,
  question: string,
  ask: (signal: AbortSignal) => Promise<string>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const here = async (): Promise<string | undefined> => {
    const answer = (await ask(either)).trim();
    if (answer === '') {
      await recordQuestion(machine, log, question, false);
      return undefined;
    }
    await recordAnswer(machine, log, answer);
    return answer;
  };
  const elsewhere = async (): Promise<string> => {
    for (;;) {
      await pause(lookMs, undefined, { signal: either });
      const answer = (await readSession(machine, log))?.answer;
      if (answer !== undefined) return answer;
    }
  };
  const rest = elsewhere();
  // The slower one only fails because it is canceled.
  rest.catch(() => undefined);
  const asked = here();
  asked.catch(() => undefined);
  try {
    return await Promise.race([asked, rest]);
  } finally {
    over.abort();
  }
}
