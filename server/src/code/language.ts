import type { FoundTests } from './nesting.js';
import type { PieceAt, Tokens } from './tokens.js';

/** How a programming language is read for its tests. */
export interface Language {
  readonly pieceAt: PieceAt;
  /** Never throws; linear in the tokens. */
  findTests(tokens: Tokens): FoundTests;
}
