import type { TextFile } from '../../markdown/textFile.js';
import type { Span } from '../../markdown/span.js';
import type { ItemTrace } from '../../trace/graph.js';
import { defineProjectRule } from '../rule.js';
import { entryPlace, isDone, progressOf, statusPlace } from './boardState.js';

export const doneWithoutVerdict = defineProjectRule({
  code: 'PW641',
  name: 'done-without-verdict',
  summary: 'An item is Done but did not pass the gate `done`',
  severity: 'error',
  needs: 'git',
  since: '0.1.0',
  documents: ['board', 'archive', 'spec'],
  why: 'Anybody can write Done. The gate runs the tests and checks the work before an item passes; without its verdict, nobody has.',
  fix: 'Run the gate: `pactwright gate done STORY-012`. Move the entry back until everything it blocks on is done. Reported only if the project follows the convention: at least 80 % of at least 5 finished items passed the gate, or `conventions: { gates: required }` is set. Verdicts are stored in the repository’s git folder, so items committed as Done without a record in this clone are reported as information. Nothing is reported if there are no records at all or the item is archived.',
  pactkit: 'PactKit has no gates.',
  *checkProject({ project, trace, conventions }) {
    const { record, git } = project;
    if (!record || !conventions.gates.enforced) return;
    for (const id of trace.items) {
      const item = trace.item(id);
      const own = record.get(id);
      const place = item && !own?.done && isDone(item) ? doneAt(item) : undefined;
      if (!item || !place) continue;
      const isUncommitted = !item.doneBy && git?.history?.uncommitted.has(place.file.path) === true;
      const isFromHere = own !== undefined || isUncommitted;
      if (!isFromHere && (record.size === 0 || item.stage === 'archived')) continue;
      yield {
        ...place,
        item: id,
        anchor: 'verdict',
        ...(isFromHere ? {} : { severity: 'info' as const }),
        message: `${id} is Done, but ${isFromHere ? 'it did not pass the gate `done`, so it may not be' : 'this clone has no verdict of the gate `done` for it'}. Run \`pactwright gate done ${id}\`${isFromHere ? ', or move it back' : 'to check it'}.`,
        ...(item.doneBy ? { commits: [item.doneBy.hash] } : {}),
      };
    }
  },
});

/** Where it says that the item is done: its entry, or the Status. */
function doneAt(item: ItemTrace): { readonly file: TextFile; readonly span: Span } | undefined {
  const [first] = item.entries;
  if (first && (item.stage === 'done' || item.stage === 'archived'))
    return { file: first.document, span: entryPlace(first.entry) };
  return item.spec && progressOf(item) === 'done' ? { file: item.spec, span: statusPlace(item.spec) } : undefined;
}
