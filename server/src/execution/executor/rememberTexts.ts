import type { OperationWorkspace } from '../../operations/operation.js';

/** Reads files and keeps their texts: what an operation edits must be what it has read. */
export function rememberTexts(readFile: OperationWorkspace['readFile']): {
  readonly readFile: OperationWorkspace['readFile'];
  readonly textOf: (path: string) => string | undefined;
  /** Of the files that are there. */
  readonly paths: () => readonly string[];
} {
  const texts = new Map<string, string>();
  return {
    readFile: async (path) => {
      const text = await readFile(path);
      if (text !== undefined) texts.set(path, text);
      return text;
    },
    textOf: (path) => texts.get(path),
    paths: () => [...texts.keys()],
  };
}
