import type { Deferral, SourceFile, TestFunction } from '../../server/src/code/sourceFile.js';
import { createLineIndex } from '../../server/src/markdown/lineIndex.js';
import type { Located } from '../../server/src/markdown/span.js';

/** A test as a reader of source code would find it. */
export interface StatedTest {
  readonly name: string;
  readonly labels?: readonly string[];
  /** From outermost to innermost; suites of one name are one. */
  readonly suites?: readonly (string | { readonly name: string; readonly labels: readonly string[] })[];
  readonly skipped?: boolean;
}

export interface StatedSource {
  readonly labels?: readonly string[];
  readonly tests?: readonly (string | StatedTest)[];
  /** `SHOULD: R2 reason`. */
  readonly deferrals?: readonly string[];
}

/** A source file with these tests and notes, each piece on a line of its own. */
export function sourceFileOf(path: string, { labels = [], tests = [], deferrals = [] }: StatedSource): SourceFile {
  let text = '';
  const write = (value: string): Located => {
    const start = text.length;
    text += `${value}\n`;
    return { value, span: { start, end: start + value.length } };
  };
  const suites = new Map<string, TestFunction['suites'][number]>();
  const own = labels.map(write);
  const found = tests.map((stated): TestFunction => {
    const test = typeof stated === 'string' ? { name: stated } : stated;
    const start = text.length;
    const around = (test.suites ?? []).map((suite) => {
      const { name, labels: words } = typeof suite === 'string' ? { name: suite, labels: [] } : suite;
      const known = suites.get(name) ?? { name: write(name), labels: words.map(write) };
      suites.set(name, known);
      return known;
    });
    const words = (test.labels ?? []).map(write);
    const name = write(test.name);
    return { name, suites: around, labels: words, span: { start, end: text.length }, skipped: test.skipped ?? false };
  });
  const notes = deferrals.map((note): Deferral => {
    const [level = '', ...rest] = note.split(': ');
    const whole = write(`DEFERRED(${note.replace(':', '):')}`);
    const value = rest.join(': ');
    const { end } = whole.span;
    return {
      level: level === 'MAY' ? 'MAY' : 'SHOULD',
      text: { value, span: { start: end - value.length, end } },
      span: whole.span,
    };
  });
  return {
    path,
    language: 'typescript',
    text,
    lines: createLineIndex(text),
    isTest: found.length > 0,
    tests: found,
    labels: own,
    deferrals: notes,
  };
}
