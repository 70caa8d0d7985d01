import type { CodeAction, Connection } from 'vscode-languageserver';
import { codeActions } from '../codeActions.js';
import { guard } from '../guard.js';
import type { Session } from '../session.js';

/** Code actions: fixes of findings, refactorings, and what is fixed on save. */
export function registerRefactorings(connection: Connection, session: Session): void {
  const log = (message: string): void => connection.console.error(message);
  connection.onCodeAction(
    guard('code actions', log, [], async ({ textDocument, range, context }, token): Promise<CodeAction[]> => {
      const settled = await session.settled(textDocument.uri);
      return settled && !token.isCancellationRequested ? codeActions({ settled, range, only: context.only }) : [];
    }),
  );
}
