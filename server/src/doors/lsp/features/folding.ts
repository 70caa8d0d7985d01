import { type Connection, type FoldingRange, FoldingRangeKind } from 'vscode-languageserver';
import { foldingRanges } from '../../../languageFeatures/foldingRanges.js';
import { guard } from '../guard.js';
import type { Session } from '../session.js';

export function registerFolding(connection: Connection, session: Session): void {
  const log = (message: string): void => connection.console.error(message);
  connection.onFoldingRanges(
    // Without an answer the editor folds by indentation.
    guard('folding', log, null, async ({ textDocument }, token): Promise<FoldingRange[] | null> => {
      const settled = await session.settled(textDocument.uri);
      if (!settled || token.isCancellationRequested) return null;
      return (
        foldingRanges(settled.document)?.map(({ startLine, endLine, kind }) => ({
          startLine,
          endLine,
          ...(kind === 'comment' ? { kind: FoldingRangeKind.Comment } : {}),
        })) ?? null
      );
    }),
  );
}
