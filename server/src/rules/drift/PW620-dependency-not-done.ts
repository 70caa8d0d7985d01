import { defineRule } from '../rule.js';
import { entryPlace, isInProgress, sectionWords, statusPlace } from './boardState.js';
import { isInCircle } from './dependencyCircles.js';
import { unfinishedDependencies } from './unfinishedDependencies.js';

export const dependencyNotDone = defineRule({
  code: 'PW620',
  name: 'dependency-not-done',
  summary: 'An item is in progress while an item it depends on is not done',
  severity: 'warning',
  needs: 'workspace',
  since: '0.1.0',
  documents: ['spec'],
  why: 'Work that stands on something unfinished is built on guesses, and built again when the other item comes out otherwise.',
  ok: '`docs/specs/STORY-002.md`, in progress, where STORY-001 is in Done:\n\n| Field | Value |\n|-------|-------|\n| Depends on | STORY-001 |\n',
  notOk:
    '`docs/specs/STORY-002.md`, in progress, where STORY-001 is in the Backlog:\n\n| Field | Value |\n|-------|-------|\n| Depends on | STORY-001 |\n',
  fix: 'Finish the other item first, put this one back into the Backlog, or remove the dependency where it is none. An item counts as done where board, archive or its Status says so; ids without a spec are E010’s, and circles PW621’s.',
  pactkit:
    'PactKit (2.19) orders the work of a sprint by these cells, and does not look at them when an item is begun by itself.',
  *check(_, context) {
    const { item } = context;
    if (!item || item.dependsOn.length === 0 || !isInProgress(item)) return;
    const { trace } = context;
    for (const { id, named, item: other } of unfinishedDependencies(trace, item)) {
      // In a circle, to finish the other one first is no way out.
      if (isInCircle(trace, item.id, id)) continue;
      const [entry] = other.entries;
      const where = entry?.kind ? `under ${sectionWords[entry.kind]}` : entry ? 'on the board' : 'not on the board';
      yield {
        span: named.span,
        anchor: id,
        message: `${item.id} is in progress, but ${id}, which it depends on, is ${where}: it is built on what is not there yet. Finish ${id} first, or remove the dependency.`,
        related: entry
          ? [{ document: entry.document, span: entryPlace(entry.entry), message: `The entry of ${id}` }]
          : [{ document: other.spec, span: statusPlace(other.spec), message: `The spec of ${id}` }],
      };
    }
  },
});
