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
  why: 'Work that depends on something unfinished is built on guesses, and has to be redone if the other item turns out differently.',
  fix: 'Finish the other item first, move this one back to the Backlog, or remove the dependency if it is not real. An item counts as done if the board, the archive or its Status says so. Ids without a spec are reported by E010, cycles by PW621.',
  pactkit:
    'PactKit (2.19) uses these cells to order the work of a sprint, but ignores them when a single item is started.',
  suspects: (_, { item }) => item !== undefined && item.dependsOn.length > 0 && isInProgress(item),
  *check(_, context) {
    const { item } = context;
    if (!item) return;
    const { trace } = context;
    for (const { id, named, item: other } of unfinishedDependencies(trace, item)) {
      // In a circle, to finish the other one first is no way out.
      if (isInCircle(trace, item.id, id)) continue;
      const [entry] = other.entries;
      const where = entry?.kind ? `under ${sectionWords[entry.kind]}` : entry ? 'on the board' : 'not on the board';
      yield {
        span: named.span,
        anchor: id,
        message: `${item.id} is in progress, but ${id}, which it depends on, is ${where}, so it builds on unfinished work. Finish ${id} first, or remove the dependency.`,
        related: entry
          ? [{ document: entry.document, span: entryPlace(entry.entry), message: `The entry of ${id}` }]
          : [{ document: other.spec, span: statusPlace(other.spec), message: `The spec of ${id}` }],
      };
    }
  },
});
