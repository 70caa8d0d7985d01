import { describe, expect, it } from 'vitest';
import { createTraceGraph } from '../../../server/src/trace/createTraceGraph.js';
import { wantedBlobs } from '../../../server/src/trace/wantedBlobs.js';
import { defaultConfiguration } from '../../../server/src/workspace/configuration.js';
import { createProject, type Project } from '../../../server/src/workspace/project.js';
import { readRuleFixture } from '../../support/checkRule.js';
import { lintFiles } from '../../support/lintFiles.js';
import { codeFactsOf } from '../../support/codeFixture.js';
import { parseRuleFixture } from '../../support/ruleFixture.js';

/** The wanted blobs of a rule's fixture where none was fetched yet, as the documents they were. */
async function wantedIn(code: string, takeOut = (text: string): string => text): Promise<readonly string[]> {
  const { files, git } = parseRuleFixture(takeOut(readRuleFixture(code)));
  const { documents } = await lintFiles(files);
  const history = git?.history;
  if (!history) throw new Error(`the fixture of ${code} has no history`);
  const project: Project = {
    ...createProject(documents),
    code: codeFactsOf(files),
    git: { ...git, history: { ...history, textOf: () => undefined } },
  };
  const pathOf = new Map(
    documents.flatMap(({ path }) => history.changesOf(path).map(({ after }) => [after, path] as const)),
  );
  return wantedBlobs(project, createTraceGraph(project, defaultConfiguration))
    .map((blob) => pathOf.get(blob) ?? blob)
    .sort();
}

describe('wantedBlobs', () => {
  it('names what finished items agreed upon, where it changed since', async () => {
    expect(await wantedIn('PW634')).toEqual([
      'docs/specs/STORY-001.md',
      'docs/specs/STORY-002.md',
      'docs/specs/STORY-004.md',
      'docs/specs/STORY-005.md',
      'docs/specs/STORY-006.md',
      'docs/specs/STORY-008.md',
      'docs/specs/STORY-009.md',
      'docs/test_cases/STORY-001_case.md',
      'docs/test_cases/STORY-002.feature',
      'docs/test_cases/STORY-005.feature',
    ]);
  });

  it('names what the tests were written for, where it changed since', async () => {
    expect(await wantedIn('PW635')).toEqual([
      'docs/specs/STORY-001.md',
      'docs/specs/STORY-004.md',
      'docs/specs/STORY-004.md',
    ]);
  });

  it('names nothing where nothing changed since', async () => {
    expect(
      await wantedIn('PW634', (text) =>
        text.replace(/ {2}- id: c4[^]*?(?=uncommitted)/u, '').replace(/^uncommitted.*/mu, ''),
      ),
    ).toEqual([]);
  });

  it('names nothing without git', async () => {
    const { files } = parseRuleFixture(readRuleFixture('PW635'));
    const project = createProject((await lintFiles(files)).documents);
    expect(wantedBlobs(project, createTraceGraph(project, defaultConfiguration))).toEqual([]);
  });
});
