import * as v from 'valibot';
import type * as vscode from 'vscode';
import { listOf, readAs } from '../editor/schemas.js';

/** Which rows of a tree a person has opened or closed, kept with the workspace: the editor forgets it with its window. */
export interface OpenRows {
  /** Undefined if the person did neither. */
  readonly isOpen: (id: string) => boolean | undefined;
  readonly set: (id: string, open: boolean) => void;
}

/** Deleted rows are not reported, so beyond this number the oldest are dropped. */
const mostKept = 500;

export function createOpenRows(state: Pick<vscode.Memento, 'get' | 'update'>, key: string): OpenRows {
  const kept = new Map(readAs(listOf(v.tuple([v.string(), v.boolean()])), state.get(key)));
  return {
    isOpen: (id) => kept.get(id),
    set: (id, open) => {
      kept.delete(id);
      kept.set(id, open);
      for (const oldest of kept.keys()) {
        if (kept.size <= mostKept) break;
        kept.delete(oldest);
      }
      void state.update(key, [...kept]);
    },
  };
}
