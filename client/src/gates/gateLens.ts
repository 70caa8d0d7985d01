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
export function createGateLens(context: vscode.ExtensionContext, items: TraceItems, gates: GateStore): GateLens {
  const changed = new vscode.EventEmitter<void>();
  const shown = new vscode.EventEmitter<void>();
  /** By the URI of the spec. */
  const subjects = new Map<string, GateSubject>();
  let told = '';

  const subjectOf = async ({ uri }: vscode.TextDocument): Promise<GateSubject | undefined> => {
    const found = await itemOfSpec(items, uri);
    if (!found) return undefined;
    const subject: GateSubject = { root: found.root, item: found.item.id, gate: 'done' };
    // Of what is planned or over, nobody wonders whether it is done.
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
            subjects.delete(key);
            return [];
          }
          const isNew = !subjects.has(key);
          subjects.set(key, subject);
          if (isNew) shown.fire();
          return [new vscode.CodeLens(titleLine(document), lensCommand(subject, gates))];
        },
      },
    ),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => subjects.delete(uri.toString())),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      changed.fire();
    }),
    gates.onChange(() => {
      // Of all that a running gate tells, little changes what is said here.
      const now = Array.from(subjects.values(), (subject) => doneWords(gates.answer(subject))).join('\n');
      if (now === told) return;
      told = now;
      changed.fire();
    }),
    items.onStale(() => {
      changed.fire();
    }),
  );
  return {
    shown: () => {
      const open = new Set(vscode.window.visibleTextEditors.map(({ document }) => document.uri.toString()));
      return [...subjects].flatMap(([uri, subject]) => (open.has(uri) ? subject : []));
    },
    onShown: shown.event,
  };
}

function lensCommand(subject: GateSubject, gates: GateStore): vscode.Command {
  return {
    command: askDoneCommand,
    title: doneWords(gates.answer(subject)),
    tooltip: vscode.l10n.t('Show the result of the gate done for {0}', subject.item),
    arguments: [subject.root, subject.item],
  };
}
