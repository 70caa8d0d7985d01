// ASCII, general punctuation, arrows and mathematical signs: no letter or digit but the ASCII ones.
const unplain = /[^\p{ASCII}\u2010-\u2027\u2190-\u22FF]/u;

/**
 * A pattern that names letters and digits of all languages, and its twin for texts that hold only ASCII ones: the engine needs
 * milliseconds to compile the former, and most texts do without it.
 *
 * @param pattern names `\p{L}` and `\p{N}` in brackets only.
 * @returns the one to apply to a text.
 */
export function plainTwin(pattern: RegExp): (text: string) => RegExp {
  let twin: RegExp | undefined;
  return (text) => (unplain.test(text) ? pattern : (twin ??= makeTwin(pattern)));
}

function makeTwin({ source, flags }: RegExp): RegExp {
  return new RegExp(source.replaceAll('\\p{L}', 'A-Za-z').replaceAll('\\p{N}', '0-9'), flags);
}
