import { beforeEach, describe, expect, it } from 'vitest';
import type { ConditionResult, Verdict } from '../../../server/src/protocol.js';
import type { OperationInput } from '../../../client/src/editor/operations.js';
import { guardDone } from '../../../client/src/gates/doneGuard.js';
import { conditionOf, verdictOf } from '../../support/gateVerdict.js';
import { boardOf, entryOf } from './boardViews.js';
import * as vscode from './vscode.js';

const board = boardOf({ 'In Progress': [entryOf('STORY-001'), entryOf('STORY-002')], Done: [entryOf('STORY-003')] });
const failed = conditionOf('tasks', { state: 'fail', summary: '1 task not done' });
const unchecked = (name: string, summary: string): ConditionResult => conditionOf(name, { state: 'unknown', summary });
const noGit = 'there is no git repository';

describe('a move to Done', () => {
  const shown: string[] = [];
  const ran: OperationInput[] = [];
  let choice: string | undefined;

  beforeEach(() => {
    shown.length = 0;
    ran.length = 0;
    choice = undefined;
    Object.assign(vscode, { ProgressLocation: { Window: 10 } });
    Object.assign(vscode.workspace, {
      isTrusted: true,
      getConfiguration: () => ({ get: (_: string, value: unknown) => value }),
    });
    Object.assign(vscode.window, {
      withProgress: (_: unknown, run: () => unknown) => run(),
      showWarningMessage: (message: string, { detail }: { readonly detail: string }) => {
        shown.push(message, ...detail.split('\n'));
        return Promise.resolve(choice);
      },
    });
  });

  const move = async (verdict: Verdict, items: readonly string[] = ['STORY-001']): Promise<string> => {
    const guarded = guardDone(
      {
        run: (_, __, input) => {
          ran.push(input);
          return Promise.resolve({ kind: 'done', message: '', data: undefined });
        },
        ask: () => Promise.reject(new Error('nobody asks')),
      },
      {
        boards: { latest: () => [board], refresh: () => Promise.resolve() },
        gates: { ask: () => Promise.resolve({ verdict }) },
      },
    );
    return (await guarded.run(board.root, 'board move', { items, section: 'Done' })).kind;
  };

  it('names what failed first, then what was not checked, once for each cause', async () => {
    const conditions = [
      unchecked('scope', noGit),
      failed,
      unchecked('commits', noGit),
      unchecked('regression', 'not run yet'),
    ];
    expect(await move(verdictOf('refused', conditions))).toBe('refused');
    expect(shown).toEqual([
      'STORY-001 does not pass the gate done. Move it anyway?',
      '• 1 task not done',
      `• Not checked: 2 conditions (${noGit})`,
      '• Not checked: The regression (not run yet)',
    ]);
    expect(ran).toEqual([]);
  });

  it('names the item of each reason where there are several', async () => {
    await move(verdictOf('refused', [failed]), ['STORY-001', 'STORY-002', 'STORY-003']);
    expect(shown).toEqual([
      '2 items do not pass the gate done. Move them anyway?',
      '• STORY-001: 1 task not done',
      '• STORY-002: 1 task not done',
    ]);
  });

  it('is done where a person wants it anyway, and without a question where the gate allows it', async () => {
    choice = 'Move Anyway';
    expect(await move(verdictOf('refused', [failed]))).toBe('done');
    shown.length = 0;
    expect(await move(verdictOf('allowed', []))).toBe('done');
    expect([shown, ran.length]).toEqual([[], 2]);
  });
});
