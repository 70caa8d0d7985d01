import { all, commandTable, inRepository, hasItems, inViewTitle, onRow, trusted } from '../editor/commandTable.js';

const view = 'pactwright.runs';
const hasRuns = all(inRepository, 'pactwright.runs.rows > 0');

/** Packets that something was done for. */
const begun = /^packet (?!waiting)/;

export const runCommandTable = commandTable({
  'pactwright.runs.start': {
    icon: 'run-all',
    palette: all(inRepository, hasItems),
    menus: [inViewTitle(view, 'navigation@1', trusted, 'pactwright.runs.rows >= 0')],
  },
  'pactwright.runs.showGraph': {
    icon: 'type-hierarchy',
    palette: hasRuns,
    menus: [
      inViewTitle(view, 'navigation@2', trusted, 'pactwright.runs.rows > 0'),
      onRow(view, /^run/, 'inline@0'),
      onRow(view, /^run/, '1_run@0'),
    ],
  },
  'pactwright.runs.pause': {
    icon: 'debug-pause',
    palette: hasRuns,
    menus: [onRow(view, /^run running/, 'inline@1'), onRow(view, /^run running/, '1_run@1')],
  },
  'pactwright.runs.resume': {
    icon: 'debug-continue',
    palette: hasRuns,
    menus: [
      onRow(view, /^run (?:paused|halted|interrupted|stuck)/, 'inline@1'),
      onRow(view, /^run (?:paused|halted|interrupted|stuck)/, '1_run@1'),
    ],
  },
  'pactwright.runs.abort': {
    icon: 'debug-stop',
    palette: hasRuns,
    menus: [onRow(view, /^run (?:running|paused|halted|interrupted|stuck)/, '3_abort@1')],
  },
  'pactwright.runs.watch': {
    icon: 'terminal',
    palette: hasRuns,
    menus: [onRow(view, /^run/, 'inline@2'), onRow(view, /^run/, '1_run@2')],
  },
  'pactwright.runs.answer': {
    icon: 'comment-discussion',
    palette: false,
    menus: [onRow(view, /^packet (?:asks|failed)/, 'inline@1'), onRow(view, /^packet (?:asks|failed)/, '1_packet@1')],
  },
  'pactwright.runs.openWorktree': {
    icon: 'empty-window',
    palette: false,
    menus: [onRow(view, begun, '2_packet@1')],
  },
  'pactwright.runs.compare': {
    icon: 'diff-multiple',
    palette: false,
    menus: [onRow(view, begun, '2_packet@2')],
  },
  'pactwright.runs.showLog': {
    icon: 'output',
    palette: false,
    menus: [onRow(view, /^packet/, 'inline@2'), onRow(view, /^packet/, '1_packet@2')],
  },
});
