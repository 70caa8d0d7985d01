import { memoFor } from '../../base/memo.js';
import { blocksOf } from './blocks.js';
import type { CodeFile } from './codeFile.js';
import type { Stretch } from './plainCode.js';

/** A function with a name, at any depth. */
export interface NamedFunction {
  readonly name: string;
  readonly body: Stretch;
}

/** The functions and methods that a file declares, in the order of the text; tests among them where they have a name. */
export const functionsOf = memoFor((code: CodeFile): readonly NamedFunction[] => {
  const functions = blocksOf(code).all.flatMap(({ kind, head, body }): readonly NamedFunction[] => {
    const name = kind === 'function' ? nameIn(code, head) : undefined;
    return name === undefined ? [] : [{ name, body }];
  });
  const all = [...functions, ...arrowsIn(code)].sort((a, b) => a.body.first - b.body.first);
  return all;
});

/** `const total = (items) => 42;` */
function arrowsIn({ tokens, language }: CodeFile): readonly NamedFunction[] {
  const found: NamedFunction[] = [];
  if (language !== 'typescript') return found;
  for (let first = 0; first < tokens.all.length; first++) {
    if (!tokens.is(first, 'const') || !tokens.is(first + 2, '=')) continue;
    const parameters = tokens.is(first + 3, 'async') ? first + 4 : first + 3;
    let arrow = tokens.past(parameters);
    // What it returns may be said in between.
    for (let steps = 0; steps < longestIntroduction && !isArrow(tokens, arrow) && !tokens.is(arrow, ';'); steps++)
      arrow = tokens.past(arrow);
    if (!isArrow(tokens, arrow) || tokens.is(arrow + 2, '{')) continue;
    const start = arrow + 2;
    let end = tokens.past(start);
    for (let steps = 0; steps < longestExpression && !endsStatement(tokens, end); steps++) end = tokens.past(end);
    found.push({
      name: tokens.read(first + 1),
      body: { first: start, last: end - 1 },
    });
  }
  return found;
}

/** What a longer arrow function gives is not read. */
const longestExpression = 400;

function endsStatement(tokens: CodeFile['tokens'], at: number): boolean {
  return (
    at >= tokens.all.length - 1 || tokens.is(at, ';') || (tokens.at(at).breaks > 0 && tokens.at(at).kind === 'word')
  );
}

function isArrow(tokens: CodeFile['tokens'], at: number): boolean {
  return tokens.is(at, '=') && tokens.is(at + 1, '>');
}

/** How deep the name of a function may be. */
const longestIntroduction = 30;

function nameIn({ tokens }: CodeFile, { first, last }: Stretch): string | undefined {
  for (let at = first; at <= Math.min(last, first + longestIntroduction); at = tokens.past(at)) {
    if (['function', 'func', 'fn', 'def', 'const', 'let', 'var'].includes(tokens.read(at))) {
      let name = at + 1;
      // The receiver of a method in Go; what belongs to a class in Ruby.
      if (tokens.is(name, '(')) name = tokens.past(name);
      while (tokens.is(name, '*') || tokens.is(name, 'self') || tokens.is(name, '.')) name++;
      return tokens.at(name).kind === 'word' ? tokens.read(name) : undefined;
    }
    if (tokens.is(at, '(')) {
      const before = tokens.at(at - 1).kind === 'word' && at > first ? tokens.read(at - 1) : undefined;
      return before === undefined || tokens.is(last, '>') ? undefined : before;
    }
  }
  return undefined;
}
