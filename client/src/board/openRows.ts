import type * as vscode from 'vscode';

/** Which rows of a tree a person has opened or closed, kept with the workspace: the editor forgets it with its window. */
export interface OpenRows {
  /** Undefined where the person did neither. */
  readonly isOpen: (id: string) => boolean | undefined;
  readonly set: (id: string, open: boolean) => void;
}

/** Rows that are gone are never told, so the oldest are forgotten beyond this number. */
const mostKept = 500;

export function createOpenRows(state: Pick<vscode.Memento, 'get' | 'update'>, key: string): OpenRows {
  const kept = new Map(readKept(state.get(key)));
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

function readKept(value: unknown): [string, boolean][] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown): [string, boolean][] => {
    if (!Array.isArray(one)) return [];
    const [id, open] = one as readonly unknown[]; // any list may stand there
    return typeof id === 'string' && typeof open === 'boolean' ? [[id, open]] : [];
  });
}
