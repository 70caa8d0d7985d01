import type { AnyDocument } from '../documents/document.js';

/** Documents by path and text, for a process that opens the same projects again and again: what was parsed once is not parsed again. */
export interface ParsedTexts {
  readonly find: (kind: AnyDocument['kind'], path: string, text: string) => AnyDocument | undefined;
  readonly add: (document: AnyDocument) => void;
}

/** Models take about ten times the memory of their texts. */
const mostCharacters = 10_000_000;

export function createParsedTexts(): ParsedTexts {
  // The last text of each path: a project and its worktrees have the same in nearly all.
  const last = new Map<string, AnyDocument>();
  let held = 0;
  return {
    find: (kind, path, text) => {
      const found = last.get(path);
      return found?.kind === kind && found.text === text ? found : undefined;
    },
    add: (document) => {
      held += document.text.length - (last.get(document.path)?.text.length ?? 0);
      if (held > mostCharacters) {
        last.clear();
        held = document.text.length;
      }
      last.set(document.path, document);
    },
  };
}
