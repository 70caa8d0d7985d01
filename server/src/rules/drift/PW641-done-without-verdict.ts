import type { TextFile } from '../../markdown/textFile.js';
import type { Span } from '../../markdown/span.js';
import type { ItemTrace } from '../../trace/graph.js';
import { defineProjectRule } from '../rule.js';
import { entryPlace, isDone, progressOf, statusPlace } from './boardState.js';

export const doneWithoutVerdict = defineProjectRule({
  code: 'PW641',
  name: 'done-without-verdict',
  summary: 'An item is Done, but the gate `done` did not let it pass',
  severity: 'error',
  needs: 'git',
  since: '0.1.0',
  documents: ['board', 'archive', 'spec'],
  why: 'Done is a word that anybody can write. The gate runs the tests and looks at the work before it lets an item pass; without its verdict nobody did.',
  ok: '`STORY-012` is under Done, and `pactwright gate done STORY-012` let it pass before.',
  notOk: '`STORY-012` is under Done, and the last that is recorded of it is that its spec was frozen.',
  fix: 'Ask the gate: `pactwright gate done STORY-012`. What it refuses is still to be done; until then move the entry back. The rule speaks where the project keeps the convention: the gate let at least 80 % of at least 5 finished items pass, or `conventions: { gates: required }` asks for it. Verdicts are kept in the repository’s git folder, so of items that were committed as Done and of which nothing is recorded here it only informs, and is silent where nothing is recorded at all or the item is in the archive.',
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
        message: `${id} is Done, but ${isFromHere ? 'the gate `done` did not let it pass, so nobody knows whether it is' : 'no verdict of the gate `done` is recorded in this clone'}. Run \`pactwright gate done ${id}\`${isFromHere ? ', or move it back' : ' to see whether it holds'}.`,
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
