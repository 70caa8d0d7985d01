import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TextDocument } from 'vscode';
import { createSavedActs, type SavedActs } from '../../../client/src/languageServer/savedActs.js';
import * as vscode from './vscode.js';

const { Undo, Redo } = vi.hoisted(() => ({ Undo: 1, Redo: 2 }));
vi.mock('vscode', async () => ({
  ...(await import('./vscode.js')),
  TextDocumentChangeReason: { Undo, Redo },
}));

/** A file in an editor: what it shows, and what is on disk. */
class OpenFile {
  uri = 'file:///p/board.md';
  text = 'start';
  onDisk = 'start';
  /** The editor tells of a change before it says that there are unsaved ones. */
  readonly isDirty = false;
  readonly getText = (): string => this.text;
  /** Whether the editor is still busy with writing. */
  isBusy = false;
  readonly #writes: (() => void)[] = [];
  readonly save = (): Promise<boolean> => {
    const { text } = this;
    this.#writes.push(() => {
      this.onDisk = text;
      events.saved.fire(this);
    });
    if (!this.isBusy) this.finish();
    return Promise.resolve(true);
  };
  finish(): void {
    for (const write of this.#writes.splice(0)) write();
  }
  write(text: string, reason?: number): void {
    this.text = text;
    events.changed.fire({ document: this, reason });
  }
}

const events = {
  saved: new vscode.EventEmitter<OpenFile>(),
  changed: new vscode.EventEmitter<{ document: OpenFile; reason: number | undefined }>(),
  renamed: new vscode.EventEmitter<{ files: readonly { oldUri: string; newUri: string }[] }>(),
};

describe('an act that is saved at once', () => {
  let file: OpenFile;
  let acts: SavedActs;
  const subscriptions: vscode.Disposable[] = [];
  const act = async (text: string): Promise<void> => {
    file.write(text);
    await acts.save(file as unknown as TextDocument); // as much as it uses
  };

  beforeEach(() => {
    file = new OpenFile();
    Object.assign(vscode.workspace, {
      textDocuments: [file],
      onDidSaveTextDocument: events.saved.event,
      onDidChangeTextDocument: events.changed.event,
      onDidRenameFiles: events.renamed.event,
      fs: { readFile: () => Promise.resolve(new TextEncoder().encode(file.onDisk.replaceAll('\n', '\r\n'))) },
    });
    acts = createSavedActs({ subscriptions });
  });
  afterEach(() => {
    for (const one of subscriptions.splice(0)) one.dispose();
  });

  it('is saved again when it is undone and redone, as often as one likes', async () => {
    await act('one\n');
    await act('two\n');
    for (const [text, how] of [
      ['one\n', Undo],
      ['start', Undo],
      ['one\n', Redo],
      ['two\n', Redo],
      ['one\n', Undo],
    ] as const) {
      file.write(text, how);
      expect(file.onDisk).toBe(text);
    }
  });

  it('is not saved where the file is changed by a person before or after it', async () => {
    await act('one');
    file.write('one typed');
    file.write('start', Undo);
    expect(file.onDisk).toBe('start');
    file.write('one', Redo);
    file.write('one typed');
    await file.save();
    file.write('one', Undo);
    expect(file.onDisk).toBe('one typed');
    file.write('start', Undo);
    expect(file.onDisk).toBe('one typed');
  });

  it('is saved again when it is undone while the editor still writes it or its undo', async () => {
    file.isBusy = true;
    await act('one');
    file.write('start', Undo);
    file.finish();
    expect(file.onDisk).toBe('start');
    file.write('one', Redo);
    await act('two');
    file.write('one', Undo);
    file.write('start', Undo);
    file.finish();
    expect(file.onDisk).toBe('start');
  });

  it('is saved when it is redone, even if it was undone before it was written', async () => {
    file.write('one');
    const saving = acts.save(file as unknown as TextDocument); // as much as it uses
    file.write('start', Undo);
    await saving;
    file.write('one', Redo);
    expect(file.onDisk).toBe('one');
  });

  it('that renamed the file is saved when it is undone and redone, never at the old place', async () => {
    const [place, newPlace] = [file.uri, 'file:///p/other.md'];
    const move = (oldUri: string, newUri: string): void => {
      file.uri = newUri;
      events.renamed.fire({ files: [{ oldUri, newUri }] });
    };
    await acts.begin(place as never);
    file.write('one');
    move(place, newPlace);
    await file.save();
    for (let round = 0; round < 2; round++) {
      move(newPlace, place);
      file.write('start', Undo);
      expect(file.onDisk).toBe('start');
      file.write('one', Redo);
      expect(file.onDisk).toBe('start');
      // VS Code reports that it has unsaved changes now as a change, too.
      file.write('one');
      expect(file.onDisk).toBe('start');
      move(place, newPlace);
      expect(file.onDisk).toBe('one');
      file.write('start', Undo);
      expect(file.onDisk).toBe('one');
      file.write('one', Redo);
    }
    await act('two');
    file.write('one', Undo);
    file.write('two', Redo);
    expect(file.onDisk).toBe('two');
  });

  it('is saved once where the editor cannot say what was on disk before', async () => {
    Object.assign(vscode.workspace, { fs: { readFile: () => Promise.reject(new Error('gone')) } });
    await act('one');
    expect(file.onDisk).toBe('one');
    file.write('start', Undo);
    expect(file.onDisk).toBe('one');
  });
});
