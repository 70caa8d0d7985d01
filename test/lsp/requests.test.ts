import { afterEach, describe, expect, it } from 'vitest';
import type { BoardView } from '../../server/src/protocol.js';
import { type LspWorkspace, startLspWorkspace } from './lspClient.js';

const file = 'docs/product/sprint_board.md';
const text =
  '# Sprint Board\n\n## 📋 Backlog\n\n## 🔄 In Progress\n\n### [STORY-001] Cart\n\n- [x] Model\n- [ ] View\n\n## ✅ Done\n';

let workspace: LspWorkspace | undefined;
afterEach(() => workspace?.stop());

describe('the board', () => {
  const outline = (boards: readonly BoardView[]): string[] =>
    boards.flatMap(({ sections }) =>
      sections.flatMap(({ kind, entries }) => [
        kind,
        ...entries.flatMap(({ id, title, range, tasks }) => [
          `${id ?? ''} ${title} at ${range.start.line}`,
          ...tasks.map((task) => `${task.checked ? 'x' : 'o'} ${task.text} at ${task.range.start.line}`),
        ]),
      ]),
    );

  it('is answered as sections, entries and tasks, and told when it changes', async () => {
    workspace = await startLspWorkspace({ 'docs/specs/README.md': '', [file]: text });
    const { connection, open, until } = workspace;
    let told = 0;
    connection.onNotification('pactwright/boardsChanged', () => {
      told++;
    });
    const before = await connection.sendRequest<BoardView[]>('pactwright/boards');
    expect(outline(before)).toEqual([
      'backlog',
      'inProgress',
      'STORY-001 Cart at 6',
      'x Model at 8',
      'o View at 9',
      'done',
    ]);
    await open(file, text.replace('- [ ] View', '- [x] View'));
    await until(() => told > 0);
    const after = await connection.sendRequest<BoardView[]>('pactwright/boards');
    expect(outline(after)).toContain('x View at 9');
  });
});

describe('a rule reference', () => {
  it('is the rule’s page, and null for a rule that does not exist', async () => {
    workspace = await startLspWorkspace({});
    const ask = (code: string): Promise<string | null> =>
      workspace?.connection.sendRequest<string | null>('pactwright/ruleReference', { code }) ?? Promise.resolve('');
    expect(await ask('E005')).toMatch(/^# E005 /);
    expect(await ask('PW999')).toBeNull();
  });
});

describe('a handler that fails', () => {
  it('does not end the server', async () => {
    workspace = await startLspWorkspace({ 'docs/specs/README.md': '', [file]: text });
    const { connection } = workspace;
    await expect(connection.sendRequest('pactwright/baseline')).resolves.toBeNull();
    expect(await connection.sendRequest('pactwright/ping')).toBe(true);
  });
});
