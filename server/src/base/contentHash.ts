import * as crypto from 'node:crypto';
import { ownText } from './ownText.js';
import type { Turns } from './timeSlices.js';

/** Since Node 20.12; makes no stream for each of thousands of texts. */
const atOnce: typeof crypto.hash | undefined = crypto.hash;

function sha256(content: string | Uint8Array, encoding: 'hex' | 'base64url'): string {
  return atOnce?.('sha256', content, encoding) ?? crypto.createHash('sha256').update(content).digest(encoding);
}

/** The content of a file as sixty-four hexadecimal digits (SHA-256); a text counts as its UTF-8 bytes. */
export function contentHash(content: string | Uint8Array): string {
  return sha256(content, 'hex');
}

/** The first 132 bits of the same, in twenty-two characters: for what is kept by the thousand. */
export function shortHash(content: string | Uint8Array): string {
  return ownText(sha256(content, 'base64url').slice(0, 22));
}

/**
 * The same of a text in pieces, and its length.
 *
 * @param slices in which others have their turn; undefined: it is done at once.
 */
export async function shortHashOf(
  pieces: Iterable<string>,
  slices?: Turns,
): Promise<{ readonly hash: string; readonly length: number }> {
  const hash = crypto.createHash('sha256');
  let length = 0;
  for (const piece of pieces) {
    hash.update(piece);
    length += piece.length;
    const others = slices?.turn();
    if (others) await others;
  }
  return { hash: hash.digest('base64url').slice(0, 22), length };
}
