import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver';
import { ruleScheme } from '../../protocol.js';
import type { Finding, Severity } from '../../rules/finding.js';

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
};

/** What a diagnostic carries through the editor and back, so that a code action finds its finding again. */
interface DiagnosticData {
  readonly id: string;
}

/**
 * A finding as LSP wants it.
 *
 * @param uriOf the URI of a path relative to the finding's project root.
 */
export function toDiagnostic(finding: Finding, uriOf: (path: string) => string): Diagnostic {
  const data: DiagnosticData = { id: finding.id };
  return {
    range: finding.range,
    severity: severities[finding.severity],
    source: 'pactwright',
    code: finding.code,
    codeDescription: { href: `${ruleScheme}:/${finding.code}.md` },
    message: finding.message,
    data,
    ...(finding.related
      ? {
          relatedInformation: finding.related.map(({ path, range, message }) => ({
            location: { uri: uriOf(path), range },
            message,
          })),
        }
      : {}),
  };
}
