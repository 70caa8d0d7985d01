import {
  all,
  commandTable,
  either,
  hasBoard,
  inEditorTitle,
  inFolder,
  inViewTitle,
  onCard,
  trusted,
} from '../editor/commandTable.js';

export const kanbanCommandTable = commandTable({
  'pactwright.openBoard': {
    icon: 'project',
    // Where there is no board one is offered, and only trust allows to write it.
    palette: all(inFolder, either(hasBoard, trusted)),
    menus: [
      inEditorTitle(
        'navigation@1',
        'resourceFilename == sprint_board.md',
        "activeEditor == 'workbench.editors.files.textFileEditor'",
      ),
      inViewTitle('pactwright.board', 'navigation@0', hasBoard),
    ],
  },
  'pactwright.openBoardAsText': {
    icon: 'go-to-file',
    palette: false,
    menus: [inEditorTitle('navigation@1', "activeCustomEditorId == 'pactwright.board'")],
  },
  'pactwright.kanban.editTitle': {
    title: 'command.board.editTitle',
    palette: false,
    menus: [onCard(/^entry item /, '3_edit@2', { alone: true, writes: true })],
  },
});
