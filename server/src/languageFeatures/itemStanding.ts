import { isDriftCode } from '../rules/driftCodes.js';
import { type Tally, tallyTasks } from '../documents/board/entryParts.js';
import type { Finding } from '../rules/finding.js';
import type { EntryTrace, ItemTrace, Stage } from '../trace/graph.js';
import { itemTitle } from '../trace/itemTitle.js';
import { running } from '../trace/obligations.js';
import { memoFor } from '../base/memo.js';
import { addTo } from '../base/same.js';
import type { FeatureContext } from './featureContext.js';

/** The state of an item, in the figures that cards and lenses show. */
export interface ItemStanding {
  readonly title: string | undefined;
  readonly stage: Stage;
  /** The board's section, or the archive. */
  readonly section: string | undefined;
  /** The spec's Status, as written. */
  readonly status: string | undefined;
  readonly tasks: Tally;
  /** Criteria with a test that runs; where the source code was not read, with a scenario. */
  readonly criteria: Tally & { readonly by: 'test' | 'scenario' };
}

export function itemStanding({ project }: Pick<FeatureContext, 'project'>, item: ItemTrace): ItemStanding {
  const { tested, withScenario, of, ...known } = figuresOf(item);
  const criteria = project.code
    ? ({ done: tested, of, by: 'test' } as const)
    : ({ done: withScenario, of, by: 'scenario' } as const);
  return { ...known, criteria };
}

type Figures = Omit<ItemStanding, 'criteria'> & Readonly<Record<'tested' | 'withScenario' | 'of', number>>;

// Beside a board's entries those of thousands of items are shown.
const figuresOf = memoFor(readFigures, ({ substance }) => substance);

function readFigures(item: ItemTrace): Figures {
  const { spec, entries, coverage, stage } = item;
  const [entry] = entries;
  const tasks = entries.flatMap((one) => one.entry.tasks);
  return {
    title: itemTitle(item),
    stage,
    section: entry && sectionOf(entry),
    status: spec?.facts.status?.value,
    tasks: tallyTasks(tasks),
    tested: coverage.criteria.filter(({ tests }) => running(tests).length > 0).length,
    withScenario: coverage.criteria.filter(({ scenarios }) => scenarios.length > 0).length,
    of: coverage.criteria.length,
  };
}

/** In words: the board's section, without emoji, or the archive. */
export function sectionOf({ document, section, kind }: EntryTrace): string | undefined {
  if (document.kind === 'archive') return 'Archive';
  return (kind && sectionWords[kind]) ?? section?.heading.text;
}

const sectionWords = { backlog: 'Backlog', inProgress: 'In Progress', done: 'Done' } as const;

/** The findings in an item's spec and test cases, and those in board and archive that are about it. */
export function itemFindings({ findingsOf }: Pick<FeatureContext, 'findingsOf'>, item: ItemTrace): readonly Finding[] {
  const { id, spec, testCases, entries } = item;
  const found: Finding[] = [];
  if (spec) found.push(...findingsOf(spec.path));
  for (const { path } of testCases) found.push(...findingsOf(path));
  entries.forEach(({ document }, at) => {
    if (entries.findIndex((other) => other.document === document) === at)
      found.push(...(byItem(findingsOf(document.path)).get(id) ?? []));
  });
  return found;
}

// The findings of a file are the same array until they change, and a board has an entry for every item.
const byItem = memoFor((findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> => {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) if (finding.item !== undefined) addTo(groups, finding.item, finding);
  return groups;
});

/** Whether a finding is about two sources that disagree, or about what cannot be followed; a hint requires no action. */
export function isDrift({ code, severity }: Finding): boolean {
  return severity !== 'info' && isDriftCode(code);
}
