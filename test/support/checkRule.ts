import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { createLineIndex } from '../../server/src/markdown/lineIndex.js';
import type { Finding, Fix } from '../../server/src/rules/finding.js';
import type { Configuration } from '../../server/src/workspace/configuration.js';
import { applyFixes } from './applyFixes.js';
import { codeFactsOf } from './codeFixture.js';
import { configurationIn, type FileText, lintFiles } from './lintFiles.js';
import { extractMarkers, parseRuleFixture } from './ruleFixture.js';

/**
 * Checks one rule against a fixture text: reports exactly where the markers are, with the severities and fixes the fixture
 * names; after all fixes are applied, findings that had one are gone and fixing again changes nothing; each of the other
 * fixes alone makes its finding go away.
 */
export async function checkRule(code: string, fixture: string, configuration?: Configuration): Promise<void> {
  const { files, fixed, otherFixed, severities, configuration: own, ...known } = parseRuleFixture(fixture);
  const { git, record, aroundHooks } = known;
  const findingsOf = async (some: readonly FileText[]): Promise<readonly Finding[]> => {
    const facts = {
      code: codeFactsOf(some),
      ...(git ? { git } : {}),
      ...(record ? { record } : {}),
      ...(aroundHooks ? { aroundHooks } : {}),
    };
    const { findings } = await lintFiles(some, configuration ?? own ?? configurationIn(some), facts);
    return findings.filter((finding) => finding.code === code);
  };
  const found = await findingsOf(files);

  const expected = files.flatMap(({ path, text, expected: spans }) => {
    const lines = createLineIndex(text);
    return spans.map(
      (span) => `${path} ${rangeText(lines.rangeOf(span))} ${JSON.stringify(text.slice(span.start, span.end))}`,
    );
  });
  const actual = found.map(({ path, range }) => {
    const text = files.find((file) => file.path === path)?.text ?? '';
    const lines = createLineIndex(text);
    return `${path} ${rangeText(range)} ${JSON.stringify(text.slice(lines.offsetAt(range.start), lines.offsetAt(range.end)))}`;
  });
  expect(actual.sort(), `findings of ${code}`).toEqual(expected.sort());
  expect(found.length, `a fixture of ${code} with at least one finding`).toBeGreaterThan(0);
  if (severities.length > 0) expect(found.map(({ severity }) => severity)).toEqual(severities);
  for (const finding of found) expect(finding.message.length, 'a message').toBeGreaterThan(20);

  const fixes = found.flatMap(({ path, fix }) => (fix ? [{ path, fix }] : []));
  const after = applyFixes(files, fixes);
  expect(changed(files, after), 'the files after all fixes, as the "=== fixed" parts have them').toEqual(plain(fixed));
  if (fixes.length > 0)
    expect(
      (await findingsOf(after)).filter(({ fix }) => fix),
      'findings with a fix after fixing',
    ).toEqual([]);

  const others = found.flatMap(({ path, otherFixes = [] }) => otherFixes.map((fix): OfferedFix => ({ path, fix })));
  const outcomes = others.map((offered) => ({ ...offered, after: applyFixes(files, [offered]) }));
  expect(
    outcomes.map((outcome) => changed(files, outcome.after)),
    'the files after each of the other fixes, as the "=== other-fix" parts have them',
  ).toEqual(otherFixed.map(plain));
  for (const { fix, after: result } of outcomes)
    expect((await findingsOf(result)).length, `findings after "${fix.title}"`).toBeLessThan(found.length);
}

interface OfferedFix {
  readonly path: string;
  readonly fix: Fix;
}

/** The texts of the files that are new or not what they were, by path. */
function changed(before: readonly FileText[], after: readonly FileText[]): Readonly<Record<string, string>> {
  const were = new Map(before.map(({ path, text }) => [path, text] as const));
  return Object.fromEntries(
    after.filter(({ path, text }) => were.get(path) !== text).map(({ path, text }) => [path, text] as const),
  );
}

/** The texts a fixture expects, by path. */
function plain(texts: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from(texts, ([path, text]) => [path, extractMarkers(text).text] as const));
}

export function readRuleFixture(code: string): string {
  return readFileSync(new URL(`../fixtures/rules/${code}.fixture`, import.meta.url), 'utf8');
}

function rangeText({ start, end }: Finding['range']): string {
  return `${start.line}:${start.character}-${end.line}:${end.character}`;
}
