import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Range } from '../../markdown/span.js';
import type { Finding, Severity } from '../../rules/finding.js';
import { renderRuleReference, withProse } from '../../rules/reference.js';
import type { WrittenRule } from '../../rules/rule.js';
import type { LintReport } from './lintReport.js';

const levels: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };
const rootId = 'ROOT';

/** SARIF 2.1.0: lines and columns from 1 in UTF-16 units, the finding's identity as fingerprint. */
export async function formatSarif({ root, findings, rules }: LintReport, version: string): Promise<string> {
  const { base, under } = baseOf(root, findings);
  const indexes = new Map(rules.map(({ code }, index) => [code, index]));
  const written = await Promise.all(rules.map(withProse));
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Pactwright', version, semanticVersion: version, rules: written.map(toDescriptor) } },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { [rootId]: { uri: pathToFileURL(`${base}${path.sep}`).href } },
        results: findings.map((finding) => toResult(finding, under, indexes.get(finding.code))),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

/** Below a base id no path may begin with `..`: the nearest folder that holds all of them, and the paths from there. */
function baseOf(
  root: string,
  findings: readonly Finding[],
): { readonly base: string; readonly under: (file: string) => string } {
  const files = findings.flatMap(({ path: file, related = [] }) => [file, ...related.map((other) => other.path)]);
  const steps = Math.max(0, ...new Set(files.map((file) => file.split('/').filter((part) => part === '..').length)));
  if (steps === 0) return { base: root, under: (file) => file };
  const base = path.join(root, ...Array.from({ length: steps }, () => '..'));
  return { base, under: (file) => path.relative(base, path.join(root, file)).split(path.sep).join('/') };
}

function toDescriptor(rule: WrittenRule): object {
  return {
    id: rule.code,
    name: rule.name,
    shortDescription: { text: `${rule.summary}.` },
    fullDescription: { text: rule.why.trim() },
    help: { text: rule.fix.trim(), markdown: renderRuleReference(rule) },
    defaultConfiguration: { level: levels[rule.severity] },
  };
}

function toResult(finding: Finding, under: (file: string) => string, ruleIndex?: number): object {
  const { id, code, severity, message, path: file, range, related } = finding;
  return {
    ruleId: code,
    ...(ruleIndex === undefined ? {} : { ruleIndex }),
    level: levels[severity],
    message: { text: message },
    locations: [toLocation(under(file), range)],
    ...(related
      ? {
          relatedLocations: related.map((other, index) => ({
            id: index + 1,
            ...toLocation(under(other.path), other.range),
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
