import { operationFor } from '../../server/src/languageFeatures/findingActions/operationFor.js';
import type { Fix } from '../../server/src/rules/finding.js';
import { lintFixture } from './lintFixture.js';

/** So many different titles of one rule show what it offers. */
const mostShown = 4;

/**
 * What the light bulb offers for the findings of a rule besides what every finding has: the titles in its fixture, ids and
 * numbers of one kind as one. A fix that is certain begins with ✓.
 */
export async function ruleActions(code: string, fixture: string): Promise<readonly string[]> {
  const { findings } = await lintFixture(fixture);
  const titles = new Map<string, string>();
  for (const finding of findings.filter((one) => one.code === code)) {
    const operation = operationFor(finding);
    const offered = [
      ...[finding.fix, ...(finding.otherFixes ?? [])].flatMap((fix) => (fix ? [titleOf(fix)] : [])),
      ...(operation ? [operation.title] : []),
    ];
    for (const title of offered) {
      const kind = title.replace(/`[^`]*`|"[^"]*"|\b[A-Z]+-?\w*\d\S*|\d+/gu, '#');
      if (!titles.has(kind)) titles.set(kind, title);
    }
  }
  const all = [...titles.values()];
  return all.length > mostShown ? [...all.slice(0, mostShown), '…'] : all;
}

function titleOf({ title, safe }: Fix): string {
  return safe ? `✓ ${title}` : title;
}
