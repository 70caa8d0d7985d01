import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allRules } from '../../../server/src/rules/registry.js';
import { checkRule, readRuleFixture } from '../../support/checkRule.js';
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
    it('says why, shows what is right and wrong, and tells the way out and what PactKit does', () => {
      for (const part of ['summary', 'why', 'ok', 'notOk', 'fix', 'pactkit'] as const)
        expect(rule[part].trim().length, part).toBeGreaterThan(9);
      expect(rule.ok).not.toBe(rule.notOk);
      expect(rule.documents.length).toBeGreaterThan(0);
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
