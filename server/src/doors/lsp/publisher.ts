import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver';
import type { Finding, Severity } from '../../rules/finding.js';
import { allRules } from '../../rules/registry.js';
import { saidTogether } from '../../rules/together.js';

export interface Publisher {
  /**
   * Sends what is found in a document that has findings, unless the editor has exactly that already.
   *
   * @param version the version of the open document the findings are about; undefined for one that is not open.
   * @param findings the same array as long as nothing changed: that is how an unchanged document costs nothing.
   */
  publish(
    uri: string,
    version: number | undefined,
    findings: readonly Finding[],
    toDiagnostic: (finding: Finding) => Diagnostic,
  ): void;
  /** Takes back all that was sent of a document. @param version as for `publish`. */
  withdraw(uri: string, version: number | undefined): void;
  /** The documents of which the editor shows anything. */
  uris(): Iterable<string>;
}

interface Message {
  uri: string;
  version?: number;
  diagnostics: Diagnostic[];
}

interface Sent {
  readonly version: number | undefined;
  readonly findings: readonly Finding[];
}

/** As many as VS Code shows of one file; tens of thousands would hold up editor and server for seconds. */
const mostShown = 1_000;

const ranks: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** The one path on which diagnostics leave the server, for open and closed documents alike. */
export function createPublisher(send: (message: Message) => void): Publisher {
  const sent = new Map<string, Sent>();
  return {
    publish: (uri, version, findings, toDiagnostic) => {
      const before = sent.get(uri);
      sent.set(uri, { version, findings });
      if (before?.findings === findings && (before.version === version || isOpenInOne(before.version, version))) return;
      send({ uri, diagnostics: toDiagnostics(findings, toDiagnostic), ...(version === undefined ? {} : { version }) });
    },
    withdraw: (uri, version) => {
      if (sent.delete(uri)) send({ uri, diagnostics: [], ...(version === undefined ? {} : { version }) });
    },
    uris: () => [...sent.keys()],
  };
}

/**
 * Whether a document was opened or closed between two versions. That moves nothing that the editor shows of it, as an edit does. And
 * VS Code drops the menu of fixes that somebody is asking for when it takes in problems, even if they are the same.
 */
function isOpenInOne(before: number | undefined, now: number | undefined): boolean {
  return (before === undefined) !== (now === undefined);
}

/** The worst findings, those of one cause once, and how many more there are. */
function toDiagnostics(all: readonly Finding[], toDiagnostic: (finding: Finding) => Diagnostic): Diagnostic[] {
  const findings = saidTogether(all, allRules);
  if (findings.length <= mostShown) return findings.map(toDiagnostic);
  const start = { line: 0, character: 0 };
  const shown = findings.toSorted((a, b) => ranks[a.severity] - ranks[b.severity]).slice(0, mostShown - 1);
  return [
    ...shown.map(toDiagnostic),
    {
      range: { start, end: start },
      severity: DiagnosticSeverity.Information,
      source: 'pactwright',
      message: `${findings.length - shown.length} more findings in this document are not shown: \`pactwright lint\` lists them all.`,
    },
  ];
}
