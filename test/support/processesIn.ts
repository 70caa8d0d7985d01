import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The processes that work in a folder or below it; Linux alone tells. */
export function processesIn(folder: string): readonly { readonly pid: number; readonly command: readonly string[] }[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/u.test(name)) return [];
    try {
      const where = readlinkSync(`/proc/${name}/cwd`);
      if (where !== folder && !where.startsWith(`${folder}/`)) return [];
      return [{ pid: Number(name), command: readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0') }];
    } catch {
      return [];
    }
  });
}

/** The processes that one has started, with all that those have started; Linux alone tells. */
export function descendantsOf(pid: number): readonly { readonly pid: number; readonly command: readonly string[] }[] {
  const read = (file: string): string => {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      return '';
    }
  };
  const children = (read(`/proc/${pid}/task/${pid}/children`).match(/\d+/gu) ?? []).map(Number);
  return children.flatMap((child) => [
    { pid: child, command: read(`/proc/${child}/cmdline`).split('\0') },
    ...descendantsOf(child),
  ]);
}
