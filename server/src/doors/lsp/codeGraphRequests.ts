import { createInTurn } from '../../base/inTurn.js';
import { UsageError } from '../../base/usageError.js';
import { codeGraphRequest } from '../../protocol.js';
import type { Machine } from '../../workspace/machine.js';
import type { AnswerRequest } from './answerRequest.js';
import type { Session } from './session.js';

/** Answers what the client's page of the code graph asks. @param machine one with a session, so that each file is read once. */
export function registerCodeGraphRequests(
  answer: AnswerRequest,
  machine: Machine,
  session: Pick<Session, 'isTrusted'>,
): void {
  // A second graph takes what the first has read.
  const inTurn = createInTurn();
  answer(codeGraphRequest, undefined, ({ folder, input }, signal) =>
    inTurn(async () => {
      signal.throwIfAborted();
      if (!session.isTrusted()) return undefined;
      const { visualize } = await import('../../execution/queries/visualize.js');
      const nobody = (): void => undefined;
      try {
        const { data } = await visualize.ask({ machine, folder, signal, progress: nobody, warn: nobody }, input);
        return { data };
      } catch (error) {
        if (error instanceof UsageError) return { problem: error.message };
        throw error;
      }
    }),
  );
}
