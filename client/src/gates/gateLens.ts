import * as vscode from 'vscode';
import type { GateSubject } from './gateAnswer.js';
import type { GateStore } from './gateStore.js';
import { doneWords } from './gateWords.js';
import type { TraceItems } from '../trace/traceItems.js';

/** Command with (root, item): shows what the gate `done` says of an item, and asks it where nobody has. */
export const askDoneCommand = 'pactwright.gates.askDone';

/** The lens on a spec's title, and which items it is seen of. */
export interface GateLens {
  readonly shown: () => readonly GateSubject[];
  readonly onShown: vscode.Event<void>;
}

const title = /^#\s/u;

/** Tells on the title line of a spec whether its item may be Done. */
export function createGateLens(context: vscode.ExtensionContext, items: TraceItems, gates: GateStore): GateLens {
  const changed = new vscode.EventEmitter<void>();
  const shown = new vscode.EventEmitter<void>();
  /** By the URI of the spec. */
  const subjects = new Map<string, GateSubject>();
  let told = '';

  const subjectOf = async ({ uri }: vscode.TextDocument): Promise<GateSubject | undefined> => {
    const wanted = uri.toString();
    for (const { root, items: all } of (await items.get()) ?? [])
      for (const { id, stage, place } of all) {
        if (vscode.Uri.parse(place.uri).toString() !== wanted) continue;
        const subject: GateSubject = { root, item: id, gate: 'done' };
        // Of what is planned or over, nobody wonders whether it is done.
        return stage === 'inProgress' || gates.answer(subject) ? subject : undefined;
      }
    return undefined;
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
    tooltip: vscode.l10n.t('Show what the gate done says of {0}', subject.item),
    arguments: [subject.root, subject.item],
  };
}

/** The first heading of the first level, else the first line. */
export function titleLine(document: vscode.TextDocument): vscode.Range {
  for (let line = 0; line < Math.min(document.lineCount, 50); line++)
    if (title.test(document.lineAt(line).text)) return document.lineAt(line).range;
  return document.lineAt(0).range;
}
