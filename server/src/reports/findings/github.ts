import path from 'node:path';
import type { Severity } from '../../rules/finding.js';
import type { LintReport } from './lintReport.js';
import { relativePath } from '../../base/relativePath.js';

const commands: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

/**
 * Workflow commands of GitHub Actions, one per finding, lines and columns from 1.
 *
 * @param workspace the checkout that annotations name their files from (`GITHUB_WORKSPACE`); the root where it is not set.
 */
export function formatGithub({ root, findings }: LintReport, workspace: string | undefined): string {
  const nameOf = (file: string): string =>
    (workspace === undefined ? undefined : relativePath(workspace, path.join(root, ...file.split('/')))) ?? file;
  return findings
    .map(({ severity, code, rule, path: file, range: { start, end }, message }) => {
      // Columns count only within one line.
      const columns =
        start.line === end.line
          ? `,col=${start.character + 1},endColumn=${Math.max(start.character + 1, end.character)}`
          : '';
      const place = `line=${start.line + 1},endLine=${end.line + 1}${columns}`;
      const name = escapeProperty(nameOf(file));
      return `::${commands[severity]} file=${name},${place},title=${code} ${rule}::${escapeData(message)}\n`;
    })
    .join('');
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
