import type { InsightsWords } from '../../protocol.js';

/** The words of the page on the command line; the editor brings its own, in its language. */
export const englishWords: InsightsWords = {
  title: 'Insights',
  source: '{1} in git, from {2} to {3} (versions: {0}). Days are in UTC.',
  nothing: 'There is no project: a project is a folder with docs/specs or .pactwright/config.yaml.',
  untrusted:
    'Insights are based on git history, and Pactwright does not run git in Restricted Mode. Trust the workspace to see them.',
  charts: {
    flow: {
      title: 'Cumulative flow',
      about:
        'How many items were in each section at the end of each day. Items that left Done or were archived count as Done.',
      says: 'On {0}: {1}.',
      empty: '',
    },
    burnUp: {
      title: 'Burn-up',
      about: 'All items of the board, and those of them that are done.',
      says: 'On {0}, {1} of {2} items are done.',
      empty: '',
    },
    cycle: {
      title: 'Cycle time',
      about: 'How many days items took from In Progress to Done. For a reopened item, the last time counts.',
      says: '{0} items; median {1} days.',
      empty: 'No item has moved from In Progress to Done yet.',
    },
    age: {
      title: 'Age of work in progress',
      about: 'How many days ago the items in progress were started.',
      says: '{0} items; the oldest is {1}, at {2} days.',
      empty: 'Nothing is in progress.',
    },
    throughput: {
      title: 'Throughput',
      about: 'How many items moved to Done each week (ISO 8601: weeks start on Monday).',
      says: '{0} items in {1} weeks, {2} of them in the last week.',
      empty: '',
    },
  },
  backlog: 'Backlog',
  inProgress: 'In Progress',
  done: 'Done',
  noSection: 'No section',
  otherSections: 'Other sections',
  allItems: 'All items',
  day: 'Day',
  week: 'Week',
  item: 'Item',
  itemTitle: 'Title',
  section: 'Section',
  days: 'Days',
  items: 'Items',
  median: 'Median: {0} days',
  percentile85: '85 of 100 took at most {0} days',
  atLeast: 'at least {0}',
  whyAtLeast: '“At least”: the item was in progress when the history begins, so its start is not known.',
  neverInProgress: 'Done without being seen In Progress, so their cycle time is unknown: {0}',
  byWeek: 'One row for each week: its last day.',
  chartOfFirst: 'The chart shows the first {0}; the table shows all.',
  chartOfNewest: 'The chart shows the newest {0} weeks; the table shows all.',
  figures: 'Figures: {0}',
};
