// ASCII, general punctuation, arrows and mathematical signs: no letter or digit but the ASCII ones.
const unplain = /[^\p{ASCII}\u2010-\u2027\u2190-\u22FF]/u;

/**
 * A pattern that names letters and digits of all languages, and its twin for texts that hold only ASCII ones: the engine needs
 * long to read the former, and most texts do without it. Each is made when it is needed.
 *
 * @param source names `\p{L}` and `\p{N}` in brackets only.
 * @returns the one to apply to a text.
 */
export function plainTwin(source: string, flags: string): (text: string) => RegExp {
  let whole: RegExp | undefined;
  let plain: RegExp | undefined;
  return (text) =>
    unplain.test(text) ? (whole ??= new RegExp(source, flags)) : (plain ??= new RegExp(inAscii(source), flags));
}

function inAscii(source: string): string {
  return source.replaceAll('\\p{L}', 'A-Za-z').replaceAll('\\p{N}', '0-9');
}
