import { describe, expect, it } from 'vitest';
import { fixable, fixEvery, type EveryFix } from '../../../server/src/languageFeatures/findingActions/fixEvery.js';
import { applyEdits } from '../../../server/src/markdown/textEdit.js';
import { featureCase } from '../../support/checkFeature.js';

const spec = (id: string, status: string): string =>
  `=== docs/specs/${id}.md\n# ${id}: Cart\n\n| Field | Value |\n|-------|-------|\n| ID | ${id} |\n| Status | ${status} |\n`;
const entry = (id: string): string => `### [${id}] Cart\n\n- [x] Build\n\n`;
const ids = ['STORY-001', 'STORY-002', 'STORY-003'];
const board = (backlog: string, done: string): string =>
  `# Sprint Board\n\n## 📋 Backlog\n\n${backlog}## 🔄 In Progress\n\n## ✅ Done\n\n${done}`;
const source = `${ids.map((id) => spec(id, 'Draft')).join('')}=== docs/product/sprint_board.md\n${board('', ids.map(entry).join(''))}`;

/** The files that a fix of all its kind changes, as they are then, and how many findings it is for. */
async function fixed(
  text: string,
  every: EveryFix,
): Promise<{ count: number; files: Readonly<Record<string, string>> }> {
  const { context } = await featureCase(text);
  const files: Record<string, string> = {};
  for (const change of await fixEvery(context, every)) {
    const before = context.project.documents.find(({ path }) => path === change.path)?.text ?? '';
    if (change.kind === 'edit') files[change.path] = applyEdits(before, change.edits);
    if (change.kind === 'create') files[change.path] = change.text;
  }
  return { count: fixable(context, every).length, files };
}

describe('fixing all of a kind', () => {
  it('sets the Status of every spec that the board contradicts', async () => {
    const { count, files } = await fixed(source, {
      code: 'PW613',
      choice: { every: 'Set the Status as on the board' },
    });
    expect(count).toBe(3);
    expect(Object.keys(files).sort()).toEqual(ids.map((id) => `docs/specs/${id}.md`));
    for (const text of Object.values(files)) expect(text).toContain('| Status | Done |');
  });

  it('applies fixes that go to one place one after the other, and drops nothing', async () => {
    const open = source.replaceAll('- [x] Build', 'Text');
    const { files } = await fixed(open, { code: 'PW613', choice: { every: 'Move the entry as its Status says' } });
    const after = files['docs/product/sprint_board.md'] ?? '';
    const [backlog = '', done = ''] = after.split('## 🔄 In Progress');
    for (const id of ids) {
      expect(backlog.split(`### [${id}] Cart\n\nText`)).toHaveLength(2);
      expect(done).not.toContain(id);
    }
  });

  it('stays in the document where it was asked for there', async () => {
    const two = `${spec('STORY-001', 'Draft')}\n${spec('STORY-002', 'Draft')}`;
    const everywhere = await fixed(two, { code: 'W001', choice: 'fix' });
    expect(Object.keys(everywhere.files)).toHaveLength(2);
    const here = await fixed(two, { code: 'W001', choice: 'fix', path: 'docs/specs/STORY-002.md' });
    expect(Object.keys(here.files)).toEqual(['docs/specs/STORY-002.md']);
    expect(here.count).toBe(1);
  });

  it('finds nothing where no finding has that fix', async () => {
    expect(await fixed(source, { code: 'PW613', choice: 'fix' })).toEqual({ count: 0, files: {} });
  });
});
