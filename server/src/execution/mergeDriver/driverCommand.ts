import path from 'node:path';
import type { ThisProcess } from '../../workspace/machine.js';

/** What the driver is called in attributes and in git's configuration. */
export const driverName = 'pactwright';

export const driverDescription = 'Pactwright: boards, archives, lessons and contexts by entry and task';

/**
 * The command line of the driver, as git hands it to a shell (gitattributes(5), "Defining a custom merge driver"). Where the
 * program is gone, say after an update, git merges line by line as it would without: otherwise it would take our side for the
 * result. Labels that an older git does not know (`%X`, `%Y`) reach the program as they are.
 */
export function driverCommand({ node, isElectron, script }: Omit<ThisProcess, 'pid' | 'architecture'>): string {
  const [program, file] = [shellWord(node), shellWord(script ?? '')];
  const call = `${isElectron ? 'ELECTRON_RUN_AS_NODE=1 ' : ''}${program} ${file} merge-driver`;
  const options = '--marker-size=%L --path=%P --ours-label=%X --theirs-label=%Y';
  return (
    `if test -x ${program} && test -f ${file}; then ${call} ${options} %O %A %B; ` +
    `else git merge-file --marker-size=%L -L ours -L base -L theirs %A %O %B; fi`
  );
}

/** A word that a POSIX shell reads as it is, and in which git replaces nothing. */
function shellWord(text: string): string {
  const portable = path.sep === '\\' ? text.replaceAll('\\', '/') : text;
  return `'${portable.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`;
}
