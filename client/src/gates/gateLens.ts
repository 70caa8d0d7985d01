import * as vscode from 'vscode';
import type { GateSubject } from './gateAnswer.js';
import type { GateStore } from './gateStore.js';
import { doneWords } from './gateWords.js';
import { askDoneCommand } from '../editor/commandIds.js';
import { itemOfSpec, titleLine } from '../editor/specItem.js';
import type { TraceItems } from '../editor/traceItems.js';

/** The lens on a spec's title, and which items it is seen of. */
export interface GateLens {
  readonly shown: () => readonly GateSubject[];
  readonly onShown: vscode.Event<void>;
}

/** Tells on the title line of a spec whether its item may be Done. */
export function createGateLens(
  context: Pick<vscode.ExtensionContext, 'subscriptions'>,
  items: TraceItems,
  gates: Pick<GateStore, 'answer' | 'chosenGate' | 'onChange'>,
): GateLens {
  const changed = new vscode.EventEmitter<void>();
  const shown = new vscode.EventEmitter<void>();
  /** What the lens of a spec is about and says, by URI. */
  const lenses = new Map<string, { readonly subject: GateSubject; readonly words: string }>();

  const subjectOf = async ({ uri }: vscode.TextDocument): Promise<GateSubject | undefined> => {
    const found = await itemOfSpec(items, uri);
    if (!found) return undefined;
    const subject: GateSubject = { root: found.root, item: found.item.id, gate: 'done' };
    // Not for planned or finished items.
    return found.item.stage === 'inProgress' || gates.chosenGate(found.root, found.item.id) === 'done'
      ? subject
      : undefined;
  };

  context.subscriptions.push(
    changed,
    shown,
    vscode.languages.registerCodeLensProvider(
      { scheme: 'file', language: 'markdown' },
      {
        onDidChangeCodeLenses: changed.event,
        provideCodeLenses: async (document) => {
          if (!vscode.workspace.isTrusted || document.uri.scheme !== 'file') return [];
          const subject = await subjectOf(document);
          const key = document.uri.toString();
          if (!subject) {
            lenses.delete(key);
            return [];
          }
          const isNew = !lenses.has(key);
          const words = doneWords(gates.answer(subject));
          lenses.set(key, { subject, words });
          if (isNew) shown.fire();
          return [new vscode.CodeLens(titleLine(document), lensCommand(subject, words))];
        },
      },
    ),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => lenses.delete(uri.toString())),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      changed.fire();
    }),
    gates.onChange(() => {
      // Of all that a running gate reports, little changes what is said here.
      if ([...lenses.values()].some(({ subject, words }) => doneWords(gates.answer(subject)) !== words)) changed.fire();
    }),
    items.onStale(() => {
      changed.fire();
    }),
  );
  return {
    shown: () => {
      const open = new Set(vscode.window.visibleTextEditors.map(({ document }) => document.uri.toString()));
      return [...lenses].flatMap(([uri, { subject }]) => (open.has(uri) ? subject : []));
    },
    onShown: shown.event,
  };
}

function lensCommand(subject: GateSubject, title: string): vscode.Command {
  return {
    command: askDoneCommand,
    title,
    tooltip: vscode.l10n.t('Show the result of the gate done for {0}', subject.item),
    arguments: [subject.root, subject.item],
  };
}
