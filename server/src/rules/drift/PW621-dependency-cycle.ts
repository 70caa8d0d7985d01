import { defineRule } from '../rule.js';
import { isOver } from './boardState.js';
import { circlesOf } from './dependencyCircles.js';

export const dependencyCycle = defineRule({
  code: 'PW621',
  name: 'dependency-cycle',
  summary: 'Items depend on each other in a cycle',
  severity: 'warning',
  needs: 'workspace',
  since: '0.1.0',
  documents: ['spec'],
  why: 'None of them can be done first, so there is no valid order: the plan either waits forever or ignores a dependency.',
  fix: 'Remove the dependency that is not real, or move what both need into a new item. A cycle is reported once, at its first item, by its shortest path. Done items block nothing and are ignored. An item that depends on itself is reported by PW123.',
  pactkit: 'PactKit (2.19) uses these cells to order the work of a sprint. How to handle a cycle is left to the agent.',
  suspects: (_, { item }) => item !== undefined && item.dependsOn.length > 0 && !isOver(item),
  *check({ item: id }, context) {
    const { item } = context;
    if (id === undefined || !item) return;
    const { trace } = context;
    const cycle = circlesOf(trace).get(id);
    const named = cycle && item.dependsOn.find((dependency) => dependency.id === cycle[1])?.named;
    if (!named) return;
    const path = [...cycle, id].join(' → ');
    yield {
      span: named.span,
      anchor: path,
      message: `These items wait for each other: ${path}. None of them can be done first. Remove the dependency that is not real, or move what they share into a new item.`,
      related: cycle.slice(1).flatMap((other, index) => {
        const next = cycle[index + 2] ?? id;
        const { spec, dependsOn = [] } = trace.item(other) ?? {};
        const cell = dependsOn.find((dependency) => dependency.id === next)?.named;
        return spec && cell ? [{ document: spec, span: cell.span, message: `${other} depends on ${next}` }] : [];
      }),
    };
  },
});
