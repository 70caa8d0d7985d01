import type { LintReport } from './lintReport.js';

/** One JSON document; lines and characters from 0 as in LSP, paths relative to the root. */
export function formatJson({ root, files, findings, counts }: LintReport): string {
  const document = {
    version: 1,
    root,
    files: files.length,
    findings: findings.map(({ id, code, rule, severity, path, range, message, fix, related }) => ({
      id,
      code,
      rule,
      severity,
      path,
      range,
      message,
      ...(fix ? { fix: { title: fix.title, safe: fix.safe } } : {}),
      ...(related ? { related } : {}),
    })),
    counts,
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}
