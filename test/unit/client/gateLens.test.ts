import { beforeEach, describe, expect, it } from 'vitest';
import type { CodeLens as VsCodeLens, Event, TextDocument } from 'vscode';
import type { TraceItems } from '../../../client/src/editor/traceItems.js';
import type { GateAnswer } from '../../../client/src/gates/gateAnswer.js';
import { createGateLens } from '../../../client/src/gates/gateLens.js';
import { createGateWork } from '../../../client/src/gates/gateWork.js';
import { conditionOf, verdictOf } from '../../support/gateVerdict.js';
import { traceItemOf } from './traceViews.js';
import * as vscode from './vscode.js';

const blockedBy = (count: number): GateAnswer => ({
  verdict: verdictOf(
    'refused',
    Array.from({ length: count }, (_, at) => conditionOf(`condition-${at}`, { state: 'fail' })),
  ),
});

describe('the lens of a gate', () => {
  const root = 'file:///p';
  const items = ['STORY-002', 'STORY-003'].map((id) =>
    traceItemOf(id, { place: { ...traceItemOf(id).place, uri: `${root}/${id}.md` } }),
  );
  const answers = new Map<string, GateAnswer>();
  const changed = new vscode.EventEmitter<undefined>();
  let provide: (document: TextDocument) => Promise<readonly VsCodeLens[]>;
  let close: (document: TextDocument) => void;
  /** How often the editor is asked to draw lenses again. */
  let draws = 0;

  const says = (id: string, answer: GateAnswer): void => {
    answers.set(id, answer);
    changed.fire(undefined);
  };
  // As much of a document as the lens uses.
  const documentOf = (id: string): TextDocument =>
    ({
      uri: { scheme: 'file', toString: () => `${root}/${id}.md` },
      lineCount: 0,
      lineAt: () => ({}),
    }) as unknown as TextDocument;
  const lens = async (id: string): Promise<string | undefined> => (await provide(documentOf(id)))[0]?.command?.title;

  beforeEach(() => {
    answers.clear();
    draws = 0;
    Object.assign(vscode.workspace, {
      isTrusted: true,
      onDidCloseTextDocument: (handler: typeof close) => {
        close = handler;
      },
    });
    Object.assign(vscode.languages, {
      registerCodeLensProvider: (
        _: unknown,
        provider: { readonly provideCodeLenses: typeof provide; readonly onDidChangeCodeLenses: Event<void> },
      ) => {
        provide = provider.provideCodeLenses;
        provider.onDidChangeCodeLenses(() => draws++);
      },
    });
  });

  it('says the number of the Work view, and is drawn again whenever that changes', async () => {
    const gates = {
      answer: ({ item }: { readonly item: string }) => answers.get(item),
      ask: () => Promise.resolve(undefined),
      chosenGate: () => undefined,
      onChange: changed.event as Event<void>,
    };
    const traced: TraceItems = {
      get: () => Promise.resolve([{ root, name: 'p', items }]),
      onStale: new vscode.EventEmitter<undefined>().event as Event<void>,
    };
    createGateLens({ subscriptions: [] }, traced, gates);
    const work = createGateWork(gates);
    const [first, second] = items;
    if (!first || !second) throw new Error('no items');

    says('STORY-002', blockedBy(9));
    expect(await lens('STORY-002')).toBe('Done is blocked by 9');
    says('STORY-002', blockedBy(8));
    expect(draws).toBe(1);
    expect(await lens('STORY-002')).toBe('Done is blocked by 8');
    expect(work.rows(root, first)).toMatchObject([{ label: 'done: blocked by 8' }]);

    // The next spec takes the place of this one, and comes to the number that was said last.
    says('STORY-003', blockedBy(9));
    close(documentOf('STORY-002'));
    expect(await lens('STORY-003')).toBe('Done is blocked by 9');
    says('STORY-003', blockedBy(8));
    expect(draws).toBe(2);
    expect(await lens('STORY-003')).toBe('Done is blocked by 8');
    expect(work.rows(root, second)).toMatchObject([{ label: 'done: blocked by 8' }]);

    says('STORY-003', { ...blockedBy(8), running: { how: 'recorded', waits: false, results: [] } });
    expect(draws).toBe(2);
  });
});
