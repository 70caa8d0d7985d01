import { describe, expect, it } from 'vitest';
import type { Finding, Fix } from '../../../server/src/rules/finding.js';
import { allRules } from '../../../server/src/rules/registry.js';
import { applyFixes } from '../../support/applyFixes.js';
import { readRuleFixture } from '../../support/checkRule.js';
import { lintFixture } from '../../support/lintFixture.js';
import { tried } from '../../support/runs.js';

/**
 * How many errors there are in files that were there before: what a fix creates is to be filled in. An error may take the place
 * of another one: a section that is found is judged.
 */
const errorsIn = (findings: readonly Finding[], paths: ReadonlySet<string>): number =>
  findings.filter(({ severity, path }) => severity === 'error' && paths.has(path)).length;

const fixesOf = ({ fix, otherFixes = [] }: Finding): readonly Fix[] => [...(fix ? [fix] : []), ...otherFixes];

/** What is read only once a fix was applied is judged then: a section at the right level (W009), a Release that is TBD (PW118). */
const revealing = new Set(['W009', 'PW118']);

const withEdit: string[] = [];

describe('the fixes of a rule', () => {
  it.each(allRules.map(({ code }) => code))('%s: each takes its finding away and adds to no errors', async (code) => {
    const { files, findings, lint } = await lintFixture(readRuleFixture(code));
    const own = findings.filter((finding) => finding.code === code);
    if (own.some((finding) => fixesOf(finding).length > 0)) withEdit.push(code);
    const paths = new Set(files.map(({ path }) => path));
    const before = errorsIn(findings, paths);
    for (const finding of tried(own, own.slice(0, 3)))
      for (const fix of fixesOf(finding)) {
        const after = await lint(applyFixes(files, [{ path: finding.path, fix }]));
        const where = `${code} ${finding.path}:${finding.range.start.line + 1} ${fix.title}`;
        expect(after.filter((one) => one.code === code).length, where).toBeLessThan(own.length);
        expect(errorsIn(after, paths), where).toBeLessThanOrEqual(before + (revealing.has(code) ? 1 : 0));
      }
  });

  it('are there for at least sixty rules', () => {
    expect(withEdit.length).toBeGreaterThanOrEqual(60);
  });
});
