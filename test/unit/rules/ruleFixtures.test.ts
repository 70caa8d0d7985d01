import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import examples from '../../../server/src/rules/examples.json' with { type: 'json' };
import { allRules } from '../../../server/src/rules/registry.js';
import { ruleProse } from '../../../server/src/rules/ruleProse.js';
import { checkRule, readRuleFixture } from '../../support/checkRule.js';
import { renderRuleExample } from '../../support/ruleExample.js';
import { lintFiles } from '../../support/lintFiles.js';

describe('every rule', () => {
  it('has a code and a name of its own', () => {
    for (const key of ['code', 'name'] as const) {
      const values = allRules.map((rule) => rule[key]);
      expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([]);
    }
    for (const { code, name } of allRules) {
      expect(code).toMatch(/^(E\d{3}|W\d{3}|PW[1-7]\d\d)$/);
      expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)+$/);
    }
  });

  describe.each(allRules.map((rule) => [rule.code, rule] as const))('%s', (code, rule) => {
    it('says why, what to do and what PactKit does', () => {
      for (const [part, text] of Object.entries({ summary: rule.summary, ...ruleProse[code] }))
        expect(text.trim().length, part).toBeGreaterThan(9);
      expect(rule.documents.length).toBeGreaterThan(0);
    });

    it('shows a project that it reports, and what the fix makes of it', async () => {
      const source = readFileSync(new URL(`../../fixtures/examples/${code}.fixture`, import.meta.url), 'utf8');
      const byCode: Readonly<Record<string, string>> = examples;
      expect(await renderRuleExample(code, source)).toBe(byCode[code]);
    });

    it('reports exactly what its fixture marks', async () => {
      expect(
        existsSync(new URL(`../../fixtures/rules/${code}.fixture`, import.meta.url)),
        `test/fixtures/rules/${code}.fixture`,
      ).toBe(true);
      await checkRule(code, readRuleFixture(code));
    });
  });
});

describe('lintFiles', () => {
  it('takes no offence at a project without documents', async () => {
    expect((await lintFiles([])).findings).toEqual([]);
  });
});
