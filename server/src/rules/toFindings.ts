import type { TextFile } from '../markdown/textFile.js';
import type { Finding, Related } from './finding.js';
import { findingIdentity, foldBlanks } from './identity.js';
import type { RelatedReport } from './rule.js';
import type { RuleReport } from './ruleReport.js';

/**
 * The reports of one file as findings, in order of place.
 *
 * @param subjectOfFile what the findings are about, where their reports name no item. @see subjectOf
 * @param itemOfFile the item the file is about.
 */
export function toFindings(
  file: TextFile,
  subjectOfFile: string,
  reports: readonly RuleReport[],
  itemOfFile?: string,
): readonly Finding[] {
  const seen = new Map<string, number>();
  return [...reports]
    .sort((a, b) => a.report.span.start - b.report.span.start || (a.rule.code < b.rule.code ? -1 : 1))
    .map(({ rule, report, severity }) => {
      const subject = report.item === undefined ? subjectOfFile : `item:${report.item}`;
      const anchor = foldBlanks(report.anchor ?? file.text.slice(report.span.start, report.span.end));
      const item = report.item ?? itemOfFile;
      const key = [rule.code, subject, anchor].join('\u0000');
      const occurrence = seen.get(key) ?? 0;
      seen.set(key, occurrence + 1);
      return {
        id: findingIdentity(rule.code, subject, anchor, occurrence),
        code: rule.code,
        rule: rule.name,
        severity,
        ...(item === undefined ? {} : { item }),
        path: file.path,
        range: file.lines.rangeOf(report.span),
        message: report.message,
        ...(report.fix ? { fix: report.fix } : {}),
        ...(report.otherFixes?.length ? { otherFixes: report.otherFixes } : {}),
        ...(report.commits?.length ? { commits: report.commits } : {}),
        ...(report.scenario === undefined ? {} : { scenario: report.scenario }),
        ...(report.related?.length ? { related: report.related.map(toRelated) } : {}),
      };
    });
}

function toRelated({ document, span, message }: RelatedReport): Related {
  return { path: document.path, range: document.lines.rangeOf(span), message };
}
