import type { AnyDocument } from '../documents/document.js';
import type { EntryTrace, ItemTrace, TraceGraph } from '../trace/graph.js';
import { uncommittedDifference } from '../workspace/git/difference.js';
import type { Project } from '../workspace/project.js';
import type { RuleReport } from './ruleReport.js';

/** All that the rules about an item may look at besides the document and the configuration. */
export interface Surroundings {
  readonly item: ItemTrace | undefined;
  readonly conventions: TraceGraph['conventions'];
  readonly habits: Project['habits'];
  readonly git: Project['git'];
  readonly archived: boolean;
}

/** What the rules about an item said of a document or an entry. */
interface KeptOfItem extends Surroundings {
  readonly reports: readonly RuleReport[];
}

/** Answers with what was said of a document or an entry last where nothing else could be said now, else judges. */
export type ReportKeeper = (
  about: AnyDocument | EntryTrace,
  now: Surroundings,
  judge: () => readonly RuleReport[],
) => readonly RuleReport[];

/** Keeps reports for as long as the documents and entries live that they are of. */
export function createReportKeeper(): ReportKeeper {
  const keptOfItem = new WeakMap<AnyDocument | EntryTrace, KeptOfItem>();
  return (about, now, judge) => {
    const before = keptOfItem.get(about);
    const { path } = 'document' in about ? about.document : about;
    const known = before && isSameAround(before, now, path) ? before : undefined;
    if (known && known.git === now.git) return known.reports;
    const reports = known?.reports ?? judge();
    // Also what was known is kept with the facts of now: the next look compares with the same ones.
    keptOfItem.set(about, { ...now, reports });
    return reports;
  };
}

function isSameAround(one: Surroundings, other: Surroundings, file: string): boolean {
  return (
    one.item === other.item &&
    one.conventions === other.conventions &&
    one.archived === other.archived &&
    isSameHabits(one.habits, other.habits) &&
    isSameGit(one, other, file)
  );
}

/** Of what is uncommitted, rules about an item ask for the files of the item, and for the one they judge. */
function isSameGit(one: Surroundings, other: Surroundings, file: string): boolean {
  const difference = uncommittedDifference(one.git, other.git);
  if (!difference) return false;
  if (difference.size === 0) return true;
  const { spec, testCases = [], entries = [], tests = [] } = other.item ?? {};
  const files = [spec, ...testCases, ...entries.map(({ document }) => document), ...tests.map((test) => test.file)];
  return !difference.has(file) && files.every((one) => one === undefined || !difference.has(one.path));
}

function isSameHabits(one: Project['habits'], other: Project['habits']): boolean {
  return (
    one === other ||
    (one.citedRequirements === other.citedRequirements &&
      one.dependencySurface === other.dependencySurface &&
      one.scenarioIds === other.scenarioIds)
  );
}
