import { describe, expect, it } from 'vitest';
import { documentKindOf } from '../../../server/src/documents/documentKind.js';
import type { AnyDocument } from '../../../server/src/documents/document.js';
import { parseDocument } from '../../../server/src/documents/parseDocument.js';
import type { Finding } from '../../../server/src/rules/finding.js';
import { createLinter } from '../../../server/src/rules/lint.js';
import { allRules } from '../../../server/src/rules/registry.js';
import { defaultConfiguration } from '../../../server/src/workspace/configuration.js';
import { createProject } from '../../../server/src/workspace/project.js';
import { codeFactsOf } from '../../support/codeFixture.js';
import { createGitFacts } from '../../support/gitFixture.js';

async function parse(path: string, text: string): Promise<AnyDocument> {
  const kind = documentKindOf(path, defaultConfiguration.paths);
  if (!kind) throw new Error(`${path} is no document`);
  return parseDocument(kind, path, text);
}

describe('a finding that is said again', () => {
  it('has the edits for the other document as that is now', async () => {
    const spec = await parse(
      'docs/specs/STORY-001.md',
      '# STORY-001: Carts\n\n## Requirements\n\n### R1: Keep (MUST)\n\n### R2: Show (SHOULD)\n\n## Acceptance Criteria\n\n### AC1: Keep (R1)\n\n- **Then** kept\n\n### AC2: Show (R2)\n\n- **Then** shown\n',
    );
    const linter = createLinter(allRules, defaultConfiguration);
    const endOfEdit = async (text: string): Promise<number | undefined> => {
      const testCase = await parse('docs/test_cases/STORY-001_case.md', text);
      const project = { ...createProject([spec, testCase]), code: codeFactsOf([]) };
      const found = linter.judge(spec, project).find(({ code }) => code === 'PW702');
      const [change] = found?.fix?.others ?? [];
      return change?.kind === 'edit' ? change.edits[0]?.span.end : undefined;
    };
    const before = '# Test Cases: STORY-001\n\n## TC-1: keep (AC1)\n\n- **Then** kept\n';
    const after = before.replace('\n\n', '\n\nA remark that somebody added.\n\n');
    expect([await endOfEdit(before), await endOfEdit(after)]).toEqual([before.length, after.length]);
  });

  it('opens the commits it is about now', async () => {
    const path = 'docs/product/sprint_board.md';
    const board = await parse(path, '# Sprint Board\n\n## 🔄 In Progress\n\n### [STORY-001] Carts\n');
    const linter = createLinter(allRules, defaultConfiguration);
    const commitsWith = (id: string): Finding['commits'] => {
      const git = createGitFacts({
        now: '2026-03-01',
        commits: [{ id, at: '2026-01-02', subject: 'STORY-001', files: [path] }],
      });
      const findings = linter.judge(board, { ...createProject([board]), git });
      return findings.find(({ code }) => code === 'PW631')?.commits;
    };
    expect(commitsWith('c1')).toHaveLength(1);
    expect(commitsWith('c1')).not.toEqual(commitsWith('c2'));
  });
});
