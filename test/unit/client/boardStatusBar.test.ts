import { describe, expect, it } from 'vitest';
import { countBoards, createBoardStatusBar } from '../../../client/src/board/boardStatusBar.js';
import type { ExtensionContext } from 'vscode';
import type { BoardView } from '../../../server/src/protocol.js';
import { boardOf, entryOf } from './boardViews.js';
import * as vscode from './vscode.js';

describe('the counts in the status bar', () => {
  it('are of all boards; an item that is on one twice is one', () => {
    const twice = [entryOf('STORY-1'), entryOf('STORY-1'), entryOf('STORY-2')];
    const one = boardOf({ Backlog: [entryOf('STORY-3')], 'In Progress': twice }, { drifts: 2 });
    const other = boardOf({ 'In Progress': [entryOf('STORY-1')] }, { drifts: 3 });
    expect(countBoards([one, other])).toEqual({ inProgress: 3, drifts: 5 });
    expect(countBoards([])).toEqual({ inProgress: 0, drifts: 0 });
  });
});

describe('the item in the status bar', () => {
  const shownFor = (
    boards: readonly BoardView[],
  ): { readonly text: string; readonly tooltip: { readonly value: string } } => {
    const item = { text: '', tooltip: { value: '' }, show: () => undefined, hide: () => undefined };
    Object.assign(vscode.window, { createStatusBarItem: () => item });
    const told = new vscode.EventEmitter<readonly BoardView[]>();
    const bar = createBoardStatusBar({ subscriptions: [] } as unknown as ExtensionContext); // as much as it uses
    bar.follow({ onChange: told.event as never });
    const summary = {
      projects: 1,
      documents: 9,
      errors: 1,
      warnings: 4,
      infos: 20,
      baselined: 7,
      baselinedFiles: 2,
      showsHidden: false,
      items: 1,
    };
    bar.show({ kind: 'ready', summary });
    told.fire(boards);
    return item;
  };

  it('says in words what is in progress and what is out of sync', () => {
    const entries = [entryOf('STORY-1'), entryOf('STORY-2')];
    expect(shownFor([boardOf({ 'In Progress': entries }, { drifts: 13 })]).text).toBe(
      '$(project) 2 in progress, 13 out of sync',
    );
    expect(shownFor([boardOf({ 'In Progress': entries })]).text).toBe('$(project) 2 in progress');
  });

  it('tells on hover what the numbers are made of, hints apart, and what can be done', () => {
    const one = boardOf({ Backlog: [entryOf('STORY-3')], Done: [] }, { name: 'shop', drifts: 2 });
    const { value } = shownFor([one, boardOf({ 'In Progress': [entryOf('STORY-1')] }, { name: 'till' })]).tooltip;
    expect(value).toMatch(/shop[^]*Backlog 1 · Done 0 · 2 out of sync[^]*till[^]*In Progress 1 · 0 out of sync/u);
    expect(value).toContain('1 error, 4 warnings');
    expect(value).not.toContain('20');
    expect(value).toMatch(/\[Open Board\]\(command:pactwright\.openBoard\)/u);
  });
});
