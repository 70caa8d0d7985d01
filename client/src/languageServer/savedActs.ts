import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { comparableText } from '../../../server/src/protocol.js';

/** Texts as hashes. */
interface Act {
  readonly before: string;
  /** Unknown until the act has changed the document. */
  after?: string;
  /** Where the act moves the file. */
  movesTo?: string;
}

/** What is known of a document that was saved right after an act. */
interface SavedDocument {
  /** The act that may not be saved yet. */
  begun?: Act;
  /** Newest last. */
  readonly acts: Act[];
  /** What is on disk, or will be as soon as the editor has written it. */
  onDisk?: string;
  /** The text of an act that is redone and still has to rename the file. */
  redone?: string;
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

  const noteBegin = async (uri: vscode.Uri, after?: string): Promise<void> => {
    const onDisk = await readText(uri);
    if (onDisk === undefined) return;
    const one = known.get(uri.toString()) ?? { acts: [] };
    one.begun = { before: hashOf(onDisk), ...(after !== undefined && { after }) };
    known.set(uri.toString(), one);
  };
  const saved = (document: vscode.TextDocument): void => {
    const one = known.get(document.uri.toString());
    if (!one) return;
    one.onDisk = hashOf(document.getText());
    if (one.begun) end(one, one.begun, one.onDisk);
  };
  const changed = ({ document, reason }: vscode.TextDocumentChangeEvent): void => {
    const one = known.get(document.uri.toString());
    if (!one) return;
    // Whether there are unsaved changes the editor tells later, so the texts alone count.
    const now = hashOf(document.getText());
    if (reason === undefined) {
      if (one.begun) one.begun.after = now;
      return;
    }
    const isUndo = reason === vscode.TextDocumentChangeReason.Undo;
    const act = actOf(one, isUndo, now);
    // After a redo of a rename the editor undoes the text in a step of its own: that half is not written.
    if (!act || (isUndo && act.movesTo === document.uri.toString())) return;
    if (act === one.begun) end(one, act, act.after ?? now);
    if (!isUndo && act.movesTo !== undefined) {
      // A write at the old place would bring the file back there.
      one.redone = now;
      return;
    }
    // Before it is written: the next undo may come earlier.
    one.onDisk = now;
    void document.save();
  };
  const renamed = (oldUri: vscode.Uri, newUri: vscode.Uri): void => {
    const one = known.get(oldUri.toString());
    if (!one) return;
    known.delete(oldUri.toString());
    known.set(newUri.toString(), one);
    if (one.begun) one.begun.movesTo = newUri.toString();
    const { redone } = one;
    delete one.redone;
    const document = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === newUri.toString());
    if (redone === undefined || !document || hashOf(document.getText()) !== redone) return;
    one.onDisk = redone;
    void document.save();
  };
  context.subscriptions.push(
    vscode.workspace.onDidSaveTextDocument(saved),
    vscode.workspace.onDidChangeTextDocument(changed),
    vscode.workspace.onDidRenameFiles(({ files }) => {
      for (const { oldUri, newUri } of files) renamed(oldUri, newUri);
    }),
  );
  return {
    begin: (uri) => noteBegin(uri),
    isOnDisk: async (document) => {
      const onDisk = await readText(document.uri);
      return onDisk !== undefined && hashOf(onDisk) === hashOf(document.getText());
    },
    save: async (document) => {
      const after = hashOf(document.getText());
      await noteBegin(document.uri, after);
      const one = known.get(document.uri.toString());
      // Undone meanwhile: there is nothing to write, and a redo is saved.
      if (one?.begun?.before === hashOf(document.getText())) {
        one.onDisk = one.begun.before;
        end(one, one.begun, after);
      }
      return document.save();
    },
  };
}

/** The act that has just been undone or redone, if that led from what is on disk to this text. */
function actOf(one: SavedDocument, isUndo: boolean, now: string): Act | undefined {
  // An undo may come while the editor still writes the act.
  const acts = one.begun?.after === undefined ? one.acts : [...one.acts, one.begun];
  const onDisk = one.begun?.after ?? one.onDisk;
  return acts.find(({ before, after }) =>
    isUndo ? after === onDisk && before === now : before === onDisk && after === now,
  );
}

function end(one: SavedDocument, act: Act, after: string): void {
  act.after = after;
  one.acts.push(act);
  if (one.acts.length > mostActs) one.acts.shift();
  delete one.begun;
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
