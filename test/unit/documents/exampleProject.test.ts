import { expect, it } from 'vitest';
import { exampleProject } from '../../../server/src/documents/exampleProject.js';
import { createLinter } from '../../../server/src/rules/lint.js';
import { allRules } from '../../../server/src/rules/registry.js';
import { defaultConfiguration } from '../../../server/src/workspace/configuration.js';
import { projectOf } from '../../support/projectOf.js';

it('the example has one mistake, and a fix for it', async () => {
  const documents = Object.fromEntries(exampleProject.map(({ path, text }) => [path, text]));
  const linter = createLinter(allRules, defaultConfiguration);
  const findings = [...linter.lint(await projectOf({ documents })).values()].flat();
  expect(findings.map(({ code, path }) => `${code} ${path}`)).toEqual(['W006 docs/specs/STORY-001.md']);
  expect(findings[0]?.fix).toBeDefined();
});
