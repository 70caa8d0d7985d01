import { setTimeout as pause } from 'node:timers/promises';
import { withoutSecrets } from '../../gates/support/withoutSecrets.js';
import type { Machine } from '../../workspace/machine.js';
import { appendEntry } from './sessionLog.js';
import { readSession } from './sessionReader.js';

/** So often it is looked whether somebody has answered elsewhere, in milliseconds. */
const lookMs = 300;

/**
 * Records that an agent asks something, so that its session waits.
 *
 * @param awaited whether this process goes on with the answer, whoever gives it.
 * @throws the error of the operating system.
 */
export async function recordQuestion(machine: Machine, log: string, question: string, awaited: boolean): Promise<void> {
  const text = withoutSecrets(question);
  await appendEntry(machine, log, { kind: 'question', at: machine.clock(), text, ...(awaited ? { awaited } : {}) });
}

/** Records the answer, so that its session waits no longer. @throws the error of the operating system. */
export async function recordAnswer(machine: Machine, log: string, answer: string): Promise<void> {
  await appendEntry(machine, log, { kind: 'answer', at: machine.clock(), text: answer });
}

/**
 * Waits for the answer of a person, here or elsewhere, whichever comes first.
 *
 * @param ask asks here, until its signal is aborted; what is empty is no answer.
 * @returns undefined where nobody answers now.
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
  // The one that is too late is only broken off.
  rest.catch(() => undefined);
  const asked = here();
  asked.catch(() => undefined);
  try {
    return await Promise.race([asked, rest]);
  } finally {
    over.abort();
  }
}
