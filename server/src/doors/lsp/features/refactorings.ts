import type { CodeAction } from 'vscode-languageserver';
import { codeActions } from '../codeActions.js';
import { resolveAction, uriOfAction } from '../findingActions.js';
import { guard } from '../guard.js';
import { answer, type FeatureHost } from './answer.js';

/** Code actions: fixes of findings, refactorings, and what is fixed on save. */
export function registerRefactorings(host: FeatureHost): void {
  const { connection, session, disk, log } = host;
  connection.onCodeAction(
    answer(host, 'code actions', [], (settled, { range, context }): Promise<CodeAction[]> =>
      codeActions({ disk, settled, range, only: context.only }),
    ),
  );
  connection.onCodeActionResolve((action) => {
    // Where it fails the action stays without an edit, and the editor does nothing.
    const resolve = guard('resolving a code action', log, action, async (): Promise<CodeAction> => {
      const uri = uriOfAction(action);
      const settled = uri === undefined ? undefined : await session.settled(uri);
      return settled ? resolveAction({ disk, settled }, action) : action;
    });
    return resolve();
  });
}
