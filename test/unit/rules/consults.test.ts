import { describe, expect, it } from 'vitest';
import type { DocumentKind } from '../../../server/src/documents/document.js';
import { kindsNeededFor } from '../../../server/src/rules/consults.js';
import { createLinter } from '../../../server/src/rules/lint.js';
import { allRules } from '../../../server/src/rules/registry.js';
import { defaultConfiguration } from '../../../server/src/workspace/configuration.js';
import { createProject, type Project } from '../../../server/src/workspace/project.js';
import { readRuleFixture } from '../../support/checkRule.js';
import { lintFiles } from '../../support/lintFiles.js';
import { parseRuleFixture } from '../../support/ruleFixture.js';

/** The project, noting which kinds of documents are asked for. */
function observed(project: Project, asked: Set<DocumentKind>): Project {
  return {
    get documents(): never {
      throw new Error('a rule looks at all documents');
    },
    ofKind: (kind) => {
      asked.add(kind);
      return project.ofKind(kind);
    },
    spec: (item) => {
      asked.add('spec');
      return project.spec(item);
    },
    get habits() {
      asked.add('spec');
      return project.habits;
    },
  };
}

describe('kindsNeededFor', () => {
  it('names the kinds asked for first', () => {
    expect([...kindsNeededFor(['lessons', 'governanceRules'])]).toEqual(['lessons', 'governanceRules']);
  });

  it.each(allRules.map(({ code }) => code))('names every kind that %s looks at', async (code) => {
    const { documents } = await lintFiles(parseRuleFixture(readRuleFixture(code)).files);
    for (const document of documents) {
      // A linter that has judged before compares all documents with those of before.
      const linter = createLinter(allRules, defaultConfiguration);
      const asked = new Set<DocumentKind>();
      linter.judge(document, observed(createProject(documents), asked));
      const needed = kindsNeededFor([document.kind]);
      expect([...asked].filter((kind) => !needed.has(kind))).toEqual([]);
    }
  });
});
