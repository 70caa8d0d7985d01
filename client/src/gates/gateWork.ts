import * as vscode from 'vscode';
import type { GateName, TraceItemView } from '../../../server/src/protocol.js';
import { askDoneCommand } from '../editor/commandIds.js';
import type { WorkSource } from '../editor/workSource.js';
import type { GateSubject } from './gateAnswer.js';
import type { GateStore } from './gateStore.js';
import { answerIcon } from './gateTreeItem.js';
import { answerWords } from './gateWords.js';

/** What the Work view shows of gates: the answer of the gate that was last run for an item, else of `done`. */
export interface GateWork extends WorkSource {
  /** The gates that the view showed last. */
  readonly shown: () => readonly GateSubject[];
}

/** Reads only what is recorded: showing the view runs nothing. */
export function createGateWork(gates: Pick<GateStore, 'answer' | 'ask' | 'chosenGate' | 'onChange'>): GateWork {
  let shown: readonly GateSubject[] = [];
  // Not for finished items.
  const gateOf = (root: string, { id, stage }: TraceItemView): GateName | undefined =>
    gates.chosenGate(root, id) ?? (stage === 'done' || stage === 'archived' ? undefined : 'done');
  return {
    rows: (root, at) => {
      const gate = gateOf(root, at);
      if (!gate) return [];
      const item = at.id;
      const answer = gates.answer({ root, item, gate }) ?? {};
      return [
        {
          id: 'gate',
          label: answerWords(gate, answer),
          tooltip: vscode.l10n.t('The gate {0} of {1}', gate, item),
          icon: answerIcon(answer),
          command: { command: askDoneCommand, title: vscode.l10n.t('Show'), arguments: [root, item] },
        },
      ];
    },
    look: (items) => {
      shown = items.flatMap(({ root, item }) => {
        const gate = gateOf(root, item);
        return gate ? [{ root, item: item.id, gate }] : [];
      });
      for (const subject of shown) if (gates.answer(subject) === undefined) void gates.ask(subject, 'recorded');
    },
    onChange: gates.onChange,
    shown: () => shown,
  };
}
