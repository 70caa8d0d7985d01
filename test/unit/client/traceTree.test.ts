import { describe, expect, it, vi } from 'vitest';
import type { ExtensionContext, TreeDataProvider } from 'vscode';
import type { ServerLink } from '../../../client/src/languageServer/serverLink.js';
import type { TraceItems } from '../../../client/src/trace/traceItems.js';
import type { TraceRow } from '../../../client/src/trace/traceNodes.js';
import { createTraceTree } from '../../../client/src/trace/traceTree.js';
import type { TraceItemDetail, TraceProjectView } from '../../../server/src/protocol.js';
import * as vscode from './vscode.js';

vi.mock('vscode', () => import('./vscode.js'));

const place = { uri: 'file:///p', range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } } };
const project: TraceProjectView = {
  root: 'file:///p',
  name: 'p',
  items: [
    {
      id: 'STORY-001',
      title: 'Cart',
      stage: 'done',
      criteria: 0,
      covered: 0,
      coveredBy: 'test',
      gaps: 0,
      place,
      documents: [],
      revision: 1,
    },
  ],
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
  it('asks another server anew, whose revisions may be the same', async () => {
    let provider: TreeDataProvider<TraceRow> | undefined;
    Object.assign(vscode.window, {
      createTreeView: (_id: string, options: { treeDataProvider: TreeDataProvider<TraceRow> }) => {
        provider = options.treeDataProvider;
        return { visible: true, selection: [], onDidChangeVisibility: () => new vscode.Disposable(() => undefined) };
      },
      onDidChangeActiveTextEditor: () => new vscode.Disposable(() => undefined),
    });
    Object.assign(vscode.commands, { registerCommand: () => new vscode.Disposable(() => undefined) });
    Object.assign(vscode.workspace, { isTrusted: true });
    const ready = new vscode.EventEmitter<undefined>();
    let answer = commit('aaaaaaa');
    const link = {
      onReady: ready.event,
      request: () => Promise.resolve(answer),
    } as unknown as ServerLink;
    const items: TraceItems = { get: () => Promise.resolve([project]), onStale: ready.event as TraceItems['onStale'] };
    const context = {
      subscriptions: [],
      workspaceState: { get: (_key: string, fallback: unknown) => fallback },
    } as unknown as ExtensionContext;
    createTraceTree(context, link, items);

    const hashes = async (): Promise<readonly (string | undefined)[]> => {
      const [stage] = (await provider?.getChildren()) ?? [];
      const [item] = (await provider?.getChildren(stage)) ?? [];
      const [group] = (await provider?.getChildren(item)) ?? [];
      const rows = (await provider?.getChildren(group)) ?? [];
      return rows.map((row) => (row.kind === 'node' ? row.node.hash : undefined));
    };
    expect(await hashes()).toEqual(['aaaaaaa']);
    answer = commit('bbbbbbb');
    expect(await hashes()).toEqual(['aaaaaaa']);
    ready.fire(undefined);
    expect(await hashes()).toEqual(['bbbbbbb']);
  });
});
