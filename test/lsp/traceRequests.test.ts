import { afterEach, describe, expect, it } from 'vitest';
import type {
  LineDefinition,
  LineHover,
  MatrixView,
  Place,
  TraceItemDetail,
  TraceNodeView,
  TraceProjectView,
} from '../../server/src/protocol.js';
import { type LspWorkspace, startLspWorkspace } from './lspClient.js';

const files = {
  'docs/specs/STORY-001.md': `# STORY-001: Keep the cart

## Requirements

### R1: Keep it (MUST)

It MUST be kept.

### R2: Show it (MUST)

It MUST be shown.

## Acceptance Criteria

### AC1: It is there (R1)

- **Given** a cart

### AC2: It is shown (R2)

- **Given** a cart
`,
  'docs/test_cases/STORY-001_case.md': `# Test Cases: STORY-001

## TC-1: it is there (AC1)

- **Given** a cart
`,
  'docs/product/sprint_board.md':
    '# Sprint Board\n\n## 🔄 In Progress\n\n### [STORY-001] Keep the cart\n\n- [ ] View\n',
};

let workspace: LspWorkspace | undefined;
afterEach(() => workspace?.stop());

async function ask<Answer>(method: string, params?: unknown): Promise<Answer> {
  workspace ??= await startLspWorkspace(files);
  return params === undefined
    ? workspace.connection.sendRequest<Answer>(`pactwright/${method}`)
    : workspace.connection.sendRequest<Answer>(`pactwright/${method}`, params);
}

/** One line per node: what it is, and what is missing. */
function outline(nodes: readonly TraceNodeView[], indent = ''): string[] {
  return nodes.flatMap(({ label, gaps, children }) => [
    `${indent}${[label, ...gaps].join(' ')}`,
    ...outline(children, `${indent}  `),
  ]);
}

describe('the trace over the wire', () => {
  afterEach(() => {
    workspace = undefined;
  });

  it('has every item with its stage, its place and a number that tells whether it has changed', async () => {
    const [project] = await ask<readonly TraceProjectView[]>('traceItems');
    const [item] = project?.items ?? [];
    expect(item).toMatchObject({ id: 'STORY-001', title: 'Keep the cart', stage: 'inProgress', criteria: 2 });
    expect(item?.place.uri).toBe(workspace?.uri('docs/specs/STORY-001.md'));
    const [again] = await ask<readonly TraceProjectView[]>('traceItems');
    expect(again?.items[0]?.revision).toBe(item?.revision);
    await workspace?.open('docs/specs/STORY-001.md', files['docs/specs/STORY-001.md'].replace('AC2', 'AC3'));
    const [changed] = await ask<readonly TraceProjectView[]>('traceItems');
    expect(changed?.items[0]?.revision).not.toBe(item?.revision);
  });

  it('leads from an item to its scenarios, and says where it breaks off', async () => {
    const [project] = await ask<readonly TraceProjectView[]>('traceItems');
    const detail = await ask<TraceItemDetail>('traceItem', { root: project?.root, item: 'STORY-001' });
    expect(outline(detail.requirements).map((line) => line.replace(/ noTest$/, ''))).toEqual([
      'R1',
      '  AC1',
      '    TC-1',
      'R2',
      '  AC2 noScenario',
    ]);
    expect(await ask('traceItem', { root: project?.root, item: 'STORY-999' })).toBeNull();
  });

  it('is a matrix with a row for each way to the tests', async () => {
    const [matrix] = await ask<readonly MatrixView[]>('matrix');
    const rows = matrix?.items[0]?.rows.map(({ requirement, criterion, scenario }) =>
      [requirement, criterion, scenario].map((cell) => cell?.label ?? '-').join(' '),
    );
    expect(rows).toEqual(['R1 AC1 TC-1', 'R2 AC2 -']);
  });

  const formats = [
    { format: 'md', says: /^# Trace matrix\n/ },
    { format: 'csv', says: /^Item,/ },
    { format: 'html', says: /^<!doctype html>/ },
  ];
  it.each(formats)('is exported as a whole file: $format', async ({ format, says }) => {
    const [project] = await ask<readonly TraceProjectView[]>('traceItems');
    const root = project?.root;
    const whole = await ask<string>('matrixExport', { root, format });
    expect(whole).toMatch(says);
    expect(whole).toContain('AC1');
    expect(await ask<string>('matrixExport', { root, format, item: 'STORY-999' })).not.toContain('AC1');
    expect(await ask('matrixExport', { root: 'file:///elsewhere', format })).toBeNull();
  });

  it('tells what changes with an item or a requirement, and nothing of one that is unknown', async () => {
    const [project] = await ask<readonly TraceProjectView[]>('traceItems');
    const impact = (more: object): Promise<string | null> =>
      ask('impact', { root: project?.root, item: 'STORY-001', ...more });
    expect(await impact({})).toMatch(/AC2/);
    expect(await impact({ requirement: 'R1' })).not.toMatch(/AC2/);
    expect(await impact({ requirement: 'R9' })).toBeNull();
  });

  const line = '// see STORY-001/AC2 and STORY-999';
  const lines = [
    { what: 'an item', character: line.indexOf('STORY-001') + 3, says: /Keep the cart/, at: 0 },
    { what: 'a criterion of it', character: line.indexOf('AC2') + 1, says: /It is shown/, at: 18 },
    { what: 'an unknown item', character: line.indexOf('STORY-999') + 1, says: undefined, at: undefined },
    { what: 'no id', character: 4, says: undefined, at: undefined },
  ];
  it.each(lines)('answers a line of a file that is no document: $what', async ({ character, says, at }) => {
    await ask('traceItems');
    const position = { uri: workspace?.uri('src/cart.ts'), text: line, character };
    const hover = await ask<LineHover | null>('lineHover', position);
    if (says) expect(hover?.markdown).toMatch(says);
    else expect(hover).toBeNull();
    const definition = await ask<LineDefinition | null>('lineDefinition', position);
    expect(definition?.places[0]?.range.start.line).toBe(at);
  });

  it('says where an item id leads', async () => {
    await ask('traceItems');
    const uri = workspace?.uri('src/cart.ts');
    expect((await ask<Place | null>('itemTarget', { uri, item: 'STORY-001' }))?.uri).toBe(
      workspace?.uri('docs/specs/STORY-001.md'),
    );
    expect(await ask('itemTarget', { uri, item: 'STORY-999' })).toBeNull();
  });
});
