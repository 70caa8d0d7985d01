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
    const { connection, open, change, until } = workspace;
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
    const ticked = text.replace('- [ ] View', '- [x] View');
    await open(file, ticked);
    await until(() => told > 0);
    const after = await connection.sendRequest<BoardView[]>('pactwright/boards');
    expect(outline(after)).toContain('x View at 9');
    told = 0;
    // The entry keeps its offsets, but not its lines.
    await change(file, ticked.replace('Backlog\n\n', 'Backlog \n'), 2);
    await until(() => told > 0);
    const moved = await connection.sendRequest<BoardView[]>('pactwright/boards');
    expect(outline(moved)).toContain('STORY-001 Cart at 5');
    expect(outline(moved)).toContain('x View at 8');
  });

  it('is told of when a spec changes what is shown of an entry', async () => {
    const spec = (priority: string): string =>
      `# STORY-001: Cart\n\n| Field | Value |\n|-------|-------|\n| ID | STORY-001 |\n| Priority | ${priority} |\n`;
    const config = '.claude/pactkit.yaml';
    workspace = await startLspWorkspace({
      [config]: 'developer: al # me\n',
      'docs/specs/STORY-001.md': spec('P1'),
      [file]: text,
    });
    const { connection, open, until } = workspace;
    const boards = async (): Promise<readonly BoardView[]> => connection.sendRequest('pactwright/boards');
    const factsIn = ([board]: readonly BoardView[]): unknown => board?.sections[1]?.entries[0]?.facts;
    const before = await boards();
    expect(before[0]?.developer).toBe('al');
    expect(factsIn(before)).toMatchObject({ spec: 'docs/specs/STORY-001.md', priority: 'P1', rank: 1 });
    let told = 0;
    connection.onNotification('pactwright/boardsChanged', () => {
      told++;
    });
    await open('docs/specs/STORY-001.md', spec('P3'));
    await until(() => told > 0);
    expect(factsIn(await boards())).toMatchObject({ priority: 'P3', rank: 3 });
  });

  it('is told of once per answer, and not of what it does not show', async () => {
    const spec = (words: string, priority = 'P1'): string =>
      `# STORY-001: Cart\n\n| Field | Value |\n|-------|-------|\n| ID | STORY-001 |\n| Priority | ${priority} |\n\n## Background\n\n${words}\n`;
    const path = 'docs/specs/STORY-001.md';
    workspace = await startLspWorkspace({ [path]: spec('One.'), [file]: text });
    const { connection, open, change, settled } = workspace;
    let told = 0;
    connection.onNotification('pactwright/boardsChanged', () => {
      told++;
    });
    await open(path, spec('One.'));
    await settled();
    expect(told, 'nobody asked').toBe(0);
    const steps: readonly (readonly [written: string, told: number])[] = [
      [spec('Other words.'), 0],
      [spec('Other words.', 'P2'), 1],
      [spec('Other words.', 'P3'), 1],
    ];
    await connection.sendRequest('pactwright/boards');
    for (const [at, [written, expected]] of steps.entries()) {
      await change(path, written, at + 2);
      await settled();
      expect(told, `after edit ${at + 1}`).toBe(expected);
    }
    await connection.sendRequest('pactwright/boards');
    await change(path, spec('Other words.', 'P0'), 9);
    await settled();
    expect(told).toBe(2);
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
    await expect(connection.sendRequest('pactwright/ignore')).resolves.toBeNull();
    expect(await connection.sendRequest('pactwright/ping')).toBe(true);
  });
});
