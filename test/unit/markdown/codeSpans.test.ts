import { describe, expect, it } from 'vitest';
import { codeSpans, inlineComments } from '../../../server/src/markdown/codeSpans.js';
import type { Span } from '../../../server/src/markdown/span.js';

const texts = (text: string, spans: readonly Span[]): readonly string[] =>
  spans.map(({ start, end }) => text.slice(start, end));

describe('codeSpans', () => {
  it.each<[string, string, readonly string[]]>([
    ['pairs runs of one length', '`a` ``b`c`` `d`', ['`a`', '``b`c``', '`d`']],
    ['leaves single runs alone', '`a `` b', []],
    ['passes over a run that has no partner', '``` `a`', ['`a`']],
    ['knows escapes outside of code only', '\\`a` b` `c\\` d', ['` b`', '`c\\`']],
    ['reaches over lines', 'a `b\nc` d', ['`b\nc`']],
    ['leaves comments out', '<!-- ` --> `a`', ['`a`']],
  ])('%s', (_name, text, expected) => {
    expect(texts(text, codeSpans(text, { start: 0, end: text.length }))).toEqual(expected);
  });

  it('stays within the block', () => {
    const text = '`a|b`|`c`';
    expect(texts(text, codeSpans(text, { start: 0, end: 2 }))).toEqual([]);
    expect(texts(text, codeSpans(text, { start: 3, end: 9 }))).toEqual(['`|`']);
    expect(texts(text, codeSpans(text, { start: 6, end: 9 }))).toEqual(['`c`']);
  });
});

describe('inlineComments', () => {
  it.each<[string, string, readonly string[]]>([
    ['finds them in text', 'a <!-- b --> c <!-- d\ne --> f', ['<!-- b -->', '<!-- d\ne -->']],
    ['knows the shortest', 'a <!--> b <!---> c', ['<!-->', '<!--->']],
    ['needs an end', 'a <!-- b <!-- c', []],
    ['leaves code and escapes out', '`<!-- a -->` \\<!-- b -->', []],
  ])('%s', (_name, text, expected) => {
    expect(texts(text, inlineComments(text, { start: 0, end: text.length }))).toEqual(expected);
  });
});
