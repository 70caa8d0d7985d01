import { createHash } from 'node:crypto';

/** The content of a file as sixty-four hexadecimal digits (SHA-256); a text counts as its UTF-8 bytes. */
export function contentHash(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The first 132 bits of the same, in twenty-two characters: for what is kept by the thousand. */
export function shortHash(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}
