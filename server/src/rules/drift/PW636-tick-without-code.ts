import { changesWork } from '../../trace/conventions.js';
import type { BoardEvent, GitHistory } from '../../workspace/git/gitFacts.js';
import { memoFor } from '../../base/memo.js';
import { defineEntryRule } from '../rule.js';
import { foldBlanks } from '../identity.js';
import { excerpt } from '../../base/excerpt.js';
import { shortHash } from './history.js';

/** What the board's history says of each item, newest first. */
const eventsByItem = memoFor(({ boardEvents }: GitHistory): ReadonlyMap<string, readonly BoardEvent[]> => {
  const events = new Map<string, BoardEvent[]>();
  for (const event of boardEvents) {
    const known = events.get(event.item);
    if (known) known.push(event);
    else events.set(event.item, [event]);
  }
  return events;
});

/** Tasks whose work is a document. */
const paperwork =
  /\b(?:specs?|specification|test[ -]?cases?|docs?|document(?:s|ation)?|acceptance criteria|requirements?|scenarios?|lessons|board|review(?:ed)?|plan(?:ned|ning)?|design|decide|decision)\b|spezifi|dokument|testf[aä]ll|anforderung|entw[uü]rf|spécif|exigence|especific|requisit|dise[ñn]|revisar|документ|требован|специфик|文档|规格|规范|需求|测试用例|设计|评审|仕様|設計|文書|要件|レビュー|문서|설계|요구/iu;

export const tickWithoutCode = defineEntryRule({
  code: 'PW636',
  name: 'tick-without-code',
  summary: 'A task was ticked in a commit that only changes documents',
  severity: 'warning',
  needs: 'git',
  since: '0.1.0',
  documents: ['board'],
  why: 'A tick is a claim that work was done. If the project ticks a task in the commit that does the work, a tick on its own has no evidence.',
  fix: 'Open the commit. If the work is missing, untick the task. If it is in another commit, add the finding to the baseline. Tasks about documents are skipped. Reported only if the project follows the convention: in at least 80 % of at least 5 finished items, or if `conventions: { ticks: required }` is set. Uncommitted ticks are not checked.',
  pactkit: 'PactKit does not look at commits.',
  *checkEntry({ entry: { tasks }, kind }, { item, conventions, git, configuration: { paths } }) {
    const history = git?.history;
    if (!history || !conventions.ticks.enforced || (kind !== 'inProgress' && kind !== 'done')) return;
    const events = eventsByItem(history).get(item.id);
    if (!events) return;
    for (const { checked, text } of tasks) {
      if (!checked || paperwork.test(text.value)) continue;
      const words = foldBlanks(text.value);
      const tick = events.find((event) => event.kind === 'ticked' && foldBlanks(event.task ?? '') === words);
      if (!tick || changesWork(tick.commit, paths)) continue;
      yield {
        span: text.span,
        item: item.id,
        message: `"${excerpt(text.value)}" of ${item.id} was ticked in commit ${shortHash(tick.commit)}, which only changes documents, so it does not show the work. Open the commit, and untick the task if the work is missing.`,
        commits: [tick.commit.hash],
      };
    }
  },
});
