import { defineRule } from '../rule.js';
import { isOver } from './boardState.js';
import { circlesOf } from './dependencyCircles.js';

export const dependencyCycle = defineRule({
  code: 'PW621',
  name: 'dependency-cycle',
  summary: 'Items depend on each other in a circle',
  severity: 'warning',
  needs: 'workspace',
  since: '0.1.0',
  documents: ['spec'],
  why: 'None of them can be the first to be done, so no order of work exists: whoever plans by it waits for ever or leaves a dependency out.',
  ok: '`docs/specs/STORY-001.md`, where STORY-002 depends on nothing:\n\n| Field | Value |\n|-------|-------|\n| Depends on | STORY-002 |\n',
  notOk:
    '`docs/specs/STORY-001.md`, where STORY-002 depends on STORY-001:\n\n| Field | Value |\n|-------|-------|\n| Depends on | STORY-002 |\n',
  fix: 'Remove the dependency that is none, or move what both need into an item of its own. A circle is reported once, at its first item, on its shortest way round. Items that are done hold nothing up and are left out; an item that depends on itself is PW123’s.',
  pactkit: 'PactKit (2.19) orders the work of a sprint by these cells; what it makes of a circle is left to the agent.',
  *check({ item: id }, context) {
    const { item } = context;
    if (id === undefined || !item || item.dependsOn.length === 0 || isOver(item)) return;
    const { trace } = context;
    const cycle = circlesOf(trace).get(id);
    const named = cycle && item.dependsOn.find((dependency) => dependency.id === cycle[1])?.named;
    if (!named) return;
    const path = [...cycle, id].join(' → ');
    yield {
      span: named.span,
      anchor: path,
      message: `These items wait for each other: ${path}. None of them can be done first. Remove the dependency that is none, or move what they share into an item of its own.`,
      related: cycle.slice(1).flatMap((other, index) => {
        const next = cycle[index + 2] ?? id;
        const { spec, dependsOn = [] } = trace.item(other) ?? {};
        const cell = dependsOn.find((dependency) => dependency.id === next)?.named;
        return spec && cell ? [{ document: spec, span: cell.span, message: `${other} depends on ${next}` }] : [];
      }),
    };
  },
});
