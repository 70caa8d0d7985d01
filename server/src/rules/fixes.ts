import { applyEdits, type TextEdit } from '../markdown/textEdit.js';
import type { Finding } from './finding.js';

export interface FixedText {
  readonly text: string;
  /** The findings whose fixes went in; the others overlap one of these and have to wait for the next pass. */
  readonly applied: readonly Finding[];
}

/**
 * Applies the safe fixes of findings about one document, in document order, each whole or not at all.
 *
 * @param text the document's text that the findings are about.
 */
export function applySafeFixes(text: string, findings: readonly Finding[]): FixedText {
  const taken: TextEdit[] = [];
  const applied: Finding[] = [];
  for (const finding of findings) {
    const { fix } = finding;
    if (!fix?.safe || fix.edits.length === 0) continue;
    if (fix.edits.some((edit) => taken.some((other) => overlap(edit, other)))) continue;
    taken.push(...fix.edits);
    applied.push(finding);
  }
  return { text: applyEdits(text, taken), applied };
}

/** Two insertions at one place overlap as well: which of them comes first is nobody's choice. */
function overlap({ span: a }: TextEdit, { span: b }: TextEdit): boolean {
  if (a.start === a.end || b.start === b.end) return a.start <= b.end && b.start <= a.end;
  return a.start < b.end && b.start < a.end;
}
