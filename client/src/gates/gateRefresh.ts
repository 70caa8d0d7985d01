import * as vscode from 'vscode';
import type { GateSubject } from './gateAnswer.js';
import type { GateStore } from './gateStore.js';
import type { TraceItems } from '../editor/traceItems.js';

/** Who saves once saves again; a process for each of them would be in the way. */
const pauseMs = 1_500;

/** Beyond so many items, the gate of an item is read when it is opened. */
const most = 12;

/** What keeps answers as fresh as the record is. */
export interface GateRefresh {
  /** Reads what is in sight and not known yet from the record. */
  readonly fill: () => void;
}

/**
 * Reads what gates say from the record when something may have changed: a file was saved, or the documents, tests or commits of an
 * item are others. Never while somebody types, never without trust, and nothing is run for it.
 *
 * @param inSight what a person can see of gates now.
 */
export function createGateRefresh(
  context: vscode.ExtensionContext,
  items: TraceItems,
  gates: GateStore,
  inSight: () => readonly GateSubject[],
): GateRefresh {
  const revisions = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  const ask = (subjects: readonly GateSubject[]): void => {
    for (const subject of subjects) void gates.ask(subject, 'recorded');
  };
  const askedBefore = (): readonly GateSubject[] =>
    inSight().filter((subject) => {
      const answer = gates.answer(subject);
      return answer !== undefined && !answer.running;
    });
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      ask(askedBefore());
    }, pauseMs);
  };

  const compare = async (): Promise<void> => {
    let differs = false;
    for (const { root, items: all } of (await items.get()) ?? [])
      for (const { id, revision } of all) {
        const key = [root, id].join('\u0000');
        const before = revisions.get(key);
        if (before !== undefined && before !== revision) differs = true;
        revisions.set(key, revision);
      }
    const isTyping = vscode.workspace.textDocuments.some(({ isDirty }) => isDirty);
    if (differs && !isTyping) later();
  };

  context.subscriptions.push(
    new vscode.Disposable(() => {
      clearTimeout(timer);
    }),
    vscode.workspace.onDidSaveTextDocument(({ uri }) => {
      if (uri.scheme === 'file') later();
    }),
    items.onStale(() => void compare()),
  );
  return {
    fill: () => {
      ask(
        inSight()
          .filter((subject) => gates.answer(subject) === undefined)
          .slice(0, most),
      );
    },
  };
}
