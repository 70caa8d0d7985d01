import { createHash } from 'node:crypto';
import type { GitHistory } from './gitFacts.js';

/** The files that were changed since git was asked for those with uncommitted changes, so that it need not be asked again. */
export interface GitEdits {
  /** @param text undefined if the file is gone. */
  readonly add: (path: string, text: string | undefined) => void;
  /** Those so far, to be dropped once git, asked after this call, has said what is uncommitted. */
  readonly mark: () => () => void;
  /** What is uncommitted after these edits; the same set where they make no difference. */
  readonly applyTo: (
    uncommitted: ReadonlySet<string>,
    history: Pick<GitHistory, 'changesOf'>,
    ignored: ReadonlySet<string>,
  ) => ReadonlySet<string>;
}

interface Edit {
  readonly text: string | undefined;
  /** Whether git would write the text as this blob. */
  readonly isBlob: (blob: string | undefined) => boolean;
}

/** Nothing edited yet. */
export function createGitEdits(): GitEdits {
  const edits = new Map<string, Edit>();
  return {
    add: (path, text) => void edits.set(path, { text, isBlob: forLastBlob((blob) => isBlob(blob, text)) }),
    mark: () => {
      const marked = [...edits];
      return () => {
        for (const [path, { text }] of marked) if (edits.get(path)?.text === text) edits.delete(path);
      };
    },
    applyTo: (uncommitted, history, ignored) => {
      const result = new Set(uncommitted);
      let isOther = false;
      for (const [path, edit] of edits) {
        const changed = !ignored.has(path) && !edit.isBlob(history.changesOf(path)[0]?.after);
        if (changed === result.has(path)) continue;
        isOther = true;
        if (changed) result.add(path);
        else result.delete(path);
      }
      return isOther ? result : uncommitted;
    },
  };
}

/** Keeps the answer for the blob asked about last: until a commit it is always the same one, asked about with every edit. */
function forLastBlob(compute: (blob: string | undefined) => boolean): (blob: string | undefined) => boolean {
  let last: { readonly blob: string | undefined; readonly answer: boolean } | undefined;
  return (blob) => {
    if (!last || last.blob !== blob) last = { blob, answer: compute(blob) };
    return last.answer;
  };
}

/** Whether git would write the text as this blob, with its line ends or with those that it turns them to on Windows. */
function isBlob(blob: string | undefined, text: string | undefined): boolean {
  if (blob === undefined || text === undefined) return blob === text;
  const algorithm = blob.length === 40 ? 'sha1' : 'sha256';
  const idOf = (content: string): string =>
    createHash(algorithm)
      .update(`blob ${Buffer.byteLength(content)}\0`)
      .update(content)
      .digest('hex');
  return idOf(text) === blob || (text.includes('\r\n') && idOf(text.replaceAll('\r\n', '\n')) === blob);
}
