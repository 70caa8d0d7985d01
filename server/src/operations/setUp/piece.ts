/** What is deployed for agent programs: a file of our own, or a piece of a file that others write, too. */
export type Piece = FilePiece | BlockPiece | JsonPiece;

interface PieceBase {
  /** Relative to the root, with `/`. */
  readonly path: string;
}

export interface FilePiece extends PieceBase {
  readonly kind: 'file';
  /** With `\n`. */
  readonly text: string;
}

/** Lines between two markers, at the end of a file in which they are a comment. */
export interface BlockPiece extends PieceBase {
  readonly kind: 'block';
  readonly form: 'markdown' | 'toml';
  /** Without markers, with `\n`. */
  readonly text: string;
  /** The file has its own already, and the block would contradict it. */
  readonly isTaken?: (text: string) => boolean;
}

/** A value in a JSON file, which may hold comments. */
export interface JsonPiece extends PieceBase {
  readonly kind: 'json';
  /** The keys that lead to it. */
  readonly keys: readonly string[];
  readonly value: unknown;
  /** The value at `keys` is a list, and this is one of it. */
  readonly isElement?: true;
}

/** A piece of a file that others write, too. */
export type SharedPiece = BlockPiece | JsonPiece;
