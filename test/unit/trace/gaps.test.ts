import { describe, expect, it } from 'vitest';
import { createTraceGraph } from '../../../server/src/trace/createTraceGraph.js';
import { itemGaps } from '../../../server/src/trace/gaps.js';
import type { ItemTrace, TraceGraph } from '../../../server/src/trace/graph.js';
import { createMatrix } from '../../../server/src/trace/matrix.js';
import { defaultConfiguration } from '../../../server/src/workspace/configuration.js';
import { projectOf, type StatedProject } from '../../support/projectOf.js';
import { sourceFileOf } from '../../support/sourceFileOf.js';

const requirements = '### R1: Keep (MUST)\n\n### R2: Expire (SHOULD)\n\n### R3: Hint (MAY)\n\n';
const specOf = (criteria: string): string =>
  `# STORY-001: Carts\n\n## Requirements\n\n${requirements}## Acceptance Criteria\n\n${criteria}`;
const casesOf = (...cited: string[]): string =>
  `# STORY-001\n\n${cited.map((ids, index) => `## TC-${index + 1}: one (${ids})\n\n- **Given** a\n`).join('\n')}`;

async function traced(
  spec: string,
  cases: string,
  sources: StatedProject['sources'] = [],
): Promise<{ readonly graph: TraceGraph; readonly item: ItemTrace }> {
  const project = await projectOf({
    documents: { 'docs/specs/STORY-001.md': spec, 'docs/test_cases/STORY-001_case.md': cases },
    sources,
  });
  const graph = createTraceGraph(project, defaultConfiguration);
  const item = graph.item('STORY-001');
  if (!item) throw new Error('no item');
  return { graph, item };
}

/** The gaps where they stand, by the last id on each way to them. */
function inTree({ graph, item }: { graph: TraceGraph; item: ItemTrace }): readonly string[] {
  const gaps = itemGaps(graph.project, item);
  const found: string[] = [];
  const add = (id: string, some: readonly string[]): void => void found.push(...some.map((gap) => `${id} ${gap}`));
  for (const requirement of item.coverage.requirements) {
    add(requirement.requirement.id, gaps.requirement(requirement));
    for (const criterion of requirement.criteria) {
      add(criterion.criterion.id, gaps.criterion(criterion));
      for (const scenario of criterion.scenarios) add(scenario.scenario.id?.value ?? '', gaps.scenario(scenario));
    }
  }
  return found.sort();
}

function inMatrix({ graph }: { graph: TraceGraph }): readonly string[] {
  const [matrix] = createMatrix(graph, { gaps: true });
  return (matrix?.rows ?? [])
    .map(({ requirement, criterion, scenario, gap }) => `${(scenario ?? criterion ?? requirement)?.label} ${gap}`)
    .sort();
}

const note = sourceFileOf('src/cart.test.ts', { labels: ['STORY-001'], deferrals: ['SHOULD: R2 later'] });
const skipped = sourceFileOf('src/cart.test.ts', { tests: [{ name: 'STORY-001/AC1', skipped: true }] });

const cases: readonly (readonly [string, string, string, StatedProject['sources'], readonly string[]])[] = [
  ['requirements that nothing cites, not a MAY', '', '', [], ['R1 noCriterion', 'R2 noCriterion']],
  ['a criterion without scenario', '### AC1: Reload (R1, R2)\n', '', [], ['AC1 noScenario', 'AC1 noScenario']],
  ['a scenario without test', '### AC1: Reload (R1, R2)\n', casesOf('AC1'), [], ['TC-1 noTest', 'TC-1 noTest']],
  [
    'nothing on the way from a requirement that is put off',
    '### AC1: Reload (R1)\n\n### AC2: Late (R2)\n\n### AC3: Later (R2)\n',
    casesOf('AC1', 'AC2'),
    [note],
    ['TC-1 noTest'],
  ],
  ['tests that are skipped', '### AC1: Reload (R1, R2)\n', casesOf('AC1'), [skipped], ['TC-1 skipped', 'TC-1 skipped']],
];

describe('gaps', () => {
  it.each(cases)('are told alike by tree and matrix: %s', async (_, criteria, text, sources, expected) => {
    const trace = await traced(specOf(criteria), text, sources);
    expect(inTree(trace)).toEqual(expected);
    expect(inMatrix(trace)).toEqual(expected);
  });
});
