import * as vscode from 'vscode';

/** The text of the board's page that is not of the project, in the language of the editor; the page fills in `{0}` and the like. */
export type KanbanWords = ReturnType<typeof words>;

export function kanbanWords(): KanbanWords {
  return words();
}

// Its type is what it returns; written out, each word would be twice.
function words() {
  const { t } = vscode.l10n;
  return {
    board: t('Sprint Board'),
    filter: t('Filter cards'),
    count: t('{0} cards'),
    oneCard: t('1 card'),
    countShown: t('{0} of {1} cards'),
    keys: t('Keyboard Shortcuts'),
    close: t('Close'),
    outside: t('Outside any section'),
    noCards: t('No entries'),
    noMatch: t('No card matches'),
    // Of a card: shown when the mouse rests on it, and read out.
    tasks: t('Tasks: {0} of {1}'),
    showTasks: t('Show tasks: {0} of {1} ticked'),
    testCriteria: t('Criteria with a test: {0} of {1}'),
    scenarioCriteria: t('Criteria with a scenario: {0} of {1}'),
    branch: t('Branch {0}'),
    priority: t('Priority {0}'),
    drift: t('1 out of sync'),
    drifts: t('{0} out of sync'),
    error: t('1 error'),
    errors: t('{0} errors'),
    blocked: t('Waits for {0}'),
    agent: {
      waiting: t('An agent waits for you'),
      running: t('An agent is at work'),
      failed: t('The last agent failed'),
    },
    openSpec: t('Open the spec of {0}'),
    openEntry: t('Open {0} in the text editor'),
    rename: t('Edit the title of {0}'),
    title: t('Title of {0}'),
    // Announced.
    moved: t('{0} moved to {1}, {2} of {3}'),
    movedBack: t('{0} is back in {1}: {2}'),
    refused: t('Not done: {0}'),
    ticked: t('Ticked: {0}'),
    unticked: t('Open again: {0}'),
    renamed: t('The title is now: {0}'),
    noId: t('{0} has no item id, so it cannot be moved here. Move its lines in the text editor.'),
    readOnly: t('The board is read-only in Restricted Mode'),
    grabbed: t('Escape puts the card back'),
    shown: t('{0} cards match'),
    // States.
    restricted: t('Restricted Mode: the board is read-only.'),
    trust: t('Manage Workspace Trust'),
    loading: t('Reading the board…'),
    noServer: t('The Pactwright server is not running, so the board cannot be read.'),
    restart: t('Restart Server'),
    log: t('Show Log'),
    noProject: t(
      "This file is not the sprint board of an open project. Open its project's folder, or open the file as text.",
    ),
    noSections: t(
      'This board has no sections yet. Cards go below headings such as Backlog, In Progress and Done; a quick fix in the text editor adds them.',
    ),
    text: t('Open as Text'),
    keyList: [
      ['↑ ↓', t('Go to the next or previous card or task')],
      ['← →', t('Go to the next or previous column')],
      ['Home End', t('Go to the first or last card')],
      ['Alt+← →', t('Move the card to the next or previous column')],
      ['Alt+↑ ↓', t('Move the card up or down')],
      ['Space', t('Show the tasks of the card, or tick the task')],
      ['Enter', t('Open the spec')],
      ['Shift+Enter', t('Open the entry in the text editor')],
      ['F2', t('Edit the title')],
      ['Shift+F10', t('Show the menu of the card')],
      ['/ Ctrl+F', t('Filter cards')],
      ['Escape', t('Clear the filter, or stop editing')],
      ['Ctrl+Z', t('Undo')],
      ['?', t('Show these shortcuts')],
    ] as readonly (readonly [keys: string, what: string])[],
  };
}
