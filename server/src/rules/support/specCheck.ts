import type { ParsedDocument } from '../../documents/document.js';
import type { Report, RuleContext } from '../rule.js';
import { eased, type Easing } from './circumstances.js';

const none: readonly Report[] = [];

/**
 * The check of a rule that judges one spec by itself, but speaks softly of items in the archive.
 *
 * @param archived what becomes of the reports where the item is in the archive; under `compat` they stay as they are.
 */
export function specCheck(
  archived: Easing['archived'],
  compute: (document: ParsedDocument<'spec'>) => Iterable<Report>,
): (document: ParsedDocument<'spec'>, context: RuleContext) => Iterable<Report> {
  return (document, context) => {
    const ease = eased(document, context, { archived });
    if (!ease) return none;
    if (!ease.severity) return compute(document);
    // Nearly always there is nothing to report, and then nothing to make.
    let reports: Report[] | undefined;
    for (const report of compute(document)) (reports ??= []).push({ ...report, ...ease });
    return reports ?? none;
  };
}
