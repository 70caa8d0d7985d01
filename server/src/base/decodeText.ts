/** The text of a file, or why its bytes are no text: what, why and the way out, without a full stop. */
export type Decoded =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'noText'; readonly message: string };

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads bytes as strict UTF-8. A byte order mark stays in the text as U+FEFF, so that writing the text back loses nothing. */
export function decodeText(bytes: Uint8Array): Decoded {
  const utf16 = utf16Name(bytes);
  if (utf16 !== undefined) return noText(`is ${utf16}, but other tools expect UTF-8: save it as UTF-8`);
  if (bytes.includes(0))
    return noText(
      `is binary (a NUL byte in line ${lineAt(bytes, bytes.indexOf(0))}), so it cannot be checked: replace it with a text file`,
    );
  try {
    return { kind: 'text', text: strict.decode(bytes) };
  } catch {
    const at = firstInvalidByte(bytes);
    const byte = (bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, '0');
    return noText(
      `is not valid UTF-8 (byte 0x${byte} in line ${lineAt(bytes, at)}), so its text would be guessed: save it as UTF-8`,
    );
  }
}

function noText(what: string): Decoded {
  return { kind: 'noText', message: `The file ${what}` };
}

function utf16Name(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'UTF-16 (little endian)';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'UTF-16 (big endian)';
  return undefined;
}

/** The line of a byte, from 1 as people count. */
function lineAt(bytes: Uint8Array, at: number): number {
  let line = 1;
  for (let index = 0; index < at; index++) if (bytes[index] === 10) line++;
  return line;
}

/** Where the first character begins that is none. */
function firstInvalidByte(bytes: Uint8Array): number {
  // Halves the bytes until the shortest prefix that does not decode is found.
  let good = 0;
  let bad = bytes.length + 1;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (decodes(bytes.subarray(0, middle))) good = middle;
    else bad = middle;
  }
  // A character that lacks bytes shows only at the byte that should belong to it, or at the end.
  for (let lead = good - 1; lead >= Math.max(0, good - 3); lead--) {
    const byte = bytes[lead] ?? 0;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return lead + lengthOf(byte) > good ? lead : good;
  }
  return good;
}

/** How many bytes the character has that begins with this one. */
function lengthOf(lead: number): number {
  return lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
}

function decodes(bytes: Uint8Array): boolean {
  try {
    // `stream` lets a character be cut in two at the end, which is no fault of the bytes before.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
