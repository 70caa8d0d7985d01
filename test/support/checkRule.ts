import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { documentKindOf } from '../../server/src/documents/documentKind.js';
import { parseDocument } from '../../server/src/documents/parseDocument.js';
import type { AnyDocument, Problem } from '../../server/src/documents/document.js';
import { span } from '../../server/src/markdown/span.js';
import { applyEdits } from '../../server/src/markdown/textEdit.js';
import type { Finding } from '../../server/src/rules/finding.js';
import { createLinter } from '../../server/src/rules/lint.js';
import { allRules } from '../../server/src/rules/registry.js';
import { type Configuration, defaultConfiguration } from '../../server/src/workspace/configuration.js';
import { createProject } from '../../server/src/workspace/project.js';
import { extractMarkers, parseRuleFixture } from './ruleFixture.js';

interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly unreadable?: boolean;
}

const noText: Problem = { kind: 'unreadable', message: 'The file is binary: save it as UTF-8', span: span(0, 0) };

/** Parses files as one project and lints them with all rules. */
export async function lintFiles(
  files: readonly SourceFile[],
  configuration: Configuration = defaultConfiguration,
  ignoredByGit?: ReadonlySet<string>,
): Promise<{ documents: readonly AnyDocument[]; findings: readonly Finding[] }> {
  const parsed = await Promise.all(
    [...files]
      .sort((a, b) => (a.path < b.path ? -1 : 1))
      .map(async ({ path, text, unreadable }) => {
        const kind = documentKindOf(path, configuration.paths);
        if (kind === undefined) return [];
        const document = await parseDocument(kind, path, text);
        return [unreadable ? { ...document, problems: [noText] } : document];
      }),
  );
  const documents = parsed.flat();
  const result = createLinter(allRules, configuration).lint({
    ...createProject(documents),
    ...(ignoredByGit ? { git: { ignored: ignoredByGit, notices: [] } } : {}),
  });
  return { documents, findings: [...result.values()].flat() };
}

/**
 * Checks one rule against a fixture text: reports exactly where the markers are, with the severities and fixes the fixture
 * names; after all fixes are applied, findings that had one are gone and fixing again changes nothing.
 */
export async function checkRule(code: string, fixture: string, configuration?: Configuration): Promise<void> {
  const { files, fixed, severities, ignoredByGit } = parseRuleFixture(fixture);
  const ofRule = (findings: readonly Finding[]): Finding[] => findings.filter((finding) => finding.code === code);
  const { documents, findings } = await lintFiles(files, configuration, ignoredByGit);
  const own = ofRule(findings);

  const expected = files.flatMap(({ path, text, expected: spans }) => {
    const lines = documents.find((document) => document.path === path)?.lines;
    if (!lines) return spans.length === 0 ? [] : [`${path}: not a document Pactwright knows`];
    return spans.map(
      (span) => `${path} ${rangeText(lines.rangeOf(span))} ${JSON.stringify(text.slice(span.start, span.end))}`,
    );
  });
  const actual = own.map((finding) => {
    const document = documents.find(({ path }) => path === finding.path);
    const start = document?.lines.offsetAt(finding.range.start) ?? 0;
    const end = document?.lines.offsetAt(finding.range.end) ?? 0;
    return `${finding.path} ${rangeText(finding.range)} ${JSON.stringify(document?.text.slice(start, end))}`;
  });
  expect(actual.sort(), `findings of ${code}`).toEqual(expected.sort());
  expect(own.length, `a fixture of ${code} with at least one finding`).toBeGreaterThan(0);
  if (severities.length > 0) expect(own.map(({ severity }) => severity)).toEqual(severities);
  for (const finding of own) expect(finding.message.length, 'a message').toBeGreaterThan(20);

  const withFix = own.filter((finding) => finding.fix);
  expect([...fixed.keys()].sort(), 'a "=== fixed" part for each file with a fix').toEqual(
    [...new Set(withFix.map(({ path }) => path))].sort(),
  );
  if (withFix.length === 0) return;
  const after = files.map(({ path, text }) => ({
    path,
    text: fixAll(
      text,
      withFix.filter((finding) => finding.path === path),
    ),
  }));
  for (const [path, text] of fixed)
    expect(after.find((file) => file.path === path)?.text, `${path} after the fixes`).toBe(extractMarkers(text).text);
  const again = ofRule((await lintFiles(after, configuration, ignoredByGit)).findings);
  expect(
    again.filter((finding) => finding.fix),
    'findings with a fix after fixing',
  ).toEqual([]);
}

/** Applies fixes in order of place, leaving out those that overlap one before. */
function fixAll(text: string, findings: readonly Finding[]): string {
  const edits = findings.flatMap((finding) => finding.fix?.edits ?? []).sort((a, b) => a.span.start - b.span.start);
  let end = -1;
  return applyEdits(
    text,
    edits.filter(({ span }) => {
      if (span.start < end) return false;
      end = Math.max(end, span.end);
      return true;
    }),
  );
}

export function readRuleFixture(code: string): string {
  return readFileSync(new URL(`../fixtures/rules/${code}.fixture`, import.meta.url), 'utf8');
}

function rangeText({ start, end }: Finding['range']): string {
  return `${start.line}:${start.character}-${end.line}:${end.character}`;
}
