import type { Finding, Severity } from '../../rules/finding.js';
import { count } from '../../base/count.js';
import { plainText } from '../../base/plainText.js';
import type { LintReport } from './lintReport.js';

const colours: Readonly<Record<Severity, string>> = { error: '31', warning: '33', info: '36' };

/** For people: findings by file, lines and columns from 1, and a closing line. */
export function formatText(report: LintReport, coloured: boolean): string {
  const paint = (style: string, text: string): string => (coloured ? `\u001b[${style}m${text}\u001b[0m` : text);
  const { findings, counts, files, baselined, stale } = report;
  const lines: string[] = [];
  const places = findings.map(placeOf);
  const placeWidth = Math.max(0, ...places.map(({ length }) => length));
  const codeWidth = Math.max(0, ...findings.map(({ code }) => code.length));
  let path: string | undefined;
  findings.forEach((finding, index) => {
    const { severity, code, message } = finding;
    if (finding.path !== path) {
      if (path !== undefined) lines.push('');
      ({ path } = finding);
      lines.push(paint('4', plainText(path)));
    }
    lines.push(
      `  ${(places[index] ?? '').padEnd(placeWidth)}  ${paint(colours[severity], severity.padEnd(7))}  ${code.padEnd(codeWidth)}  ${plainText(message)}`,
    );
  });
  if (findings.length > 0) lines.push('');

  const concerned = new Set(findings.map((finding) => finding.path)).size;
  const total = `${count(counts.error, 'error')}, ${count(counts.warning, 'warning')}, ${counts.info} info`;
  lines.push(
    findings.length === 0
      ? paint('32', `No findings in ${count(files.length, 'file')}.`)
      : `${paint(counts.error > 0 ? '31' : '33', total)} in ${concerned} of ${count(files.length, 'file')}.`,
  );
  if (baselined > 0) lines.push(`${count(baselined, 'finding')} hidden by the baseline.`);
  if (stale > 0)
    lines.push(
      `${count(stale, 'baseline entry', 'baseline entries')} no longer found: \`--write-baseline\` removes them.`,
    );
  const [first] = findings;
  if (first) lines.push(paint('2', `\`pactwright rules ${first.code}\` explains a finding and how to fix it.`));
  return `${lines.join('\n')}\n`;
}

function placeOf({ range }: Finding): string {
  return `${range.start.line + 1}:${range.start.character + 1}`;
}
