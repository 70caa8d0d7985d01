/** Which file of a project imports which. Paths are relative to its root, with `/`. */
export interface ModuleGraph {
  /** The source files that were read, in path order. */
  readonly files: readonly string[];
  /** The files that import a file, in path order. */
  readonly importersOf: (file: string) => readonly string[];
  /** Files of source code whose imports are not known: no grammar, too large, or not readable. */
  readonly unread: readonly string[];
}

/** @param imports by file: those that it imports. */
export function moduleGraph(imports: ReadonlyMap<string, ReadonlySet<string>>, unread: readonly string[]): ModuleGraph {
  const importers = new Map<string, string[]>();
  const files = [...imports.keys()].sort();
  for (const file of files)
    for (const target of imports.get(file) ?? []) {
      const known = importers.get(target);
      if (known) known.push(file);
      else importers.set(target, [file]);
    }
  return {
    files,
    importersOf: (file) => importers.get(file) ?? [],
    unread,
  };
}
