import {
  type Dirent,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  type Stats,
  statSync,
  unlinkSync,
} from 'node:fs';

/**
 * Small questions to the file system, as `node:fs/promises` has them, but answered at once: handing one to another thread and back costs
 * ten times as much. Not for whole trees of files, nor for what may be large.
 */

export const lstat = (file: string): Promise<Stats> => soon(() => lstatSync(file));
export const stat = (file: string): Promise<Stats> => soon(() => statSync(file));
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

/** What is thrown is the reason of the rejection. */
function soon<T>(ask: () => T): Promise<T> {
  return new Promise((resolve) => {
    resolve(ask());
  });
}
