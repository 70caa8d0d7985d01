import type { SourceFile, TestFunction } from '../../code/sourceFile.js';
import { wordsKey } from '../../trace/identifierWords.js';
import { testTraces } from '../../trace/testTraces.js';
import type { TraceGraph } from '../../trace/graph.js';

/** What tests of files that may no longer be there cover: `STORY-001/AC1`, with what a criterion cites and a scenario tests. */
export type CoveredParts = (file: SourceFile, test: TestFunction) => ReadonlySet<string>;

/** Tells what tests cover, by the items of a trace. */
export function coveredParts(trace: TraceGraph): CoveredParts {
  const items = new Map(trace.items.map((id) => [wordsKey(id), id]));
  const resolve = (words: string): string | undefined => items.get(words);
  return (file, test) => {
    const mentions = testTraces(file, resolve).find((one) => one.test === test)?.items ?? [];
    return new Set(
      mentions.flatMap(({ item, ids }) =>
        ids.flatMap(({ value }) => [value, ...partsBehind(trace, item, value)]).map((id) => `${item}/${id}`),
      ),
    );
  };
}

/** The requirements that a criterion cites; the criteria that a scenario tests, with theirs. */
function partsBehind(trace: TraceGraph, item: string, id: string): readonly string[] {
  const { criteria, scenarios } = trace.item(item)?.coverage ?? { criteria: [], scenarios: [] };
  const cited = scenarios
    .filter(({ scenario }) => scenario.id?.value === id)
    .flatMap(({ scenario }) => scenario.cites.map(({ value }) => value));
  const named = [id, ...cited];
  return [
    ...cited,
    ...criteria.filter(({ criterion }) => named.includes(criterion.id)).flatMap(({ requirements }) => requirements),
  ];
}
