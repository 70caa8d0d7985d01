import type { Connection } from 'vscode-languageserver';
import { documentLinks } from '../documentLinks.js';
import { guard } from '../guard.js';
import type { Session } from '../session.js';

export function registerLinks(connection: Connection, session: Session): void {
  const log = (message: string): void => connection.console.error(message);
  connection.onDocumentLinks(
    guard('document links', log, [], async ({ textDocument }, token) => {
      const settled = await session.settled(textDocument.uri);
      return settled && !token.isCancellationRequested ? documentLinks(settled) : [];
    }),
  );
}
