import { createHash } from 'node:crypto';
import type { AnyDocument } from '../documents/document.js';
import { registeredKinds } from '../documents/registry.js';

/**
 * The identity of a finding: sixteen hexadecimal digits from the rule's code, the item (or kind of document) it is about,
 * the anchor text and the number of equal ones before it. Baseline, suppressions and SARIF depend on it, so a change of this
 * function forgets every baseline there is.
 *
 * @param anchor with its spaces folded, so that re-wrapping and re-aligning keep the identity.
 * @param occurrence how many findings with the same code, subject and anchor come before.
 */
export function findingIdentity(code: string, subject: string, anchor: string, occurrence: number): string {
  return createHash('sha256').update([code, subject, anchor, occurrence].join('\u0000')).digest('hex').slice(0, 16);
}

/**
 * The identity of a finding among those of several projects, which may have items of the same id.
 *
 * @param project its way from what is reported as a whole, with `/`; empty for a project that is alone there.
 */
export function identityAmongProjects(id: string, project: string): string {
  return project === '' ? id : createHash('sha256').update([project, id].join('\u0000')).digest('hex').slice(0, 16);
}

/** Anchors that fold to the same text are the same, and have to be counted as such. */
export function foldBlanks(anchor: string): string {
  return anchor.replace(/\s+/g, ' ').trim();
}

/**
 * What a finding in this document is about. The item is taken from the document's own text where it names one, so that a
 * renamed file keeps its findings.
 */
export function subjectOf(document: AnyDocument): string {
  return registeredKinds.get(document.kind).subject?.(document) ?? document.kind;
}
