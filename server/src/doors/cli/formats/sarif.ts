import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Range } from '../../../markdown/span.js';
import type { Finding, Severity } from '../../../rules/finding.js';
import { renderRuleReference } from '../../../rules/reference.js';
import type { Rule } from '../../../rules/rule.js';
import type { LintReport } from '../report.js';

const levels: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };
const rootId = 'ROOT';

/** SARIF 2.1.0: lines and columns from 1 in UTF-16 units, the finding's identity as fingerprint. */
export function formatSarif({ root, findings, rules }: LintReport, version: string): string {
  const indexes = new Map(rules.map(({ code }, index) => [code, index]));
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Pactwright', version, semanticVersion: version, rules: rules.map(toDescriptor) } },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { [rootId]: { uri: pathToFileURL(`${root}${path.sep}`).href } },
        results: findings.map((finding) => toResult(finding, indexes.get(finding.code))),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

function toDescriptor(rule: Rule): object {
  return {
    id: rule.code,
    name: rule.name,
    shortDescription: { text: `${rule.summary}.` },
    fullDescription: { text: rule.why.trim() },
    help: { text: rule.fix.trim(), markdown: renderRuleReference(rule) },
    defaultConfiguration: { level: levels[rule.severity] },
  };
}

function toResult({ id, code, severity, message, path: file, range, related }: Finding, ruleIndex?: number): object {
  return {
    ruleId: code,
    ...(ruleIndex === undefined ? {} : { ruleIndex }),
    level: levels[severity],
    message: { text: message },
    locations: [toLocation(file, range)],
    ...(related
      ? {
          relatedLocations: related.map((other, index) => ({
            id: index + 1,
            ...toLocation(other.path, other.range),
            message: { text: other.message },
          })),
        }
      : {}),
    partialFingerprints: { 'pactwrightFinding/v1': id },
  };
}

function toLocation(file: string, { start, end }: Range): object {
  return {
    physicalLocation: {
      artifactLocation: { uri: file.split('/').map(encodeURIComponent).join('/'), uriBaseId: rootId },
      region: {
        startLine: start.line + 1,
        startColumn: start.character + 1,
        endLine: end.line + 1,
        endColumn: end.character + 1,
      },
    },
  };
}
