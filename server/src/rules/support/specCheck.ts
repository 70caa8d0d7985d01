import type { ParsedDocument } from '../../documents/document.js';
import type { Report, RuleContext } from '../rule.js';
import { eased, type Easing } from './circumstances.js';
import { rememberFor } from './remember.js';

const none: readonly Report[] = [];

/**
 * The check of a rule that judges one spec by itself, but speaks softly of items in the archive. What it reports is computed
 * once per document, so that needing the workspace costs nothing more than a look into the archive.
 *
 * @param archived what becomes of the reports where the item is in the archive; under `compat` they stay as they are.
 */
export function specCheck(
  archived: Easing['archived'],
  compute: (document: ParsedDocument<'spec'>) => Iterable<Report>,
): (document: ParsedDocument<'spec'>, context: RuleContext) => Iterable<Report> {
  const reportsOf = rememberFor((document: ParsedDocument<'spec'>): readonly Report[] => {
    let reports: Report[] | undefined;
    for (const report of compute(document)) (reports ??= []).push(report);
    return reports ?? none;
  });
  return (document, context) => {
    // Most specs have nothing to report, and where reports would be dropped there is no need to compute them.
    if (archived === 'info' && reportsOf(document).length === 0) return none;
    const ease = eased(document, context, { archived });
    return ease ? reportsOf(document).map((report) => ({ ...report, ...ease })) : none;
  };
}
