import { applyEdits, type TextEdit } from '../markdown/textEdit.js';
import type { Finding } from './finding.js';

/**
 * The findings whose fixes can be applied together, in the order given, each fix whole or not at all; one that overlaps a fix
 * before it has to wait for the next pass.
 *
 * @param findings of one document.
 */
export function chooseFixes(findings: readonly Finding[]): readonly Finding[] {
  const taken: TextEdit[] = [];
  return findings.filter(({ fix }) => {
    if (!fix || fix.edits.length === 0) return false;
    if (fix.edits.some((edit) => taken.some((other) => overlap(edit, other)))) return false;
    for (const edit of fix.edits) taken.push(edit);
    return true;
  });
}

/** The text with the safe fixes applied that go together, and the findings they were for. */
export function applySafeFixes(
  text: string,
  findings: readonly Finding[],
): { readonly text: string; readonly fixed: readonly Finding[] } {
  const fixed = chooseFixes(findings.filter(({ fix }) => fix?.safe));
  return {
    fixed,
    text: applyEdits(
      text,
      fixed.flatMap(({ fix }) => fix?.edits ?? []),
    ),
  };
}

/** Two insertions at one place overlap as well: their order is undefined. */
export function overlap({ span: a }: TextEdit, { span: b }: TextEdit): boolean {
  if (a.start === a.end || b.start === b.end) return a.start <= b.end && b.start <= a.end;
  return a.start < b.end && b.start < a.end;
}
