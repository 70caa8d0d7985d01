import type { Definition, Outline } from '../../syntax/outlineOf.js';

/** The source code of a project: what each file defines, calls and imports. Paths are relative to its root, with `/`. */
export interface CodeIndex {
  /** By path, in path order. */
  readonly files: ReadonlyMap<string, CodeFile>;
  /** Files of source code that were not read: no grammar, too large, or not readable. */
  readonly unread: readonly string[];
}

export interface CodeFile {
  readonly outline: Outline;
  /** The files of the project that it imports, in path order. */
  readonly imports: readonly string[];
  /** The files that what it writes as a module leads to. */
  readonly targets: ReadonlyMap<string, readonly string[]>;
}

/** A definition and where it is. */
export interface Part {
  readonly path: string;
  readonly definition: Definition;
  /** Its place among the definitions of the file. */
  readonly at: number;
  /** Tells it from all others: `src/cart.ts#Cart.total`. */
  readonly id: string;
}

/** `Cart.total`: a definition with the class that it belongs to. */
export function fullName({ owner, name }: Pick<Definition, 'owner' | 'name'>): string {
  return owner === undefined ? name : `${owner}.${name}`;
}
