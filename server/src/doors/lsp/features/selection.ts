import type { Connection, Position, SelectionRange } from 'vscode-languageserver';
import type { AnyDocument } from '../../../documents/document.js';
import { selectionRanges } from '../../../languageFeatures/selectionRanges.js';
import { guard } from '../guard.js';
import type { Session } from '../session.js';

export function registerSelection(connection: Connection, session: Session): void {
  const log = (message: string): void => connection.console.error(message);
  connection.onSelectionRanges(
    guard(
      'selection ranges',
      log,
      null,
      async ({ textDocument, positions }, token): Promise<SelectionRange[] | null> => {
        const settled = await session.settled(textDocument.uri);
        if (!settled || token.isCancellationRequested) return null;
        return positions.map((position) => toSelection(settled.document, position));
      },
    ),
  );
}

/** LSP wants the innermost range, each with the one around it. */
function toSelection(document: AnyDocument, position: Position): SelectionRange {
  const spans = selectionRanges(document, document.lines.offsetAt(position));
  const nowhere: SelectionRange = { range: { start: position, end: position } };
  return (
    spans.reduceRight<SelectionRange | undefined>(
      (parent, span) => ({ range: document.lines.rangeOf(span), ...(parent ? { parent } : {}) }),
      undefined,
    ) ?? nowhere
  );
}
