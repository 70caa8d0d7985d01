import type { AnyDocument } from '../documents/document.js';
import { configurationPath } from '../documents/projectMarks.js';
import { parseDocument } from '../documents/parseDocument.js';
import { decodeText } from '../base/decodeText.js';
import type { ReadResult } from './ports.js';

/** The content of a file, or why it cannot be read. */
export type Content =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'noText'; readonly message: string }
  | { readonly kind: 'missing' };

export function isSameContent(one: Content, other: Content): boolean {
  if (one.kind === 'text') return other.kind === 'text' && one.text === other.text;
  return (
    one.kind === other.kind && (one.kind === 'missing' || (other.kind === 'noText' && one.message === other.message))
  );
}

/** What helps with a file that can be done without. The configuration cannot leave itself out. */
export function wayOut(file: string, way: string): string {
  return file === configurationPath ? `${way}, or remove it` : `${way}, or list it under \`ignore\``;
}

export function toContent(file: string, result: ReadResult, maxBytes: number): Content {
  switch (result.kind) {
    case 'file':
      return decodeText(result.bytes);
    case 'missing':
      return { kind: 'missing' };
    case 'directory':
      return noText(
        `This is a folder where a file is expected: ${wayOut(file, file === configurationPath ? 'replace it with a file' : 'rename it')}`,
      );
    case 'tooLarge':
      return tooLong(file, result.size, maxBytes);
    case 'outside':
      return noText(
        `This link points out of the project, where nobody else has the file: ${wayOut(file, 'put the file itself here')}`,
      );
    case 'error':
      return noText(`The file cannot be read (${result.message}): ${wayOut(file, 'make it readable')}`);
  }
}

export function tooLong(file: string, size: number, maxBytes: number): Content {
  return noText(
    `The file has ${megabytes(size)} MB, and files over ${megabytes(maxBytes)} MB are not read: ${wayOut(file, 'split it')}`,
  );
}

export function noText(message: string): Content {
  return { kind: 'noText', message };
}

function megabytes(bytes: number): string {
  return (bytes / (1024 * 1024)).toFixed(1);
}

/** The document with this content; one that cannot be read is empty, with the reason among its problems. */
export async function parseContent(
  kind: AnyDocument['kind'],
  file: string,
  content: Exclude<Content, { readonly kind: 'missing' }>,
  before: AnyDocument | undefined,
): Promise<AnyDocument> {
  if (content.kind === 'text') return parseDocument(kind, file, content.text, before);
  return asUnreadable(await parseDocument(kind, file, ''), content.message);
}

/** @param empty a document without text. @param message why. */
export function asUnreadable(empty: AnyDocument, message: string): AnyDocument {
  return { ...empty, problems: [{ kind: 'unreadable', message, span: { start: 0, end: 0 } }] };
}
