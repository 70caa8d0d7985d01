const wordings = new Map([
  ['EACCES', 'permission denied'],
  ['EPERM', 'not permitted'],
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'a part of its path is not a folder'],
  ['EEXIST', 'something else already exists there'],
  ['ENOENT', 'no such file or folder'],
  ['ELOOP', 'its links form a loop'],
  ['ENAMETOOLONG', 'its name is too long'],
  ['ENOSPC', 'the disk is full'],
  ['EROFS', 'the file system is read-only'],
  ['EMFILE', 'too many files are open'],
  ['EBUSY', 'another program is using it'],
]);

/** Whether an error is one of Node's with one of these codes. */
export function isErrorCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(codeOf(error));
}

/** An error of the operating system in plain words, as half a sentence. */
export function describeError(error: unknown): string {
  return wordings.get(codeOf(error)) ?? (error instanceof Error ? error.message : String(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
