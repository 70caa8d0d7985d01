import { holdsJson, insertJson, withoutJson } from './jsonText.js';
import type { BlockPiece, SharedPiece } from './piece.js';

/** A piece that was inserted into a file of others: what it is, and the very characters that were added. */
export interface Inserted {
  readonly piece: SharedPiece;
  readonly text: string;
}

const markers = {
  markdown: [
    '<!-- pactwright:begin (managed by `pactwright init`; what is outside of these markers is yours) -->',
    '<!-- pactwright:end -->',
  ],
  toml: ['# pactwright:begin (managed by `pactwright init`)', '# pactwright:end'],
} as const;

/** A text with a piece in it. @returns undefined if the person has their own there. @throws Refused */
export function withPiece(
  text: string,
  piece: SharedPiece,
): { readonly text: string; readonly inserted: string } | undefined {
  const added = piece.kind === 'json' ? insertJson(text, piece) : insertBlock(text, piece);
  if (!added) return undefined;
  return { text: text.slice(0, added.at) + added.text + text.slice(added.at), inserted: added.text };
}

/** Whether a piece is in the text as it was deployed, though others may have formatted the file. */
export function holds(text: string, { piece, text: inserted }: Inserted): boolean {
  if (occursOnce(text, inserted)) return true;
  return piece.kind === 'json' ? holdsJson(text, piece) : blockIn(text, piece)?.isOurs === true;
}

/** The text without a piece. @param force also where the piece was edited. @returns undefined if it was edited or is gone. */
export function withoutPiece(text: string, { piece, text: inserted }: Inserted, force: boolean): string | undefined {
  if (occursOnce(text, inserted)) return text.replace(inserted, () => '');
  if (piece.kind === 'json') return withoutJson(text, piece, force);
  const block = blockIn(text, piece);
  return block && (block.isOurs || force) ? text.slice(0, block.start) + text.slice(block.end) : undefined;
}

function insertBlock(text: string, piece: BlockPiece): { readonly at: number; readonly text: string } | undefined {
  const [begin, end] = markers[piece.form];
  if (text.includes(begin) || piece.isTaken?.(text)) return undefined;
  const lead = text === '' ? '' : text.endsWith('\n') ? '\n' : '\n\n';
  const block = `${lead}${begin}\n${piece.text.trimEnd()}\n${end}\n`;
  return { at: text.length, text: text.includes('\r\n') ? block.replaceAll('\n', '\r\n') : block };
}

/** The lines between our markers, wherever they are now. */
function blockIn(
  text: string,
  { form, text: ours }: BlockPiece,
): { readonly start: number; readonly end: number; readonly isOurs: boolean } | undefined {
  const [begin, end] = markers[form];
  const start = text.indexOf(begin);
  const last = text.indexOf(end, start);
  if (start < 0 || last < 0) return undefined;
  const rest = /^\r?\n/u.exec(text.slice(last + end.length))?.[0] ?? '';
  const isOurs = words(text.slice(start + begin.length, last)) === words(ours);
  return { start, end: last + end.length + rest.length, isOurs };
}

/** What formatting does not change. */
const words = (text: string): string => text.split(/\s+/u).filter(Boolean).join(' ');

function occursOnce(text: string, part: string): boolean {
  const at = text.indexOf(part);
  return at >= 0 && text.indexOf(part, at + 1) < 0;
}
