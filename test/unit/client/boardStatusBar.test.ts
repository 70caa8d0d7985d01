import { describe, expect, it, vi } from 'vitest';
import { countBoards } from '../../../client/src/board/boardStatusBar.js';
import { boardOf, entryOf } from './boardViews.js';

vi.mock('vscode', () => import('./vscode.js'));

describe('the counts in the status bar', () => {
  it('are of all boards; an item that is on one twice is one', () => {
    const twice = [entryOf('STORY-1'), entryOf('STORY-1'), entryOf('STORY-2')];
    const one = boardOf({ Backlog: [entryOf('STORY-3')], 'In Progress': twice }, { drifts: 2 });
    const other = boardOf({ 'In Progress': [entryOf('STORY-1')] }, { drifts: 3 });
    expect(countBoards([one, other])).toEqual({ inProgress: 3, drifts: 5 });
    expect(countBoards([])).toEqual({ inProgress: 0, drifts: 0 });
  });
});
