import { type Connection, type DocumentHighlight, DocumentHighlightKind } from 'vscode-languageserver';
import { documentHighlights } from '../../../languageFeatures/documentHighlights.js';
import { guard } from '../guard.js';
import type { Session } from '../session.js';

export function registerHighlight(connection: Connection, session: Session): void {
  const log = (message: string): void => connection.console.error(message);
  connection.onDocumentHighlight(
    guard('highlights', log, null, async ({ textDocument, position }, token): Promise<DocumentHighlight[] | null> => {
      const settled = await session.settled(textDocument.uri);
      if (!settled || token.isCancellationRequested) return null;
      const { document } = settled;
      return documentHighlights(document, document.lines.offsetAt(position)).map(({ span, role }) => ({
        range: document.lines.rangeOf(span),
        kind: role === 'definition' ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
      }));
    }),
  );
}
