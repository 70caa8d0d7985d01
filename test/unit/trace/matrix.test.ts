import { describe, expect, it } from 'vitest';
import { createTraceGraph } from '../../../server/src/trace/createTraceGraph.js';
import type { TraceGraph } from '../../../server/src/trace/graph.js';
import { impactOf } from '../../../server/src/trace/impact.js';
import { itemReport } from '../../../server/src/trace/itemReport.js';
import { createMatrix, type MatrixItem, type MatrixRow } from '../../../server/src/trace/matrix.js';
import { matrixCsv } from '../../../server/src/reports/trace/matrixCsv.js';
import { matrixHtml } from '../../../server/src/reports/trace/matrixHtml.js';
import { matrixMarkdown } from '../../../server/src/reports/trace/matrixMarkdown.js';
import { cellText, stateText } from '../../../server/src/reports/trace/matrixText.js';
import { defaultConfiguration } from '../../../server/src/workspace/configuration.js';
import { projectOf, type StatedProject } from '../../support/projectOf.js';
import { sourceFileOf } from '../../support/sourceFileOf.js';

const spec = `# STORY-001: Carts

| Field | Value |
|---|---|
| Status | In Progress |

## Requirements

### R1: Keep (MUST)

### R2: Expire (MUST)

### R3: Show (SHOULD)

### R4: Hint (MAY)

### R5: Export (MUST)

## Acceptance Criteria

### AC1: Reload (R1)

### AC2: Expiry (R2)

### AC3: Loose

## Dependency Surface

| Field | Value |
|---|---|
| Depends on | STORY-003 |
| Touches | \`src/cart.ts\` |
`;
const dependent = (id: string, on: string): string =>
  `# ${id}: x\n\n## Dependency Surface\n\n| Field | Value |\n|---|---|\n| Depends on | ${on} |\n`;

const stated: StatedProject = {
  documents: {
    'docs/specs/STORY-001.md': spec,
    'docs/specs/STORY-002.md': dependent('STORY-002', 'STORY-001'),
    'docs/specs/STORY-003.md': dependent('STORY-003', 'STORY-002'),
    'docs/test_cases/STORY-001_case.md':
      '# Test Cases: STORY-001\n\n## TC-1: one (AC1)\n\n- **Given** a\n\n## TC-2: two (R1)\n\n- **Given** b\n\n## TC-3: three\n\n- **Given** c\n',
    'docs/product/sprint_board.md': '## 🔄 In Progress\n\n### [STORY-001] Carts\n\n- [x] One\n- [ ] Two\n',
  },
  sources: [
    sourceFileOf('src/cart.test.ts', {
      tests: ['STORY-001/AC1 keeps', { name: 'STORY-001/TC-2 holds', skipped: true }, 'STORY-001 in general'],
      deferrals: ['SHOULD: STORY-001/R3 later'],
    }),
  ],
};
const graphOf = async (some: StatedProject = stated): Promise<TraceGraph> =>
  createTraceGraph(await projectOf(some), defaultConfiguration);

const line = (row: MatrixRow): string =>
  [
    cellText(row.requirement),
    cellText(row.criterion),
    cellText(row.scenario),
    row.tests.map(({ text }) => text).join('; '),
    stateText(row),
  ].join(' | ');

describe('the matrix', () => {
  it('has a row for each way from a requirement to its tests', async () => {
    const [item] = createMatrix(await graphOf(), { item: 'STORY-001' });
    expect(item?.rows.map(line)).toEqual([
      'R1 Keep | AC1 Reload (R1) | TC-1 one (AC1) | STORY-001/AC1 keeps | ok',
      'R1 Keep |  | TC-2 two (R1) | STORY-001/TC-2 holds | missing: tests are skipped',
      'R2 Expire | AC2 Expiry (R2) |  |  | missing: no scenario',
      'R3 Show |  |  |  | deferred',
      'R4 Hint |  |  |  | ok',
      'R5 Export |  |  |  | missing: no criterion',
      ' | AC3 Loose |  |  | missing: no scenario',
      ' |  | TC-3 three |  | missing: no test',
      ' |  |  | STORY-001 in general | ok',
    ]);
  });

  it('misses no test where the source code was not read', async () => {
    const { documents } = stated;
    const [item] = createMatrix(await graphOf({ documents }), { item: 'STORY-001' });
    expect(item?.rows[0] && line(item.rows[0])).toBe('R1 Keep | AC1 Reload (R1) | TC-1 one (AC1) |  | ok');
  });

  it('leaves out what misses nothing, where only gaps are asked for', async () => {
    const graph = await graphOf();
    expect(createMatrix(graph, { gaps: true }).map(({ id, rows }) => [id, rows.length])).toEqual([['STORY-001', 5]]);
    expect(createMatrix(graph, { item: 'STORY-009' })).toEqual([]);
  });
});

describe('an exported matrix', () => {
  const nasty = (text: string): MatrixItem => ({
    id: 'STORY-001',
    title: text,
    stage: 'backlog',
    rows: [{ tests: [], state: 'missing', gap: 'noTest' }],
    gaps: 1,
  });

  it('is a table in Markdown, with all markup taken as text', async () => {
    const text = matrixMarkdown(createMatrix(await graphOf(), { item: 'STORY-001', gaps: true }));
    expect(text).toContain('| Requirement | Criterion | Scenario | Tests | State |\n| --- | --- | --- | --- | --- |\n');
    expect(text).toContain('| R2 Expire | AC2 Expiry (R2) |  |  | missing: no scenario |\n');
    expect(matrixMarkdown([nasty('a | b\n<img> [x](y) `z`')])).toContain(
      '## STORY-001: a \\| b \\<img\\> \\[x\\](y) \\`z\\`\n',
    );
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@x', "'@x"],
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ['a\nb', '"a\nb"'],
    ['=a,b', `"'=a,b"`],
    ['plain', 'plain'],
  ])('is CSV that no spreadsheet computes: %j', (title, field) => {
    expect(matrixCsv([nasty(title)])).toBe(
      `Item,Title,Stage,Requirement,Criterion,Scenario,Tests,State\r\nSTORY-001,${field},Backlog,,,,,missing: no test\r\n`,
    );
  });

  it('is HTML that runs nothing and says in words what is missing', async () => {
    const page = matrixHtml([nasty('<script>alert("1")</script> & \'x\'')], 'a<b');
    expect(page).not.toMatch(/<script/i);
    expect(page).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;');
    expect(page).toContain("content=\"default-src 'none';");
    expect(page).toContain('<span aria-hidden="true">✗</span> missing: no test');
    const whole = matrixHtml(createMatrix(await graphOf()), 'shop');
    expect(whole).toContain('<th scope="col">Requirement</th>');
    expect(whole).toContain('<th scope="row">R1 Keep</th>');
    expect(whole).not.toMatch(/(?:src|href)=/);
  });
});

describe('what changes with', () => {
  it.each<[string | undefined, unknown]>([
    [
      undefined,
      { part: undefined, parts: ['R1', 'R2', 'R3', 'R4', 'R5', 'AC1', 'AC2', 'AC3', 'TC-1', 'TC-2', 'TC-3'], tests: 3 },
    ],
    ['R1', { part: 'R1', parts: ['R1', 'AC1', 'TC-1', 'TC-2'], tests: 2 }],
    ['ac-01', { part: 'AC1', parts: ['AC1', 'TC-1'], tests: 1 }],
    ['TC-02', { part: 'TC-2', parts: ['TC-2'], tests: 1 }],
  ])('the item, or %s of it', async (part, expected) => {
    const impact = impactOf(await graphOf(), 'STORY-001', part);
    expect({
      part: impact?.part,
      parts: [
        ...(impact?.requirements ?? []).map(({ requirement }) => requirement.id),
        ...(impact?.criteria ?? []).map(({ criterion }) => criterion.id),
        ...(impact?.scenarios ?? []).map(({ scenario }) => scenario.id?.value),
      ],
      tests: impact?.tests.length,
    }).toEqual(expected);
    expect(impact?.files.map(({ named }) => named.value)).toEqual(['src/cart.ts']);
  });

  it('reaches the items that depend on it, in a circle too', async () => {
    expect(impactOf(await graphOf(), 'STORY-001')?.dependents).toEqual([
      { id: 'STORY-002', path: ['STORY-001', 'STORY-002'] },
      { id: 'STORY-003', path: ['STORY-001', 'STORY-002', 'STORY-003'] },
    ]);
  });

  it('is not known of what is not there', async () => {
    const graph = await graphOf();
    expect(impactOf(graph, 'STORY-009')).toBeUndefined();
    expect(impactOf(graph, 'STORY-001', 'AC9')).toBeUndefined();
  });
});

describe('the report of an item', () => {
  it('is plain data', async () => {
    const report = itemReport(await graphOf(), 'STORY-001');
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
    expect(report).toMatchObject({
      id: 'STORY-001',
      title: 'Carts',
      stage: 'inProgress',
      status: 'In Progress',
      tasks: { done: 1, of: 2 },
      dependsOn: [{ id: 'STORY-003', stage: 'unplanned' }],
      dependents: ['STORY-002'],
      files: [{ path: 'src/cart.ts', place: 'touches', there: false }],
      gaps: [
        { at: 'R5', gap: 'noCriterion' },
        { at: 'AC2', gap: 'noScenario' },
        { at: 'AC3', gap: 'noScenario' },
        { at: 'TC-2', gap: 'skipped' },
        { at: 'TC-3', gap: 'noTest' },
      ],
    });
    expect(report?.criteria[0]).toMatchObject({ id: 'AC1', line: 21, scenarios: ['TC-1'], requirements: ['R1'] });
    expect(itemReport(await graphOf(), 'STORY-009')).toBeUndefined();
  });
});
