import * as vscode from 'vscode';
import type { GateName } from '../../../server/src/protocol.js';
import { askDoneCommand } from '../editor/commandIds.js';
import type { WorkSource } from '../editor/workSource.js';
import type { GateAnswer, GateSubject } from './gateAnswer.js';
import type { GateStore } from './gateStore.js';
import { answerWords } from './gateWords.js';

/** What the Work view says of gates: what the gate says that was asked about an item last, else `done`. */
export interface GateWork extends WorkSource {
  /** What the view showed last. */
  readonly shown: () => readonly GateSubject[];
}

/** Reads from the record alone: nothing is run because the view is there. */
export function createGateWork(gates: Pick<GateStore, 'answer' | 'ask' | 'chosenGate' | 'onChange'>): GateWork {
  let shown: readonly GateSubject[] = [];
  const gateOf = (root: string, item: string): GateName => gates.chosenGate(root, item) ?? 'done';
  return {
    rows: (root, item) => {
      const gate = gateOf(root, item);
      const answer = gates.answer({ root, item, gate }) ?? {};
      return [
        {
          id: 'gate',
          label: answerWords(gate, answer),
          tooltip: vscode.l10n.t('The gate {0} of {1}', gate, item),
          icon: iconOf(answer),
          command: { command: askDoneCommand, title: vscode.l10n.t('Show'), arguments: [root, item] },
        },
      ];
    },
    look: (items) => {
      shown = items.map(({ root, item }) => ({ root, item, gate: gateOf(root, item) }));
      for (const subject of shown) if (gates.answer(subject) === undefined) void gates.ask(subject, 'recorded');
    },
    onChange: gates.onChange,
    shown: () => shown,
  };
}

function iconOf({ running, verdict }: GateAnswer): vscode.ThemeIcon {
  if (running && running.how !== 'recorded') return new vscode.ThemeIcon('loading~spin');
  switch (verdict?.answer) {
    case 'allowed':
      return new vscode.ThemeIcon('pass', new vscode.ThemeColor('testing.iconPassed'));
    case 'refused':
      return new vscode.ThemeIcon('error', new vscode.ThemeColor('testing.iconFailed'));
    case 'unknown':
    case undefined:
      return new vscode.ThemeIcon('question');
  }
}
