import * as vscode from 'vscode';
import type { InsightsWords } from '../../../server/src/protocol.js';

/** The text of the page in the language of the editor; the server fills in the values. */
export function insightsWords(): InsightsWords {
  return {
    title: vscode.l10n.t('Insights'),
    source: vscode.l10n.t('{1} in git, from {2} to {3} (versions: {0}). Days are in UTC.', ...places),
    nothing: vscode.l10n.t('There is no project: a project is a folder with docs/specs or .pactwright/config.yaml.'),
    untrusted: vscode.l10n.t(
      'Insights are based on git history, and Pactwright does not run git in Restricted Mode. Trust the workspace to see them.',
    ),
    charts: {
      flow: {
        title: vscode.l10n.t('Cumulative flow'),
        about: vscode.l10n.t(
          'How many items were in each section at the end of each day. Items that left Done or were archived count as Done.',
        ),
        says: vscode.l10n.t('On {0}: {1}.', ...places),
        empty: '',
      },
      burnUp: {
        title: vscode.l10n.t('Burn-up'),
        about: vscode.l10n.t('All items of the board, and those of them that are done.'),
        says: vscode.l10n.t('On {0}, {1} of {2} items are done.', ...places),
        empty: '',
      },
      cycle: {
        title: vscode.l10n.t('Cycle time'),
        about: vscode.l10n.t(
          'How many days items took from In Progress to Done. For a reopened item, the last time counts.',
        ),
        says: vscode.l10n.t('{0} items; median {1} days.', ...places),
        empty: vscode.l10n.t('No item has moved from In Progress to Done yet.'),
      },
      age: {
        title: vscode.l10n.t('Age of work in progress'),
        about: vscode.l10n.t('How many days ago the items in progress were started.'),
        says: vscode.l10n.t('{0} items; the oldest is {1}, at {2} days.', ...places),
        empty: vscode.l10n.t('Nothing is in progress.'),
      },
      throughput: {
        title: vscode.l10n.t('Throughput'),
        about: vscode.l10n.t('How many items moved to Done each week (ISO 8601: weeks start on Monday).'),
        says: vscode.l10n.t('{0} items in {1} weeks, {2} of them in the last week.', ...places),
        empty: '',
      },
    },
    // As the board has them: these are words of the file, not of the editor.
    backlog: 'Backlog',
    inProgress: 'In Progress',
    done: 'Done',
    noSection: vscode.l10n.t('No section'),
    otherSections: vscode.l10n.t('Other sections'),
    allItems: vscode.l10n.t('All items'),
    day: vscode.l10n.t('Day'),
    week: vscode.l10n.t('Week'),
    item: vscode.l10n.t('Item'),
    itemTitle: vscode.l10n.t('Title'),
    section: vscode.l10n.t('Section'),
    days: vscode.l10n.t('Days'),
    items: vscode.l10n.t('Items'),
    median: vscode.l10n.t('Median: {0} days', ...places),
    percentile85: vscode.l10n.t('85 of 100 took at most {0} days', ...places),
    atLeast: vscode.l10n.t('at least {0}', ...places),
    whyAtLeast: vscode.l10n.t(
      '“At least”: the item was in progress when the history begins, so its start is not known.',
    ),
    neverInProgress: vscode.l10n.t(
      'Done without being seen In Progress, so their cycle time is unknown: {0}',
      ...places,
    ),
    byWeek: vscode.l10n.t('One row for each week: its last day.'),
    chartOfFirst: vscode.l10n.t('The chart shows the first {0}; the table shows all.', ...places),
    chartOfNewest: vscode.l10n.t('The chart shows the newest {0} weeks; the table shows all.', ...places),
    figures: vscode.l10n.t('Figures: {0}', ...places),
  };
}

/** The places for values stay: the server fills them in. */
const places = ['{0}', '{1}', '{2}', '{3}'] as const;
