import { type DocumentSymbol, type SymbolInformation, SymbolKind } from 'vscode-languageserver';
import type { OutlineKind } from '../../../documents/defineDocumentKind.js';
import { readBriefly } from '../../../documents/unreadDocument.js';
import { documentSymbols } from '../../../languageFeatures/documentSymbols.js';
import { symbolsOf, workspaceSymbols } from '../../../languageFeatures/workspaceSymbols.js';
import { guard } from '../guard.js';
import { placeIn } from '../places.js';
import { answer, type FeatureHost } from './answer.js';
import { readAhead } from './readAhead.js';

export function registerSymbols(host: FeatureHost): void {
  const { connection, session, log } = host;
  connection.onDocumentSymbol(
    answer(host, 'document symbols', null, ({ document }): DocumentSymbol[] | null =>
      documentSymbols(document).map(({ name, detail, kind, span, selection }) => ({
        name,
        detail,
        kind: kinds[kind],
        range: document.lines.rangeOf(span),
        selectionRange: document.lines.rangeOf(selection),
      })),
    ),
  );
  connection.onWorkspaceSymbol(
    guard('workspace symbols', log, null, async ({ query }, token): Promise<SymbolInformation[] | null> => {
      await readAhead(await session.traces(), symbolsOf, token);
      const projects = await session.traces();
      if (token.isCancellationRequested) return null;
      return workspaceSymbols(projects, query).map(({ name, kind, container, document, span, project }) => ({
        name,
        kind: kinds[kind],
        containerName: container,
        location: readBriefly(document, () => placeIn(project.uriOf, document, span)),
      }));
    }),
  );
}

const kinds: Readonly<Record<OutlineKind, SymbolKind>> = {
  item: SymbolKind.Class,
  requirement: SymbolKind.Interface,
  criterion: SymbolKind.Property,
  scenario: SymbolKind.Method,
  entry: SymbolKind.Object,
};
