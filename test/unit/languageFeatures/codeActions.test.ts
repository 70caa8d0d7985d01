import { describe, expect, it } from 'vitest';
import { codeActions } from '../../../server/src/doors/lsp/codeActions.js';
import type { SettledDocument } from '../../../server/src/doors/lsp/settledFile.js';
import type { Finding } from '../../../server/src/rules/finding.js';
import { featureCase } from '../../support/checkFeature.js';
import { testMachine } from '../../support/testMachine.js';

const hash = 'abc1234def5678abc1234def5678abc1234def56';
const here = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };

/** The actions for one finding at the start of a spec, with the board open at version 3. */
async function actionsFor(finding: Partial<Finding>): Promise<readonly object[]> {
  const { context, document } = await featureCase(
    '=== docs/specs/STORY-001.md\n# STORY-001: Cart\n=== docs/product/sprint_board.md\n# Board\n',
  );
  const found = {
    id: 'id',
    code: 'PW1',
    rule: 'r',
    severity: 'warning',
    path: document.path,
    range: here,
    message: 'm',
  };
  const settled: SettledDocument = {
    ...context,
    rootUri: 'file:///p',
    name: 'p',
    findings: [{ ...found, ...finding } as Finding], // `severity` is one of the three
    version: 2,
    versionOf: (path) => (path === document.path ? 2 : path.startsWith('docs/product') ? 3 : null),
    uriOf: (path) => `file:///p/${path}`,
  };
  const actions = await codeActions({ disk: testMachine().disk, settled, range: here, only: ['quickfix'] });
  for (const { diagnostics } of actions) expect(diagnostics).toHaveLength(1);
  return actions;
}

describe('a finding', () => {
  it('offers each commit it is about, three at most', async () => {
    const actions = await actionsFor({ commits: [hash, hash, hash, hash] });
    expect(actions).toHaveLength(3);
    expect(actions[0]).toMatchObject({
      title: 'Open commit abc1234',
      command: { command: 'pactwright.openCommit', arguments: ['file:///p', hash] },
    });
  });

  it('offers fixes in several files as one edit, each file with its version', async () => {
    const edit = { span: { start: 0, end: 1 }, newText: '%' };
    const [action, other] = await actionsFor({
      fix: {
        title: 'Move it',
        safe: false,
        edits: [edit],
        others: [
          { kind: 'edit', path: 'docs/product/sprint_board.md', edits: [edit] },
          { kind: 'create', path: 'docs/specs/STORY-002.md', text: 'new' },
          { kind: 'rename', path: 'docs/specs/STORY-001.md', newPath: 'docs/specs/STORY-003.md' },
        ],
      },
      otherFixes: [{ title: 'Leave it', safe: false, edits: [edit] }],
    });
    expect(action).toMatchObject({
      title: 'Move it',
      isPreferred: false,
      edit: {
        documentChanges: [
          { kind: 'create', uri: 'file:///p/docs/specs/STORY-002.md', options: { overwrite: false } },
          { textDocument: { uri: 'file:///p/docs/specs/STORY-002.md', version: null }, edits: [{ newText: 'new' }] },
          { textDocument: { uri: 'file:///p/docs/specs/STORY-001.md', version: 2 }, edits: [{ newText: '%' }] },
          { textDocument: { uri: 'file:///p/docs/product/sprint_board.md', version: 3 }, edits: [{ newText: '%' }] },
          { kind: 'rename', newUri: 'file:///p/docs/specs/STORY-003.md' },
        ],
      },
    });
    expect(other).toMatchObject({ title: 'Leave it', isPreferred: false });
  });
});
