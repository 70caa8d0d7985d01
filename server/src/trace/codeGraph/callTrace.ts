import type { CallGraph, PartEdge } from './callGraph.js';
import type { Part } from './codeIndex.js';

export type TracedCall = Pick<PartEdge, 'from' | 'to' | 'certain'>;

/** The calls that some functions lead to, in the order of the source code; what was followed once is not followed again. */
export function tracedCalls({ calls }: CallGraph, entries: readonly Part[], depth: number): readonly TracedCall[] {
  const byCaller = new Map<Part, PartEdge[]>();
  for (const call of calls) {
    const known = byCaller.get(call.from);
    if (known) known.push(call);
    else byCaller.set(call.from, [call]);
  }
  const found: TracedCall[] = [];
  const followed = new Set<Part>();
  const follow = (part: Part, left: number): void => {
    if (left === 0 || followed.has(part)) return;
    followed.add(part);
    for (const call of [...(byCaller.get(part) ?? [])].sort((a, b) => a.line - b.line)) {
      found.push(call);
      follow(call.to, left - 1);
    }
  };
  for (const entry of entries) follow(entry, depth);
  return found;
}
