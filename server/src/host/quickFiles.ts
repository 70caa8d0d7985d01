import {
  accessSync,
  appendFileSync,
  closeSync,
  type Dirent,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  type Stats,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';

/**
 * Small questions to the file system, as `node:fs/promises` has them, but answered at once: handing one to another thread and back costs
 * ten times as much. Not for whole trees of files, nor, in a process that answers requests meanwhile, for what may be large.
 */

export const lstat = (file: string): Promise<Stats> => soon(() => lstatSync(file));
export const stat = (file: string): Promise<Stats> => soon(() => statSync(file));
export const access = (file: string): Promise<void> =>
  soon(() => {
    accessSync(file);
  });
export const mkdir = (folder: string, options: { readonly recursive: true }): Promise<unknown> =>
  soon(() => mkdirSync(folder, options));
export const rename = (from: string, to: string): Promise<void> =>
  soon(() => {
    renameSync(from, to);
  });
export const unlink = (file: string): Promise<void> =>
  soon(() => {
    unlinkSync(file);
  });
export const readlink = (file: string): Promise<string> => soon(() => readlinkSync(file));
export const realpath = (file: string): Promise<string> => soon(() => realpathSync.native(file));
export const readBytes = (file: string): Promise<Buffer> => soon(() => readFileSync(file));
export const readText = (file: string): Promise<string> => soon(() => readFileSync(file, 'utf8'));
export const namesIn = (folder: string): Promise<string[]> => soon(() => readdirSync(folder));
export const entriesIn = (folder: string): Promise<Dirent[]> =>
  soon(() => readdirSync(folder, { withFileTypes: true }));

/** @param text may be in pieces. */
export const writeFile = (
  file: string,
  text: string | Iterable<string>,
  { flag, mode }: { readonly flag: string; readonly mode: number },
): Promise<void> =>
  soon(() => {
    const descriptor = openSync(file, flag, mode);
    try {
      for (const piece of typeof text === 'string' ? [text] : text) writeWhole(descriptor, Buffer.from(piece));
    } finally {
      closeSync(descriptor);
    }
  });
export const appendFile = (file: string, text: string, { mode }: { readonly mode: number }): Promise<void> =>
  soon(() => {
    appendFileSync(file, text, { mode });
  });

function writeWhole(descriptor: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length;) written += writeSync(descriptor, bytes, written);
}

/** What is thrown is the reason of the rejection. */
function soon<T>(ask: () => T): Promise<T> {
  return new Promise((resolve) => {
    resolve(ask());
  });
}
