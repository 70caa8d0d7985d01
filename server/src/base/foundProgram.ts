import path from 'node:path';

/** A program as it can be started without a shell; or why it cannot: a sentence without full stop. */
export type FoundProgram =
  | {
      readonly kind: 'found';
      /** Absolute, or a name in the PATH. */
      readonly program: string;
      /** What is before all other arguments. */
      readonly args: readonly string[];
    }
  | { readonly kind: 'missing'; readonly message: string };

/** The folders of the PATH; those that are relative are left out, because their meaning depends on the current folder. */
export function pathFolders(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return (env['PATH'] ?? env['Path'] ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
}
