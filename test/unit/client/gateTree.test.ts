import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GateAnswer } from '../../../client/src/gates/gateAnswer.js';
import type { GateStore } from '../../../client/src/gates/gateStore.js';
import { createGateTree, type GateElement } from '../../../client/src/gates/gateTree.js';
import type { TraceItems } from '../../../client/src/editor/traceItems.js';
import { conditionOf, verdictOf } from '../../support/gateVerdict.js';
import { showTree, type ShownTree } from './shownTree.js';
import { traceItemOf } from './traceViews.js';
import * as vscode from './vscode.js';

describe('the tree of gates', () => {
  const changed = new vscode.EventEmitter<undefined>();
  const answers = new Map<string, GateAnswer>();
  let asked: string[] = [];
  let shown: ShownTree<GateElement>;
  const settle = async (): Promise<readonly string[]> => {
    await vi.advanceTimersByTimeAsync(1_000);
    return shown.drawn();
  };
  const says = async (id: string, answer: GateAnswer): Promise<readonly string[]> => {
    answers.set(id, answer);
    changed.fire(undefined);
    return settle();
  };

  beforeEach(async () => {
    vi.useFakeTimers();
    answers.clear();
    asked = [];
    shown = showTree();
    const gates = {
      answer: ({ item: id }) => answers.get(id),
      chosenGate: () => undefined,
      ask: ({ item: id }) => {
        asked.push(id);
        changed.fire(undefined);
        return Promise.resolve(answers.get(id) ?? {});
      },
      onChange: changed.event as GateStore['onChange'],
      choose: () => undefined,
    } satisfies Partial<GateStore>;
    const items: TraceItems = {
      get: () =>
        Promise.resolve([
          { root: 'file:///p', name: 'p', items: [traceItemOf('STORY-001'), traceItemOf('STORY-002')] },
        ]),
      onStale: new vscode.EventEmitter<undefined>().event as TraceItems['onStale'],
    };
    createGateTree({ subscriptions: [] }, items, gates);
    await shown.open();
    await settle();
  });
  afterEach(() => {
    changed.dispose();
    vi.useRealTimers();
  });

  it('reads the record of an item that is opened, and not again while nothing is known', async () => {
    expect(asked).toEqual(['STORY-001', 'STORY-002']);
    for (let time = 0; time < 3; time++) expect(await says('STORY-002', {})).toEqual([]);
    expect(asked).toHaveLength(2);
  });

  it('draws anew the item that there is a verdict of, then what it says otherwise', async () => {
    const refused = (summary: string): GateAnswer => ({
      verdict: verdictOf('refused', [
        conditionOf('tasks', { state: 'fail', summary }),
        conditionOf('tests', { state: 'fail' }),
      ]),
    });
    expect(await says('STORY-001', refused('2 open'))).toEqual(['STORY-001']);
    await shown.open();
    expect(await says('STORY-001', refused('2 open'))).toEqual([]);
    expect(
      await says('STORY-001', { ...refused('2 open'), running: { how: 'recorded', waits: false, results: [] } }),
    ).toEqual([]);
    expect(await says('STORY-001', refused('1 open'))).toEqual(['tasks']);
  });
});
