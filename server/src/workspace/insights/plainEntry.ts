import { parseItemId } from '../../documents/itemId.js';

/**
 * An entry of nothing but its title, blank lines, tasks and quotes, without a character that could begin code, HTML or a comment:
 * each line is known by how it begins, and nothing of it goes on behind it.
 */
const plain = /^### \[([A-Z][\w-]*)\] [^<>`~\r\n]+(?:\n(?:- \[[ xX]\] [^\s<>`~][^<>`~\r\n]*|> [^<>`~\r\n]*)?)*$/u;

/**
 * The item of an entry that can be read without parsing it: so are most, and a board's past has thousands.
 *
 * @param text from its heading up to the next entry's.
 * @returns undefined where only parsing tells.
 */
export function plainEntryItem(text: string): string | undefined {
  const id = plain.exec(text)?.[1];
  return id !== undefined && parseItemId(id) ? id : undefined;
}
