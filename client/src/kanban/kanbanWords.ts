import * as vscode from 'vscode';

/** The text of the board's page that is not of the project, in the language of the editor; the page fills in `{0}` and the like. */
export type KanbanWords = ReturnType<typeof words>;

export function kanbanWords(): KanbanWords {
  return words();
}

// Its type is what it returns; written out, each word would be twice.
function words() {
  return {
    board: vscode.l10n.t('Sprint Board'),
    filter: vscode.l10n.t('Filter cards'),
    count: vscode.l10n.t('{0} cards'),
    oneCard: vscode.l10n.t('1 card'),
    countShown: vscode.l10n.t('{0} of {1} cards'),
    keys: vscode.l10n.t('Keyboard Shortcuts'),
    close: vscode.l10n.t('Close'),
    outside: vscode.l10n.t('Outside any section'),
    noCards: vscode.l10n.t('No entries'),
    noMatch: vscode.l10n.t('No card matches'),
    // Of a card: shown when the mouse rests on it, and read out.
    tasks: vscode.l10n.t('Tasks: {0} of {1}'),
    showTasks: vscode.l10n.t('Show tasks: {0} of {1} ticked'),
    testCriteria: vscode.l10n.t('Criteria with a test: {0} of {1}'),
    scenarioCriteria: vscode.l10n.t('Criteria with a scenario: {0} of {1}'),
    branch: vscode.l10n.t('Branch {0}'),
    priority: vscode.l10n.t('Priority {0}'),
    drift: vscode.l10n.t('1 out of sync'),
    drifts: vscode.l10n.t('{0} out of sync'),
    error: vscode.l10n.t('1 error'),
    errors: vscode.l10n.t('{0} errors'),
    warning: vscode.l10n.t('1 warning'),
    warnings: vscode.l10n.t('{0} warnings'),
    // Of a column in which an item has more than one card.
    itemsInCards: vscode.l10n.t('{0} in {1} cards'),
    newItem: vscode.l10n.t('New Item'),
    newItemIn: vscode.l10n.t('New Item in {0}'),
    collapse: vscode.l10n.t('Collapse {0}'),
    expand: vscode.l10n.t('Expand {0}'),
    blocked: vscode.l10n.t('Waiting for {0}'),
    agent: {
      waiting: vscode.l10n.t('An agent waits for you'),
      running: vscode.l10n.t('An agent is working'),
      failed: vscode.l10n.t('The last agent failed'),
    },
    openSpec: vscode.l10n.t('Open the spec of {0}'),
    openEntry: vscode.l10n.t('Open {0} in the text editor'),
    rename: vscode.l10n.t('Edit the title of {0}'),
    title: vscode.l10n.t('Title of {0}'),
    // Announced.
    moved: vscode.l10n.t('{0} moved to {1}, {2} of {3}'),
    movedAll: vscode.l10n.t('{0} cards moved to {1}'),
    movedAllBack: vscode.l10n.t('{0} cards were moved back: {1}'),
    selected: vscode.l10n.t('{0} selected'),
    movedBack: vscode.l10n.t('{0} was moved back to {1}: {2}'),
    refused: vscode.l10n.t('Nothing was changed: {0}'),
    ticked: vscode.l10n.t('Ticked: {0}'),
    unticked: vscode.l10n.t('Open again: {0}'),
    renamed: vscode.l10n.t('The title is now: {0}'),
    noId: vscode.l10n.t('{0} has no item id, so it cannot be moved here. Move its lines in the text editor.'),
    readOnly: vscode.l10n.t('The board is read-only in Restricted Mode'),
    grabbed: vscode.l10n.t('Escape cancels the move'),
    shown: vscode.l10n.t('{0} cards match'),
    // States.
    restricted: vscode.l10n.t('Restricted Mode: the board is read-only.'),
    trust: vscode.l10n.t('Manage Workspace Trust'),
    loading: vscode.l10n.t('Reading the board…'),
    noServer: vscode.l10n.t('The Pactwright server is not running, so the board cannot be read.'),
    restart: vscode.l10n.t('Restart Server'),
    log: vscode.l10n.t('Show Log'),
    noProject: vscode.l10n.t(
      "This file is not the sprint board of an open project. Open its project's folder, or open the file as text.",
    ),
    noSections: vscode.l10n.t(
      'This board has no sections yet. Cards go below headings such as Backlog, In Progress and Done; a quick fix in the text editor adds them.',
    ),
    text: vscode.l10n.t('Open as Text'),
    keyList: keyList(),
  };
}

function keyList(): readonly (readonly [keys: string, what: string])[] {
  return [
    ['↑ ↓', vscode.l10n.t('Go to the next or previous card or task')],
    ['← →', vscode.l10n.t('Go to the next or previous column')],
    ['Shift+↑ ↓', vscode.l10n.t('Select more cards')],
    ['Ctrl+Space', vscode.l10n.t('Select or deselect the card; Ctrl+↑ ↓ moves to the next without selecting it')],
    ['Ctrl+A', vscode.l10n.t('Select all cards of the column')],
    ['Home End', vscode.l10n.t('Go to the first or last card')],
    ['Alt+← →', vscode.l10n.t('Move the selected cards to the next or previous column')],
    ['Alt+↑ ↓', vscode.l10n.t('Move the selected cards up or down')],
    ['Space', vscode.l10n.t('Show the tasks of the card, or tick the task')],
    ['Enter', vscode.l10n.t('Open the spec')],
    ['Shift+Enter', vscode.l10n.t('Open the entry in the text editor')],
    ['F2', vscode.l10n.t('Edit the title')],
    ['Shift+F10', vscode.l10n.t('Show the menu of the card')],
    ['/ Ctrl+F', vscode.l10n.t('Filter cards')],
    ['Escape', vscode.l10n.t('Clear the selection or the filter, or stop editing')],
    ['Ctrl+Z', vscode.l10n.t('Undo')],
    ['?', vscode.l10n.t('Show these shortcuts')],
  ];
}
