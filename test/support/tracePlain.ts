import type { Located } from '../../server/src/markdown/span.js';
import type { ItemTrace, ScenarioTrace, TestTrace, TraceGraph } from '../../server/src/trace/graph.js';

const test = ({ file, test: { name } }: TestTrace): string => `${file.path}: ${name.value}`;
const value = ({ value: text }: Located): string => text;
const scenario = ({ document, scenario: { id, name } }: ScenarioTrace): string =>
  `${document.path}: ${id?.value ?? ''} ${name.value}`;

/** An item as nested texts: equal for two traces that say the same. */
export function plainItem(item: ItemTrace): unknown {
  const { coverage } = item;
  return {
    id: item.id,
    spec: item.spec?.text,
    testCases: item.testCases.map(({ text }) => text),
    entries: item.entries.map(({ document, entry, kind, section }) => [
      document.path,
      document.text.slice(entry.span.start, entry.span.end),
      kind,
      section?.heading.text,
    ]),
    stage: item.stage,
    requirements: coverage.requirements.map((trace) => ({
      id: trace.requirement.id,
      criteria: trace.criteria.map(({ criterion }) => criterion.id),
      scenarios: trace.scenarios.map(scenario),
      tests: trace.tests.map(test),
      deferrals: trace.deferrals.map(({ file, deferral }) => `${file.path}: ${deferral.text.value}`),
    })),
    criteria: coverage.criteria.map((trace) => ({
      id: trace.criterion.id,
      requirements: trace.requirements,
      scenarios: trace.scenarios.map(scenario),
      tests: trace.tests.map(test),
    })),
    scenarios: coverage.scenarios.map((trace) => ({ scenario: scenario(trace), tests: trace.tests.map(test) })),
    dependsOn: item.dependsOn.map(({ id, stage }) => [id, stage]),
    tests: item.tests.map((trace) => [
      test(trace),
      trace.items.map(({ item: named, ids, span }) => [named, ids.map(value), span]),
    ]),
    files: item.files.map(({ named, place, there }) => [named.value, place, there]),
    commits: item.commits.map(({ hash }) => hash),
    branches: item.branches.map(({ name, tip }) => [name, tip]),
    worktrees: item.worktrees.map(({ path }) => path),
    doneBy: item.doneBy?.hash,
  };
}

/** A graph as nested texts. */
export function plainGraph(graph: TraceGraph): unknown {
  return {
    items: graph.items.map((id) => {
      const item = graph.item(id);
      return item && [plainItem(item), graph.dependentsOf(id)];
    }),
    tests: graph.tests.map(test),
    conventions: graph.conventions,
  };
}
