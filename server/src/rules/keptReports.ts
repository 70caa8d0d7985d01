import type { ItemTrace, TraceGraph } from '../trace/graph.js';
import { uncommittedDifference } from '../workspace/git/difference.js';
import type { Project } from '../workspace/project.js';
import type { Fix } from './finding.js';
import type { Report, Rule } from './rule.js';
import type { RuleReport } from './ruleReport.js';

/** What all documents and entries of a project have around them. */
export interface Around {
  readonly conventions: TraceGraph['conventions'];
  readonly habits: Project['habits'];
  readonly git: Project['git'];
  readonly hasCode: boolean;
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

/** What was said, for as long as nothing else could be said. */
export interface Kept extends Said {
  readonly archived: boolean;
  readonly substance: object | undefined;
  /** The item itself, where anything leads to a place of its entries: only then it matters where they stand. */
  readonly item: ItemTrace | undefined;
  // Those of now, whatever the reports were made with: what is gone must not be held.
  around: Around;
}

/** @param file the path of the document that it was said of, or of that with the entry. */
export function keep({ reports, further }: Said, { archived, item, around }: Surroundings, file: string): Kept {
  const leads = reports.some(({ report }) => leadsTo(report, file, item));
  return { reports, further, archived, around, substance: item?.substance, item: leads ? item : undefined };
}

/** Whether nothing else could be said now. */
export function isStill(before: Kept, now: Surroundings, file: string): boolean {
  const { around, item, archived } = now;
  if (before.archived !== archived || before.substance !== item?.substance) return false;
  if (before.item !== undefined && before.item !== item) return false;
  if (before.around !== around && !(isSameBesidesGit(before.around, around) && isSameGit(before.around, now, file)))
    return false;
  before.around = around;
  return true;
}

/** Whether a report holds a place in a document with entries of the item: it is another one when they move. */
function leadsTo({ related = [], fix, otherFixes = [] }: Report, file: string, item: ItemTrace | undefined): boolean {
  const paths = new Set(item?.entries.map(({ document }) => document.path));
  const isInside = ({ others = [] }: Fix): boolean => others.some(({ path }) => paths.has(path));
  return (
    paths.has(file) ||
    related.some(({ document }) => paths.has(document.path)) ||
    [...(fix ? [fix] : []), ...otherFixes].some(isInside)
  );
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
    one.hasCode === other.hasCode &&
    one.habits.citedRequirements === other.habits.citedRequirements &&
    one.habits.dependencySurface === other.habits.dependencySurface &&
    one.habits.scenarioIds === other.habits.scenarioIds
  );
}

/** The project's surroundings: the very ones before where nothing differs, so that nothing has to be compared. */
export function aroundOf(project: Project, conventions: TraceGraph['conventions'], before: Around | undefined): Around {
  const { habits, git, code } = project;
  const now = { conventions, habits, git, hasCode: code !== undefined };
  return before && before.git === git && isSameBesidesGit(before, now) ? before : now;
}
