import { type DocumentHighlight, DocumentHighlightKind } from 'vscode-languageserver';
import { documentHighlights } from '../../../languageFeatures/documentHighlights.js';
import { answer, type FeatureHost } from './answer.js';

export function registerHighlight(host: FeatureHost): void {
  host.connection.onDocumentHighlight(
    answer(host, 'highlights', null, ({ document }, { position }): DocumentHighlight[] | null =>
      documentHighlights(document, document.lines.offsetAt(position)).map(({ span, role }) => ({
        range: document.lines.rangeOf(span),
        kind: role === 'definition' ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
      })),
    ),
  );
}
