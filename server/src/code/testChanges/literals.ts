import type { CodeFile } from './codeFile.js';
import type { Stretch } from './plainCode.js';
import type { TestStretch } from './layout.js';
import { assertionsIn } from './testAssertions.js';
import { isLiteral } from './values.js';

/** A number or a text that is written out. */
export interface LiteralValue {
  readonly kind: 'number' | 'text';
  /** A number's digits, what a text holds. */
  readonly value: string;
}

type Literal = LiteralValue & Stretch;

/** The literal that begins at a token. */
function literalAt({ tokens }: CodeFile, at: number): Literal | undefined {
  const token = tokens.at(at);
  if (token.kind === 'string') {
    const value = tokens.text.slice(token.inner.start, token.inner.end);
    const isPlain = !value.includes('${') && !value.includes('#{') && tokens.text.charAt(token.start) !== '/';
    return isPlain ? { first: at, last: at, kind: 'text', value } : undefined;
  }
  if (token.kind !== 'word' || !/^\d[\d_]*[a-z]?\w{0,3}$/iu.test(tokens.read(at))) return undefined;
  const isDecimal =
    tokens.is(at + 1, '.') && /^\d+$/u.test(tokens.read(at + 2)) && tokens.at(at + 1).start === token.end;
  const value = tokens.read(at).replaceAll('_', '') + (isDecimal ? `.${tokens.read(at + 2)}` : '');
  return { first: at, last: isDecimal ? at + 2 : at, kind: 'number', value };
}

export function keyOf({ kind, value }: LiteralValue): string {
  return `${kind} ${value}`;
}

/** Whether a literal says enough to be known again: three characters, two digits. */
export function isTelling({ kind, value }: LiteralValue): boolean {
  return kind === 'text' ? value.trim().length >= 3 : value.replace(/\D/gu, '').length >= 2;
}

function literalsIn(code: CodeFile, { first, last }: Stretch): readonly Literal[] {
  const found: Literal[] = [];
  for (let at = first; at <= last; at++) {
    const literal = literalAt(code, at);
    if (!literal) continue;
    found.push(literal);
    at = literal.last;
  }
  return found;
}

/** What tests give and what they expect, by `keyOf`. */
export interface TestLiterals {
  readonly inputs: ReadonlySet<string>;
  readonly expected: ReadonlySet<string>;
}

/** The literals that some tests name: those compared with are expected, all others inputs; rows of a table may be either. */
export function literalsOfTests(
  tests: readonly { readonly code: CodeFile; readonly stretch: TestStretch }[],
): TestLiterals {
  const inputs = new Set<string>();
  const expected = new Set<string>();
  for (const { code, stretch } of tests) {
    const compared = new Set<number>();
    let named = false;
    for (const { subject, expected: others } of assertionsIn(code, stretch).all)
      for (const part of [...others, ...(subject && isLiteral(code, subject) ? [subject] : [])]) {
        const literals = literalsIn(code, part);
        if (literals.length === 0) named = true;
        for (const literal of literals) {
          expected.add(keyOf(literal));
          compared.add(literal.first);
        }
      }
    for (const at of stretch.own) {
      const literal = literalAt(code, at);
      if (!literal || compared.has(at)) continue;
      inputs.add(keyOf(literal));
      // What is compared with a name may come from a table; a condition may compare, too: `if got != 3 {`.
      const isCompared = code.tokens.is(at - 1, '=') && /^[!=]$/u.test(code.tokens.read(at - 2));
      if (named || isCompared) expected.add(keyOf(literal));
    }
  }
  return { inputs, expected };
}
