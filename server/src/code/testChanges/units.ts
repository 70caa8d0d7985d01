import { memoFor } from '../../base/memo.js';
import type { CodeFile } from './codeFile.js';
import { dialects } from './dialects.js';
import { layoutOf, type UnitStretch } from './layout.js';
import { indicesOf, plainCode, type Stretch } from './plainCode.js';

/** What a file holds besides its tests: a declaration, a hook, any other statement. */
export interface Unit extends UnitStretch {
  /** What it declares; undefined for any other statement. */
  readonly name?: string;
  /** Whether it brings names from other files. */
  readonly isImport: boolean;
  readonly plain: readonly string[];
}

const importing = new Set(['import', 'from', 'using', 'use', 'package', 'require', 'require_relative', 'extern']);
const declaring = new Set(
  'function const let var def func fn class type interface enum struct trait mod static record object module'.split(
    ' ',
  ),
);

/** The statements and declarations of a file that are in no test. */
export const unitsOf = memoFor((code: CodeFile): readonly Unit[] => {
  const units = layoutOf(code).units.map((stretch): Unit => {
    const first = withoutExport(code, stretch);
    const name = declaredName(code, { first, last: stretch.last });
    return {
      ...stretch,
      first,
      ...(name === undefined ? {} : { name }),
      isImport: isImport(code, stretch),
      plain: plainCode(code, indicesOf({ first, last: stretch.last })),
    };
  });
  return units;
});

function withoutExport({ tokens }: CodeFile, { first, last }: Stretch): number {
  let at = first;
  while (at < last && (tokens.is(at, 'export') || tokens.is(at, 'default') || tokens.is(at, 'pub'))) at++;
  return at;
}

function isImport({ tokens, language }: CodeFile, { first, last }: Stretch): boolean {
  if (importing.has(tokens.read(first))) return true;
  if (!dialects[language].requires) return false;
  for (let at = first; at < Math.min(last, first + 40); at++)
    if (tokens.is(at, 'require') && tokens.is(at + 1, '(')) return true;
  return false;
}

/** How deep the name of a declaration may be. */
const longestIntroduction = 14;

/** Behind `@fixture(…)`, `[SetUp]`, `#[case(1)]`. */
function behindAnnotations(tokens: CodeFile['tokens'], first: number): number {
  let at = first;
  for (let steps = 0; steps < longestIntroduction; steps++) {
    if (tokens.is(at, '[') || (tokens.is(at, '#') && tokens.is(at + 1, '[')))
      at = tokens.past(tokens.is(at, '#') ? at + 1 : at);
    else if (tokens.is(at, '@')) {
      at += 2;
      while (tokens.is(at, '.')) at += 2;
      if (tokens.is(at, '(')) at = tokens.past(at);
    } else break;
  }
  return at;
}

function declaredName({ tokens }: CodeFile, { first, last }: Stretch): string | undefined {
  let at = behindAnnotations(tokens, first);
  const start = at;
  for (let steps = 0; steps < longestIntroduction && at <= last; steps++, at = tokens.past(at)) {
    const word = tokens.read(at);
    if (tokens.at(at).kind === 'word' && declaring.has(word)) {
      let name = at + 1;
      // The receiver of a method in Go, the star of a generator.
      if (tokens.is(name, '(')) name = tokens.past(name);
      if (tokens.is(name, '*')) name++;
      while (['mut', 'enum', 'class'].includes(tokens.read(name))) name++;
      return tokens.at(name).kind === 'word' ? tokens.read(name) : undefined;
    }
    if (tokens.is(at, '(') && at > start && tokens.at(at - 1).kind === 'word') {
      // `void helper(int a) {`, while `beforeEach(() => {` is a call.
      const past = tokens.past(at);
      return at - 1 > start && tokens.at(at - 2).kind === 'word' && past <= last ? tokens.read(at - 1) : undefined;
    }
    if (tokens.is(at, '=') && at > start && !tokens.is(at + 1, '=') && tokens.at(at - 1).kind === 'word')
      return tokens.read(at - 1);
  }
  return undefined;
}
