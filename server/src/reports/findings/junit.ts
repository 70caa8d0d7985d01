import type { Finding } from '../../rules/finding.js';
import type { LintReport } from './lintReport.js';

/**
 * JUnit XML: a suite per file. Findings of level error are failures, as they alone fail the run; others are passing cases
 * whose output says what was found. A file without findings is one passing case.
 */
export function formatJunit({ files, findings }: LintReport): string {
  const byFile = new Map<string, Finding[]>(files.map((file) => [file, []]));
  for (const finding of findings) byFile.get(finding.path)?.push(finding);
  const suites = Array.from(byFile, ([file, own]) => suite(file, own));
  const tests = suites.reduce((sum, one) => sum + one.tests, 0);
  const failures = suites.reduce((sum, one) => sum + one.failures, 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="pactwright" tests="${tests}" failures="${failures}" errors="0">`,
    ...suites.map(({ xml }) => xml),
    '</testsuites>',
    '',
  ].join('\n');
}

function suite(file: string, findings: readonly Finding[]): { xml: string; tests: number; failures: number } {
  const tests = Math.max(1, findings.length);
  const failures = findings.filter(({ severity }) => severity === 'error').length;
  const cases =
    findings.length === 0
      ? [`    <testcase classname="${escape(file)}" name="no findings"/>`]
      : findings.map((finding) => testCase(file, finding));
  const xml = [
    `  <testsuite name="${escape(file)}" tests="${tests}" failures="${failures}" errors="0">`,
    ...cases,
    '  </testsuite>',
  ].join('\n');
  return { xml, tests, failures };
}

function testCase(file: string, { code, rule, severity, range, message }: Finding): string {
  const place = `${range.start.line + 1}:${range.start.character + 1}`;
  const text = `${escape(file)}:${place}: ${escape(message)}`;
  const body =
    severity === 'error'
      ? `<failure type="${code}" message="${escape(message)}">${text}</failure>`
      : `<system-out>${severity}: ${text}</system-out>`;
  return `    <testcase classname="${escape(file)}" name="${code} ${rule} ${place}">${body}</testcase>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** XML 1.0 cannot hold most control characters and half surrogate pairs, not even escaped: they are left out. */
function escape(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, (character) => (/[\t\n\r]/.test(character) ? ' ' : ''))
    .replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
