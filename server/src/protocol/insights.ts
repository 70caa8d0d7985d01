/** Request with `InsightsWords`; answers with the page of all projects, or null if it could not be made. */
export const insightsRequest = 'pactwright/insights';

/** A page made of safe HTML: all that comes from the repository is escaped, and nothing in it runs. */
export interface InsightsPage {
  /** A style sheet, with the editor's colours where there are any. */
  readonly style: string;
  /** What is in the body. */
  readonly body: string;
}

/** All text of the page that is not of the project, in the language of the reader; `{0}` and the like are filled in. */
export interface InsightsWords {
  readonly title: string;
  /** The board and its versions: `{0}` of `{1}`, from `{2}` to `{3}`. */
  readonly source: string;
  /** Where there is no project. */
  readonly nothing: string;
  /** Where git must not be asked. */
  readonly untrusted: string;
  readonly charts: Readonly<Record<InsightsChart, ChartWords>>;
  readonly backlog: string;
  readonly inProgress: string;
  readonly done: string;
  /** What is before the first section. */
  readonly noSection: string;
  readonly otherSections: string;
  readonly allItems: string;
  readonly day: string;
  readonly week: string;
  readonly item: string;
  readonly itemTitle: string;
  readonly section: string;
  readonly days: string;
  /** Column: items that came to Done. */
  readonly items: string;
  /** `{0}` days. */
  readonly median: string;
  readonly percentile85: string;
  /** At least `{0}`. */
  readonly atLeast: string;
  /** Why a time is only known to be at least so long. */
  readonly whyAtLeast: string;
  /** `{0}`: item ids. */
  readonly neverInProgress: string;
  /** That a table has one row for each week. */
  readonly byWeek: string;
  /** That a chart has only the first `{0}`. */
  readonly chartOfFirst: string;
  /** That a chart has only the newest `{0}` weeks. */
  readonly chartOfNewest: string;
  /** Figures: `{0}`, the title of the chart. */
  readonly figures: string;
}

export type InsightsChart = 'flow' | 'burnUp' | 'cycle' | 'age' | 'throughput';

export interface ChartWords {
  readonly title: string;
  /** What it shows. */
  readonly about: string;
  /** What it comes to, for who does not see it. */
  readonly says: string;
  readonly empty: string;
}

export interface InsightsRequests {
  readonly [insightsRequest]: { readonly params: InsightsWords; readonly answer: InsightsPage | null };
}
