/**
 * What the workspace asks of the machine. Paths are absolute, in the machine's own form; answers may come at once or later,
 * so that a command line can read without the detour through the event loop while a server never waits for a disk.
 */

/** What a read finds. Nothing here throws: a file that cannot be read is an answer, too. */
export type ReadResult =
  | { readonly kind: 'file'; readonly bytes: Uint8Array }
  | { readonly kind: 'missing' }
  | { readonly kind: 'directory' }
  /** More bytes than asked for. */
  | { readonly kind: 'tooLarge'; readonly size: number }
  /** A link (or a file below one) that leads out of `within`; `target` is where it leads. */
  | { readonly kind: 'outside'; readonly target: string }
  /** `message`: why, as half a sentence without full stop (`permission denied`). */
  | { readonly kind: 'error'; readonly message: string };

export interface ReadOptions {
  /** The real path of the folder that the file must lie in once links are followed. */
  readonly within: string;
  readonly maxBytes: number;
}

/** `other`: a device, a socket, a pipe. Links are not followed. */
export interface FolderEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

type MaybeLater<T> = T | Promise<T>;

export interface FileSystem {
  /** Whether all answers come at once, so that whatever else there is to do waits for them anyway. */
  readonly blocking?: true;
  read(path: string, options: ReadOptions): MaybeLater<ReadResult>;
  /** What a folder holds, in no particular order; nothing where it is missing, no folder or cannot be read. */
  list(folder: string): MaybeLater<readonly FolderEntry[]>;
  /** What stands at a path, links followed; undefined where nothing does. */
  kindOf(path: string): MaybeLater<Exclude<FolderEntry['kind'], 'link'> | undefined>;
  /** The path with all links followed; undefined where there is no such file or folder. */
  realPath(path: string): MaybeLater<string | undefined>;
}

/** The paths git ignores, or why git cannot be asked: a sentence without full stop. */
export type IgnoredResult =
  | { readonly kind: 'ignored'; readonly paths: ReadonlySet<string> }
  | { readonly kind: 'unavailable'; readonly message: string };

export interface Git {
  /** The ones among `paths` (relative to `folder`, with `/`) that git ignores. Never throws. */
  ignored(folder: string, paths: readonly string[]): Promise<IgnoredResult>;
}
