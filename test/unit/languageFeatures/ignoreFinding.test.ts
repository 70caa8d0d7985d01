import { describe, expect, it } from 'vitest';
import { canBeIgnored, ignoreFinding } from '../../../server/src/languageFeatures/findingActions/ignoreFinding.js';
import { applyEdits } from '../../../server/src/markdown/textEdit.js';
import type { Finding } from '../../../server/src/rules/finding.js';
import { allRules } from '../../../server/src/rules/registry.js';
import { lintFixture } from '../../support/lintFixture.js';
import { tried } from '../../support/runs.js';
import { readRuleFixture } from '../../support/checkRule.js';

const errorsOf = (findings: readonly Finding[]): readonly string[] =>
  findings.filter(({ severity }) => severity === 'error').map(({ code, path }) => `${code} ${path}`);

describe('a comment that ignores a finding', () => {
  it.each(allRules.filter(canBeIgnored).map(({ code }) => code))(
    'takes every finding of the fixture of %s away, and adds no error',
    async (code) => {
      const { files, documents, findings, lint } = await lintFixture(readRuleFixture(code));
      const own = findings.filter((finding) => finding.code === code);
      expect(own.length).toBeGreaterThan(0);
      for (const finding of tried(own, own.slice(0, 3))) {
        const document = documents.find(({ path }) => path === finding.path);
        if (!document) throw new Error(`${code} is found in ${finding.path}, which is no document`);
        const where = `${code} ${finding.path}:${finding.range.start.line + 1}`;
        const edits = await ignoreFinding(document, finding, 'it \u202Eis --> meant\nso');
        expect(edits, where).toBeDefined();
        const text = applyEdits(document.text, edits ?? []);
        expect(text, where).toContain(' -- it is – meant so');
        const after = await lint(files.map((file) => (file.path === finding.path ? { ...file, text } : file)));
        const still = after.filter((one) => one.code === code && one.path === finding.path);
        expect(still.length, where).toBeLessThan(own.filter(({ path }) => path === finding.path).length);
        const before = errorsOf(findings);
        expect(
          errorsOf(after).filter((error) => !before.includes(error)),
          where,
        ).toEqual([]);
        expect(after.filter(({ code: other }) => other === 'PW521' || other === 'PW522')).toEqual(
          findings.filter(({ code: other }) => other === 'PW521' || other === 'PW522'),
        );
      }
    },
  );
});
