import type { Position, SelectionRange } from 'vscode-languageserver';
import type { AnyDocument } from '../../../documents/document.js';
import { selectionRanges } from '../../../languageFeatures/selectionRanges.js';
import { answer, type FeatureHost } from './answer.js';

export function registerSelection(host: FeatureHost): void {
  host.connection.onSelectionRanges(
    answer(host, 'selection ranges', null, ({ document }, { positions }): SelectionRange[] | null =>
      positions.map((position) => toSelection(document, position)),
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
