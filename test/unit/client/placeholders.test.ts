import { describe, expect, it } from 'vitest';
import { toSnippet } from '../../../client/src/operations/placeholders.js';

const texts: readonly (readonly [text: string, snippet: string | undefined])[] = [
  ['## Background\n\n(Description of it)\n', '## Background\n\n${1:(Description of it)}\n'],
  ['### R1: TODO (MUST)\n\nTODO: what MUST be so.\n', '### R1: ${1:TODO} (MUST)\n\n${2:TODO: what MUST be so.}\n'],
  ['| TODO | TODO |', '| ${1:TODO} | ${2:TODO} |'],
  ['costs $5 {a} \\ TODO: a } b', 'costs \\$5 {a\\} \\\\ ${1:TODO: a \\} b}'],
  ['TODOS, (in words) of (R1)', undefined],
  ['', undefined],
];

describe('texts to be replaced', () => {
  it.each(texts)('of %j are tab stops', (text, snippet) => {
    expect(toSnippet(text)).toBe(snippet);
  });
});
