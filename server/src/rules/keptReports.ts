import type { Keeping } from '../base/memo.js';
import { none, sameList } from '../base/same.js';
import type { Span } from '../markdown/span.js';
import type { ItemTrace, TraceGraph } from '../trace/graph.js';
import { uncommittedDifference } from '../workspace/git/difference.js';
import { isSameHabits, type Project } from '../workspace/project.js';
import type { Fix } from './finding.js';
import type { Report, Rule, RuleContext } from './rule.js';
import { howMuchIsRead } from './ruleContext.js';
import type { RuleReport } from './ruleReport.js';

/** What all documents and entries of a project have around them. */
export interface Around {
  readonly conventions: TraceGraph['conventions'];
  readonly habits: Project['habits'];
  readonly git: Project['git'];
  readonly codeRead: RuleContext['codeRead'];
}

/** All that the rules may look at besides the document or entry and the configuration, except for what they ask for further. */
export interface Surroundings {
  readonly around: Around;
  readonly item: ItemTrace | undefined;
  readonly substance: ItemTrace['substance'] | undefined;
  readonly archived: boolean;
  /** The path of the document, or of the one with the entry. */
  readonly file: string;
}

/** What rules said of a document or an entry, and which of them asked for more than its surroundings: those are not kept. */
export interface Said {
  readonly reports: readonly RuleReport[];
  readonly further: readonly Rule[];
  /**
   * Whether anything leads to a place of the item's entries: only then it matters where they are. `here`: it was said of an
   * entry, and leads nowhere else. `elsewhere`: it leads out of it, into the same document or from another one.
   */
  readonly leads: 'nowhere' | 'here' | 'elsewhere';
}

export function leadsOf(reports: readonly RuleReport[], { item, file }: Surroundings): Said['leads'] {
  const entries = item?.entries ?? none;
  if (reports.some(({ report }) => leadsOut(report, file, entries))) return 'elsewhere';
  return reports.length > 0 && entries.some(({ document }) => document.path === file) ? 'here' : 'nowhere';
}

/** What was said is kept for as long as nothing else could be said. */
export const keepSaid: Keeping<Surroundings, Said> = {
  isSame: (before, now, { leads }) =>
    before.archived === now.archived &&
    before.substance === now.substance &&
    (leads === 'nowhere' || before.item === now.item || (leads === 'here' && isUnmoved(before.item, now.item))) &&
    (before.around === now.around || (isSameBesidesGit(before.around, now.around) && isSameGit(before.around, now))),
  hold: (now, { leads }) => (leads === 'nowhere' && now.item ? { ...now, item: undefined } : now),
};

/** An entry that did not move may be the very one of the text before. */
function isUnmoved(before: ItemTrace | undefined, now: ItemTrace | undefined): boolean {
  return (
    before !== undefined &&
    now !== undefined &&
    sameList(before.entries, now.entries, ({ entry }, other) => entry === other.entry)
  );
}

/**
 * Whether a report leads to a place in a document with entries of the item that is not in one of these: it is another one when
 * they move, and when anything around them does.
 */
function leadsOut(
  { related = [], fix, otherFixes = [] }: Report,
  file: string,
  entries: ItemTrace['entries'],
): boolean {
  const isTheirs = (path: string): boolean => entries.some(({ document }) => document.path === path);
  const isInside = ({ start, end }: Span): boolean =>
    entries.some(({ entry: { span } }) => span.start <= start && end <= span.end);
  const isOut = ({ edits, others = [] }: Fix): boolean =>
    others.some(({ path }) => isTheirs(path)) || (isTheirs(file) && !edits.every(({ span }) => isInside(span)));
  return related.some(({ document }) => isTheirs(document.path)) || [...(fix ? [fix] : []), ...otherFixes].some(isOut);
}

/** Of what is uncommitted, rules about an item ask for its spec, test cases and tests, and for the file they judge. */
function isSameGit(one: Around, { around, item, file }: Surroundings): boolean {
  const difference = uncommittedDifference(one.git, around.git);
  if (!difference) return false;
  if (difference.size === 0) return true;
  const { spec, testCases = [], tests = [] } = item ?? {};
  const files = [spec, ...testCases, ...tests.map((test) => test.file)];
  return !difference.has(file) && files.every((own) => own === undefined || !difference.has(own.path));
}

function isSameBesidesGit(one: Around, other: Around): boolean {
  return (
    one.conventions === other.conventions && one.codeRead === other.codeRead && isSameHabits(one.habits, other.habits)
  );
}

export function aroundOf({ habits, git, code }: Project, conventions: TraceGraph['conventions']): Around {
  return { conventions, habits, git, codeRead: howMuchIsRead(code) };
}

export function isSameAround(one: Around, other: Around): boolean {
  return one.git === other.git && isSameBesidesGit(one, other);
}
