import { expect, it } from 'vitest';
import { relatedRows } from '../../../server/src/agents/playbooks/relatedWork.js';
import { createTraceGraph } from '../../../server/src/trace/createTraceGraph.js';
import { defaultConfiguration } from '../../../server/src/workspace/configuration.js';
import { projectOf } from '../../support/projectOf.js';

/** A spec with a title, and the files that it touches. */
const spec = (id: string, title: string, touches = 'None'): string =>
  `# ${id}: ${title}\n\n## Dependency Surface\n\n| Field | Value |\n| --- | --- |\n| Touches | ${touches} |\n`;

const documents = {
  'docs/specs/STORY-001.md': spec('STORY-001', 'Show the shelf of a reader'),
  'docs/specs/STORY-002.md': spec('STORY-002', 'Redeem a voucher at the checkout'),
  'docs/specs/STORY-003.md': spec('STORY-003', 'Rate a book', 'src/orders.js'),
  'docs/specs/STORY-004.md': spec('STORY-004', 'Sort the shelf'),
  'docs/specs/STORY-005.md': spec('STORY-005', 'Vouchers for schools', 'src/orders.js'),
  'docs/specs/STORY-006.md': spec('STORY-006', 'Print a receipt'),
};

async function relatedTo(id: string): Promise<readonly string[]> {
  const trace = createTraceGraph(await projectOf({ documents }), defaultConfiguration);
  const item = trace.item(id);
  const [, wish = ''] = /^# [^:]*: (.*)$/mu.exec(item?.spec?.text ?? '') ?? [];
  return item ? relatedRows(trace, item, wish).map(({ line }) => line.replace(/`/gu, '').split(':')[0] ?? '') : [];
}

it.each([
  ['STORY-005', ['Item STORY-002', 'Item STORY-003']],
  ['STORY-001', ['Item STORY-004']],
  ['STORY-006', []],
])('%s: what shares a rare word or a file, and nothing else', async (id, related) => {
  expect(await relatedTo(id)).toEqual(related);
});
