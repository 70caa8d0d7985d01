/**
 * How many columns a text takes where East Asian characters and emoji take two and combining marks none: as Prettier counts
 * to align the cells of a table, so that a table aligned by this count stays as it is under Prettier.
 */
export function textWidth(text: string): number {
  if (isAscii.test(text)) return text.length;
  let width = 0;
  const rest = mayHoldEmoji.test(text)
    ? text.replace(emoji, () => {
        width += 2;
        return '';
      })
    : text;
  for (const character of rest) {
    if (noWidth.test(character)) continue;
    width += isWide(character.codePointAt(0) ?? 0) ? 2 : 1;
  }
  return width;
}

const isAscii = /^[\x20-\x7f]*$/;
// What editors draw as a picture (https://unicode.org/reports/tr51/), sequences included. The flag `v` is newer than the
// language level of the sources, not than the runtimes.
const emoji = new RegExp('\\p{RGI_Emoji}', 'gv');
// One of these is in each of them. Where a process holds much compiled code, V8 stops optimizing expressions, and the one
// above then takes a tenth of a millisecond for each character.
const mayHoldEmoji = /[\p{Emoji_Presentation}\uFE0F]/u;
const noWidth = /[\p{Mn}\p{Me}\p{Cc}]/u;

/** The ranges of East Asian Width F and W (https://www.unicode.org/reports/tr11/), emoji left out; first and last. */
const wide: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2329, 0x232a],
  [0x261d, 0x261d],
  [0x2630, 0x2637],
  [0x268a, 0x268f],
  [0x26f9, 0x26f9],
  [0x270c, 0x270d],
  [0x2e80, 0x2e99],
  [0x2e9b, 0x2ef3],
  [0x2f00, 0x2fd5],
  [0x2ff0, 0x303e],
  [0x3041, 0x3096],
  [0x309b, 0x30ff],
  [0x3105, 0x312f],
  [0x3131, 0x318e],
  [0x3190, 0x31e5],
  [0x31ef, 0x321e],
  [0x3220, 0x3247],
  [0x3250, 0xa48c],
  [0xa490, 0xa4c6],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe52],
  [0xfe54, 0xfe66],
  [0xfe68, 0xfe6b],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x16fe3],
  [0x16ff0, 0x16ff6],
  [0x17000, 0x18cda],
  [0x18cff, 0x18d20],
  [0x18d80, 0x18df2],
  [0x18e00, 0x19191],
  [0x191a0, 0x191d2],
  [0x1aff0, 0x1aff3],
  [0x1aff5, 0x1affb],
  [0x1affd, 0x1affe],
  [0x1b000, 0x1b128],
  [0x1b132, 0x1b132],
  [0x1b150, 0x1b152],
  [0x1b155, 0x1b155],
  [0x1b164, 0x1b168],
  [0x1b170, 0x1b2fb],
  [0x1d300, 0x1d356],
  [0x1d360, 0x1d376],
  [0x1f1ae, 0x1f1ae],
  [0x1f200, 0x1f202],
  [0x1f210, 0x1f23b],
  [0x1f240, 0x1f248],
  [0x1f260, 0x1f265],
  [0x1f3cb, 0x1f3cc],
  [0x1f574, 0x1f575],
  [0x1f590, 0x1f590],
  [0x1f6d9, 0x1f6d9],
  [0x1f7da, 0x1f7da],
  [0x1fa8b, 0x1fa8d],
  [0x1facc, 0x1fadd],
  [0x1faeb, 0x1faeb],
  [0x1faf9, 0x1fafa],
  [0x20000, 0x2fffd],
  [0x30000, 0x3fffd],
];

function isWide(code: number): boolean {
  if (code < 0x1100) return false;
  let low = 0;
  let high = wide.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last] = wide[middle] ?? [Infinity, -1];
    if (code < first) high = middle - 1;
    else if (code > last) low = middle + 1;
    else return true;
  }
  return false;
}
