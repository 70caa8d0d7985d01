import { type FoldingRange, FoldingRangeKind } from 'vscode-languageserver';
import { foldingRanges } from '../../../languageFeatures/foldingRanges.js';
import { answer, type FeatureHost } from './answer.js';

export function registerFolding(host: FeatureHost): void {
  host.connection.onFoldingRanges(
    // Without an answer the editor folds by indentation.
    answer(
      host,
      'folding',
      null,
      ({ document }): FoldingRange[] | null =>
        foldingRanges(document)?.map(({ startLine, endLine, kind }) => ({
          startLine,
          endLine,
          ...(kind === 'comment' ? { kind: FoldingRangeKind.Comment } : {}),
        })) ?? null,
    ),
  );
}
