import * as vscode from 'vscode';
import { type OperationOutcome, operationRequest } from '../../../server/src/protocol.js';
import { isRecord } from '../editor/messageParts.js';
import { endOfProcess } from './byProcess.js';
import { sayNotDone } from './sayNotDone.js';
import type { ServerLink } from '../languageServer/serverLink.js';

/** Carries out operations in the editor. */
export interface Operations {
  /**
   * Carries one out, and shows a person why where it is refused.
   *
   * @param root URI of the project root.
   * @param name as on the command line: `board tick`.
   * @returns undefined where it was not carried out.
   */
  readonly run: (
    root: string,
    name: string,
    input: Readonly<Record<string, unknown>>,
  ) => Promise<Extract<OperationOutcome, { kind: 'done' }> | undefined>;
  /** As `run`, with the reason of a refusal, which a person has been shown. */
  readonly attempt: (root: string, name: string, input: Readonly<Record<string, unknown>>) => Promise<Attempt>;
}

export type Attempt =
  | Extract<OperationOutcome, { kind: 'done' }>
  /** `message`: as a sentence without full stop. */
  | { readonly kind: 'refused'; readonly message: string };

/**
 * Which process carries an operation out is decided here alone: the server says what it leaves to one of its own.
 *
 * @param program the command line's own: absolute.
 */
export function createOperations(link: Pick<ServerLink, 'request'>, program: string): Operations {
  const attempt: Operations['attempt'] = async (root, name, input) => {
    const answer = await link.request(operationRequest, { root, name, input });
    const outcome = answer?.kind === 'runElsewhere' ? await endOfProcess({ program, root, args: answer.args }) : answer;
    if (outcome?.kind === 'done') return { ...outcome, data: isRecord(outcome.data) ? outcome.data : {} };
    const message = outcome?.message ?? vscode.l10n.t('the Pactwright server does not answer; its log says why');
    void sayNotDone([message]);
    return { kind: 'refused', message };
  };
  return {
    attempt,
    run: async (root, name, input) => {
      const outcome = await attempt(root, name, input);
      return outcome.kind === 'done' ? outcome : undefined;
    },
  };
}
