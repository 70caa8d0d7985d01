import type { ParsedDocument } from '../../documents/document.js';
import type { Report, RuleContext } from '../rule.js';
import { none } from '../../base/same.js';
import type { Easing } from './circumstances.js';

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
    if (!context.archived || context.compat !== undefined) return compute(document);
    if (archived === 'silent') return none;
    return Array.from(compute(document), (report) => ({ ...report, severity: 'info' }));
  };
}
