import type { CodeFile } from './codeFile.js';

/** The tokens that keep all tests from running but those they are at. */
export function focusIn({ tokens, language }: CodeFile): readonly number[] {
  const found: number[] = [];
  if (language !== 'typescript' && language !== 'ruby') return found;
  const suites = ['it', 'test', 'describe', 'suite', 'context', 'specify'];
  for (let at = 0; at < tokens.all.length; at++) {
    const word = tokens.at(at).kind === 'word' ? tokens.read(at) : '';
    if (
      /^f(?:it|describe|context|test|specify|example)$/u.test(word) &&
      !tokens.is(at - 1, '.') &&
      (tokens.is(at + 1, '(') || language === 'ruby') &&
      tokens.at(at + (language === 'ruby' ? 1 : 2)).kind === 'string'
    )
      found.push(at);
    if (word !== 'only' || language !== 'typescript') continue;
    const isModifier =
      tokens.is(at - 1, '.') &&
      (suites.includes(tokens.read(at - 2)) ||
        ['sequential', 'concurrent', 'each', 'serial'].includes(tokens.read(at - 2)));
    const isOption =
      tokens.is(at + 1, ':') &&
      tokens.is(at + 2, 'true') &&
      tokens.at(at - 2).kind !== 'end' &&
      (tokens.is(at - 1, '{') || tokens.is(at - 1, ',')) &&
      isTestOption(tokens, at);
    if (isModifier || isOption) found.push(at);
  }
  return found;
}

/** `it('title', { only: true }, …)`. */
function isTestOption(tokens: CodeFile['tokens'], at: number): boolean {
  let open = at - 1;
  for (let steps = 0; steps < 12 && open > 0 && !tokens.is(open, '{'); steps++) open--;
  return (
    tokens.is(open - 1, ',') &&
    tokens.at(open - 2).kind === 'string' &&
    tokens.is(open - 3, '(') &&
    /^(?:it|test|describe|suite)$/u.test(tokens.read(open - 4))
  );
}
