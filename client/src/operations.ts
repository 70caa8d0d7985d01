import * as vscode from 'vscode';
import { type OperationOutcome, operationRequest } from '../../server/src/protocol.js';
import type { ServerLink } from './serverLink.js';

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
}

export function createOperations(link: Pick<ServerLink, 'request'>): Operations {
  return {
    run: async (root, name, input) => {
      const outcome = await link.request(operationRequest, { root, name, input });
      if (outcome?.kind === 'done') return outcome;
      const reason = outcome?.message ?? vscode.l10n.t('the Pactwright server does not answer; its log says why');
      void vscode.window.showErrorMessage(vscode.l10n.t('Not done: {0}.', reason));
      return undefined;
    },
  };
}
