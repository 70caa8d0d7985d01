import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ExtensionContext } from 'vscode';
import type { ServerLink } from '../../../client/src/editor/serverLink.js';
import type { TraceItems } from '../../../client/src/editor/traceItems.js';
import type { TraceRow } from '../../../client/src/trace/traceNodes.js';
import { createTraceTree } from '../../../client/src/trace/traceTree.js';
import type { TraceItemDetail, TraceItemView, TraceProjectView } from '../../../server/src/protocol.js';
import { showTree, type ShownTree } from './shownTree.js';
import { traceItemOf } from './traceViews.js';
import * as vscode from './vscode.js';

const project: TraceProjectView = {
  root: 'file:///p',
  name: 'p',
  items: [traceItemOf('STORY-001', { stage: 'done' })],
};
const nothing: TraceItemDetail = {
  requirements: [],
  looseCriteria: [],
  looseScenarios: [],
  looseTests: [],
  dependencies: [],
  files: [],
  branches: [],
  commits: [],
};
const commit = (hash: string): TraceItemDetail => ({
  ...nothing,
  commits: [{ kind: 'commit', key: hash, label: hash, description: '', gaps: [], children: [], hash }],
});

describe('the trace tree', () => {
  const ready = new vscode.EventEmitter<undefined>();
  const stale = new vscode.EventEmitter<undefined>();
  afterEach(() => {
    ready.dispose();
    stale.dispose();
  });
  let answer = commit('aaaaaaa');
  let asked = 0;
  let told = [project];
  let shown: ShownTree<TraceRow>;

  beforeEach(() => {
    [answer, asked, told] = [commit('aaaaaaa'), 0, [project]];
    shown = showTree();
    const link = {
      onReady: ready.event,
      request: () => {
        asked++;
        return Promise.resolve(answer);
      },
    } as unknown as ServerLink; // as much as it uses
    const items: TraceItems = { get: () => Promise.resolve(told), onStale: stale.event as TraceItems['onStale'] };
    const context = {
      subscriptions: [],
      workspaceState: { get: (_key: string, fallback: unknown) => fallback },
    } as unknown as ExtensionContext; // likewise
    createTraceTree(context, link, items);
  });

  it('asks another server anew, whose revisions may be the same', async () => {
    expect(await shown.open()).toContain('aaaaaaa');
    answer = commit('bbbbbbb');
    expect(await shown.open()).toContain('aaaaaaa');
    ready.fire(undefined);
    expect(await shown.open()).toContain('bbbbbbb');
  });

  it.each<[string, Partial<TraceItemView>, TraceItemDetail, number, readonly string[]]>([
    ['nothing, and asks for nothing, where it is what it was', {}, commit('aaaaaaa'), 0, []],
    ['nothing where what is below an item says the same', { revision: 2 }, commit('aaaaaaa'), 1, []],
    ['the group that another commit is in', { revision: 2 }, commit('bbbbbbb'), 1, ['Commits']],
    ['the item that has another title', { title: 'Basket' }, commit('aaaaaaa'), 0, ['STORY-001']],
    ['all where it is in another stage', { stage: 'backlog' }, commit('aaaaaaa'), 0, ['all']],
  ])('draws anew %s', async (_name, change, detail, requests, expected) => {
    await shown.open();
    asked = 0;
    answer = detail;
    told = [{ ...project, items: project.items.map((item) => ({ ...item, ...change })) }];
    stale.fire(undefined);
    await new Promise(setImmediate);
    expect(shown.drawn()).toEqual(expected);
    expect(asked).toBe(requests);
  });
});
