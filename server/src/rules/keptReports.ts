import type { Span } from '../markdown/span.js';
import type { ItemTrace, TraceGraph } from '../trace/graph.js';
import { none, sameList } from '../base/same.js';
import { uncommittedDifference } from '../workspace/git/difference.js';
import type { Project } from '../workspace/project.js';
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

/** All that the rules may look at besides the document or entry and the configuration, but for what they ask for further. */
export interface Surroundings {
  readonly around: Around;
  readonly item: ItemTrace | undefined;
  readonly archived: boolean;
}

/** What rules said of a document or an entry, and which of them asked for more than its surroundings: those are not kept. */
export interface Said {
  readonly reports: readonly RuleReport[];
  readonly further: readonly Rule[];
}

/** `here`: it was said of an entry, and leads nowhere else. `elsewhere`: it leads out of it, into the same document or from another one. */
type Leads = 'nowhere' | 'here' | 'elsewhere';

/** What was said, for as long as nothing else could be said. */
export interface Kept extends Said {
  readonly archived: boolean;
  readonly substance: object | undefined;
  /** Whether anything leads to a place of the item's entries: only then it matters where they stand. */
  readonly leads: Leads;
  /** Then the item itself, of now as `around`. */
  item: ItemTrace | undefined;
  // Those of now, whatever the reports were made with: what is gone must not be held.
  around: Around;
}

/** @param file the path of the document that it was said of, or of that with the entry. */
export function keep({ reports, further }: Said, { archived, item, around }: Surroundings, file: string): Kept {
  const entries = item?.entries ?? none;
  const leads = reports.some(({ report }) => leadsOut(report, file, entries))
    ? 'elsewhere'
    : reports.length > 0 && entries.some(({ document }) => document.path === file)
      ? 'here'
      : 'nowhere';
  const own = leads === 'nowhere' ? undefined : item;
  return { reports, further, archived, around, substance: item?.substance, leads, item: own };
}

/** Whether nothing else could be said now. */
export function isStill(before: Kept, now: Surroundings, file: string): boolean {
  const { around, item, archived } = now;
  if (before.archived !== archived || before.substance !== item?.substance) return false;
  if (before.item !== undefined && before.item !== item && !(before.leads === 'here' && isUnmoved(before.item, item)))
    return false;
  if (before.around !== around && !(isSameBesidesGit(before.around, around) && isSameGit(before.around, now, file)))
    return false;
  before.around = around;
  if (before.item !== undefined) before.item = item;
  return true;
}

/** An entry that did not move may be the very one of the text before. */
function isUnmoved(before: ItemTrace, now: ItemTrace | undefined): boolean {
  return now !== undefined && sameList(before.entries, now.entries, ({ entry }, other) => entry === other.entry);
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
function isSameGit(one: Around, { around, item }: Surroundings, file: string): boolean {
  const difference = uncommittedDifference(one.git, around.git);
  if (!difference) return false;
  if (difference.size === 0) return true;
  const { spec, testCases = [], tests = [] } = item ?? {};
  const files = [spec, ...testCases, ...tests.map((test) => test.file)];
  return !difference.has(file) && files.every((own) => own === undefined || !difference.has(own.path));
}

function isSameBesidesGit(one: Around, other: Around): boolean {
  return (
    one.conventions === other.conventions &&
    one.codeRead === other.codeRead &&
    one.habits.citedRequirements === other.habits.citedRequirements &&
    one.habits.dependencySurface === other.habits.dependencySurface &&
    one.habits.scenarioIds === other.habits.scenarioIds
  );
}

/** The project's surroundings: the very ones before where nothing differs, so that nothing has to be compared. */
export function aroundOf(project: Project, conventions: TraceGraph['conventions'], before: Around | undefined): Around {
  const { habits, git, code } = project;
  const now = { conventions, habits, git, codeRead: howMuchIsRead(code) };
  return before && before.git === git && isSameBesidesGit(before, now) ? before : now;
}
