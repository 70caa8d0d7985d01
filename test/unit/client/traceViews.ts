import type { TraceItemView } from '../../../server/src/protocol.js';

const place = { uri: 'file:///p', range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } } };

/** An item without anything to be traced, as the server tells it. */
export function traceItemOf(id: string, more: Partial<TraceItemView> = {}): TraceItemView {
  return {
    id,
    title: 'Cart',
    stage: 'inProgress',
    criteria: 0,
    covered: 0,
    coveredBy: 'test',
    gaps: 0,
    place,
    documents: [],
    revision: 1,
    ...more,
  };
}
