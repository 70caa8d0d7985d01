import { describe, expect, it } from 'vitest';
import { itemFacts, projectFacts, toldFacts } from '../../../server/src/agents/playbooks/itemFacts.js';
import type { ConditionResult, Verdict } from '../../../server/src/gates/gate.js';
import { createTraceGraph } from '../../../server/src/trace/createTraceGraph.js';
import { defaultConfiguration as configuration } from '../../../server/src/workspace/configuration.js';
import { projectOf } from '../../support/projectOf.js';
import { sourceFileOf } from '../../support/sourceFileOf.js';

const lines = (rows: readonly { readonly line: string }[] = []): readonly string[] => rows.map(({ line }) => line);

describe('what a reviewer judges', () => {
  it('is each test beside the criteria that it claims to show', async () => {
    const project = await projectOf({
      documents: {
        'docs/specs/STORY-001.md':
          '# STORY-001: Carts\n\n## Requirements\n\n### R1: Keep the cart (MUST)\n\n## Acceptance Criteria\n\n### AC1: Kept (R1)\n\n### AC2: Emptied (R1)\n',
      },
      sources: [
        sourceFileOf('test/cart.test.js', {
          tests: ['STORY-001 AC1: keeps it', 'STORY-001 AC1 AC2: and empties it', 'STORY-001: other'],
        }),
      ],
    });
    const trace = createTraceGraph(project, configuration);
    const item = trace.item('STORY-001');
    const facts = item && itemFacts({ trace, item, findings: [], configuration, work: undefined });
    expect(lines(facts?.tests)).toEqual([
      '`test/cart.test.js` line 1 for AC1: `STORY-001 AC1: keeps it`',
      '`test/cart.test.js` line 2 for AC1, AC2: `STORY-001 AC1 AC2: and empties it`',
      '`test/cart.test.js` line 3: `STORY-001: other`',
    ]);
  });

  it('is what an open gate reports all the same', () => {
    const told = (state: ConditionResult['state'], message: string): ConditionResult => ({
      name: 'mutation-score',
      title: 'Small changes are noticed',
      required: false,
      backtrack: 'repeat',
      state,
      summary: '',
      problems: [
        {
          message,
          place: { path: 'src/a.js', range: { start: { line: 1, character: 0 }, end: { line: 1, character: 1 } } },
        },
      ],
    });
    const verdict: Verdict = {
      gate: 'check',
      item: 'STORY-001',
      profile: 'full',
      answer: 'allowed',
      conditions: [told('pass', 'No test notices that > is >='), told('fail', 'No')],
      at: 0,
      passedOver: [],
    };
    expect(lines(toldFacts(verdict)['gate.told'])).toEqual(['`src/a.js` line 2: `No test notices that > is >=`']);
  });
});

describe('what concerns no item', () => {
  it('is where documents are, the commands of the project, and the items asked for', async () => {
    const documents = {
      'docs/specs/STORY-001.md': '# STORY-001: Carts\n',
      'docs/specs/STORY-002.md': '# STORY-002: Vouchers\n',
    };
    const gates = { ...configuration.gates, commands: new Map([['lint', ['npm', 'run', 'lint']] as const]) };
    const trace = createTraceGraph(await projectOf({ documents }), configuration);
    const facts = projectFacts(trace, { ...configuration, gates }, ({ id }) => id === 'STORY-002');
    expect([facts['board.path'], facts['prd.path']]).toEqual(['docs/product/sprint_board.md', 'docs/product/prd.md']);
    expect(lines(facts.commands)).toEqual(['lint: `npm run lint`']);
    expect(lines(facts.items)).toEqual(['STORY-002, not there: `Vouchers`']);
  });
});
