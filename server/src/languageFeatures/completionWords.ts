import { contains } from '../markdown/span.js';
import type { Candidate, CompletionRequest, Offer } from './completionOffer.js';

const levels: readonly Candidate[] = [
  { label: 'MUST', kind: 'keyword', detail: 'without it the item is not done' },
  { label: 'SHOULD', kind: 'keyword', detail: 'can only be left out for a good reason' },
  { label: 'MAY', kind: 'keyword', detail: 'optional' },
];

/** The words of https://www.rfc-editor.org/rfc/rfc2119. */
const words: readonly Candidate[] = [
  ...levels,
  { label: 'MUST NOT', kind: 'keyword', detail: 'is forbidden' },
  { label: 'SHOULD NOT', kind: 'keyword', detail: 'done for a good reason only' },
  { label: 'REQUIRED', kind: 'keyword', detail: 'the same as MUST' },
  { label: 'SHALL', kind: 'keyword', detail: 'the same as MUST' },
  { label: 'SHALL NOT', kind: 'keyword', detail: 'the same as MUST NOT' },
  { label: 'RECOMMENDED', kind: 'keyword', detail: 'the same as SHOULD' },
  { label: 'NOT RECOMMENDED', kind: 'keyword', detail: 'the same as SHOULD NOT' },
  { label: 'OPTIONAL', kind: 'keyword', detail: 'the same as MAY' },
];

/** RFC 2119 words: the levels in the parentheses of a requirement's heading, all in its text, from two capitals on. */
export function offerWords({ document, place }: CompletionRequest): Offer | undefined {
  if (document.kind !== 'spec') return undefined;
  const typed = /[A-Za-z]*$/u.exec(place.before)?.[0] ?? '';
  const start = place.offset - typed.length;
  const span = { start, end: place.offset + (/^\w*/u.exec(place.after)?.[0].length ?? 0) };
  if (/^###\s+R\d.*\([A-Za-z]*$/iu.test(place.before)) return { span, candidates: levels };
  if (!/^[A-Z]{2,}$/u.test(typed) || /[\w-]/u.test(document.text.charAt(start - 1))) return undefined;
  const inRequirement = document.model.requirements.some((requirement) => contains(requirement.span, place.offset));
  return inRequirement ? { span, candidates: words } : undefined;
}
