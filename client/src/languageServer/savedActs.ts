import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { comparableText } from '../../../server/src/protocol.js';

/** What is known of a document that was saved right after an act. */
interface SavedDocument {
  /** The texts before an act that may not be saved yet. */
  begunWith?: string;
  /** What was on disk before and after each act, newest last. */
  readonly acts: (readonly [before: string, after: string])[];
  onDisk?: string;
  /** Whether the act has renamed the file: while it does so again, nothing may be written. */
  renamed?: true;
}

/** An editor's undo goes further back, but hardly a person does. */
const mostActs = 100;

/**
 * An act that was saved at once is saved again when it is undone or redone: otherwise the file would go on saying what was taken
 * back, and every later act would stay unsaved. An undo of what somebody typed is theirs to save.
 */
export interface SavedActs {
  /** Saves a document that an act has changed, and that had no unsaved changes before. */
  readonly save: (document: vscode.TextDocument) => Promise<boolean>;
  readonly isOnDisk: (document: vscode.TextDocument) => Promise<boolean>;
  /** Notes what is on disk before an act that the editor saves by itself. */
  readonly begin: (uri: vscode.Uri) => Promise<void>;
}

export function createSavedActs(context: Pick<vscode.ExtensionContext, 'subscriptions'>): SavedActs {
  const known = new Map<string, SavedDocument>();

  const begin = async (uri: vscode.Uri): Promise<void> => {
    const onDisk = await readText(uri);
    if (onDisk === undefined) return;
    const one = known.get(uri.toString()) ?? { acts: [] };
    one.begunWith = hashOf(onDisk);
    known.set(uri.toString(), one);
  };
  const saved = (document: vscode.TextDocument): void => {
    const one = known.get(document.uri.toString());
    if (!one) return;
    one.onDisk = hashOf(document.getText());
    if (one.begunWith !== undefined) one.acts.push([one.begunWith, one.onDisk]);
    if (one.acts.length > mostActs) one.acts.shift();
    delete one.begunWith;
  };
  const changed = ({ document, reason }: vscode.TextDocumentChangeEvent): void => {
    const one = known.get(document.uri.toString());
    // Whether there are unsaved changes the editor tells later, so the texts alone count.
    if (!one || reason === undefined) return;
    const isUndo = reason === vscode.TextDocumentChangeReason.Undo;
    if (!isUndo && one.renamed) return;
    const now = hashOf(document.getText());
    const from = ([before, after]: readonly [string, string]): string => (isUndo ? after : before);
    const to = ([before, after]: readonly [string, string]): string => (isUndo ? before : after);
    if (one.acts.some((act) => from(act) === one.onDisk && to(act) === now)) void document.save();
  };
  const renamed = (oldUri: vscode.Uri, newUri: vscode.Uri): void => {
    const one = known.get(oldUri.toString());
    if (!one) return;
    known.delete(oldUri.toString());
    known.set(newUri.toString(), one);
    one.renamed = true;
  };
  context.subscriptions.push(
    vscode.workspace.onDidSaveTextDocument(saved),
    vscode.workspace.onDidChangeTextDocument(changed),
    vscode.workspace.onDidRenameFiles(({ files }) => {
      for (const { oldUri, newUri } of files) renamed(oldUri, newUri);
    }),
  );
  return {
    begin,
    isOnDisk: async (document) => {
      const onDisk = await readText(document.uri);
      return onDisk !== undefined && hashOf(onDisk) === hashOf(document.getText());
    },
    save: async (document) => {
      await begin(document.uri);
      return document.save();
    },
  };
}

async function readText(uri: vscode.Uri): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return undefined;
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(comparableText(text)).digest('base64');
}
