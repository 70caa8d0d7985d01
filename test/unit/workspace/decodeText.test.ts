import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../server/src/base/decodeText.js';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('decodeText', () => {
  it.each([
    '',
    'plain\r\ntext',
    'Größe 📋 🔄 ✅',
    '\uFEFF# with a byte order mark',
    '\uFFFD a replacement character of its own',
  ])('gives back %j as it is', (text) => {
    expect(decodeText(encode(text))).toEqual({ kind: 'text', text });
  });

  it.each([
    ['a NUL byte', bytes(65, 10, 66, 0, 67), /binary \(a NUL byte in line 2\).*replace it/],
    ['UTF-16 little endian', bytes(0xff, 0xfe, 65, 0), /UTF-16 \(little endian\).*save it as UTF-8/],
    ['UTF-16 big endian', bytes(0xfe, 0xff, 0, 65), /UTF-16 \(big endian\).*save it as UTF-8/],
    ['Latin-1', bytes(65, 10, 66, 0xe9, 67), /not valid UTF-8 \(byte 0xE9 in line 2\).*save it as UTF-8/],
    ['a lone continuation byte', bytes(0x80), /byte 0x80 in line 1/],
    ['a character cut off at the end', bytes(65, 0xe2, 0x82), /byte 0xE2 in line 1/],
    ['a surrogate half', bytes(65, 0xed, 0xa0, 0x80), /byte 0xED in line 1/],
    ['an overlong form', bytes(0xc0, 0xaf), /byte 0xC0 in line 1/],
  ])('refuses %s and says why and the way out', (_, input, message) => {
    const result = decodeText(input);
    expect(result.kind).toBe('noText');
    expect(result.kind === 'noText' && result.message).toMatch(message);
  });
});
