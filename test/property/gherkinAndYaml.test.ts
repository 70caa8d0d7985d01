import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Problem, SuppressionComment } from '../../server/src/documents/parsed.js';
import { parseFeature } from '../../server/src/documents/testCase/feature.js';
import { scanGherkin } from '../../server/src/documents/testCase/gherkinFence.js';
import { checkPactkitConfig } from '../../server/src/documents/pactkitConfig/pactkitSchema.js';
import { parseTestCase } from '../../server/src/documents/testCase/parseTestCase.js';
import { parseYamlDocument } from '../../server/src/documents/yaml/parseYamlDocument.js';
import { findSuppressions } from '../../server/src/documents/suppressions.js';
import { createLineIndex } from '../../server/src/markdown/lineIndex.js';
import { scanBlocks } from '../../server/src/markdown/scanBlocks.js';
import { applySuppressions } from '../../server/src/rules/suppression.js';
import { readConfiguration } from '../../server/src/workspace/configuration.js';
import { runs } from '../support/runs.js';

/** Every object with `start` and `end` inside a value, as often as it occurs; shared parts are looked at once. */
function checkSpans(value: unknown, text: string): void {
  const seen = new Set<unknown>();
  const waiting: unknown[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(next);
    if ('start' in next && 'end' in next) {
      const { start, end } = next;
      if (typeof start !== 'number' || typeof end !== 'number' || start < 0 || end < start || end > text.length)
        throw new Error(`a span ${String(start)}-${String(end)} outside a text of ${text.length} characters`);
    }
    for (const part of Object.values(next)) waiting.push(part);
  }
}

function soup(pieces: readonly string[]): fc.Arbitrary<string> {
  const piece = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...pieces) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme' }) },
  );
  return fc.oneof(
    { weight: 6, arbitrary: fc.array(piece, { maxLength: 40 }).map((parts) => parts.join('')) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  );
}

const lineEnds = ['\n', '\n', '\n\n', '\r\n', '\r'];

const gherkinSoup = soup([
  ...lineEnds,
  ...['Feature:', 'Rule:', 'Background:', 'Scenario:', 'Scenario Outline:', 'Example:', 'Examples:', 'Senario:'],
  ...[
    'Given ',
    'When ',
    'Then ',
    'And ',
    'But ',
    '* ',
    '- ',
    '# ',
    '## ',
    '### ',
    'Given',
    ' a',
    '  ',
    '\t',
    '😀',
    '\uFEFF',
  ],
  ...[
    '"""',
    '```',
    '```gherkin\n',
    '| a |',
    '| - |',
    '|',
    '\\|',
    '@TC-1 ',
    '@AC1',
    '`@R2` ',
    '#language: no',
    '---\n',
    '\u0000',
  ],
]);

const testCaseSoup = soup([
  ...lineEnds,
  ...[
    '# Test Cases: STORY-1 — a',
    '## TC-1: a (AC1, R1-R3)',
    '## AC2',
    '### TC-2',
    '### Scenario: b',
    '## Issues',
    '> Spec: `a.md`',
  ],
  ...[
    '**Given** a',
    '- **When** b',
    '- Then c',
    '  - **And** d',
    '**Scenario: e**',
    '- **Scenario**: f',
    'Scenario Outline: g',
  ],
  ...[
    '```gherkin\n',
    '```\n',
    '~~~\n',
    'Scenario: h\n',
    '  Given i\n',
    'Examples:',
    '| x |\n|---|\n| 1 |',
    '<!-- c -->',
    '    ',
    '😀',
  ],
]);

const yamlSoup = soup([
  ...lineEnds,
  ...[
    'a',
    'b',
    ': ',
    ':',
    '- ',
    '? ',
    '  ',
    '\t',
    '[',
    ']',
    '{',
    '}',
    ', ',
    '&x ',
    '*x',
    '<<: ',
    '*y',
    '&y ',
    '!t ',
    '# c',
    '😀',
  ],
  ...[
    '"',
    "'",
    '|',
    '>',
    '|-\n',
    '---\n',
    '...\n',
    '%YAML 1.1\n',
    '@',
    '`',
    '~',
    '1',
    '2.20',
    'yes',
    '\uFEFF',
    '\u0000',
    '\u2028',
  ],
  ...['stack: ', 'rules:\n', 'compat: ', 'ignore: ', 'hooks:\n', 'agents: ', 'version: '],
]);

const suppressionSoup = soup([
  ...lineEnds,
  ...[
    '<!-- ',
    '-->',
    '# ',
    'pactwright-disable ',
    'pactwright-disable-next-line ',
    'pactwright-enable ',
    'pactwright-x ',
  ],
  ...['E001', ', ', ' -- ', '```\n', '- ', '  ', '"""\n', 'a: |\n', 'text', '😀'],
]);

const often = { numRuns: runs(500) };

function never(problems: readonly Problem[]): void {
  for (const { message } of problems) expect(message).toMatch(/^[^\n]{10,}[^.\n]$/u);
}

describe('no text makes a parser throw, and every span lies in the document', () => {
  it('Gherkin in fences', () => {
    fc.assert(
      fc.property(gherkinSoup, (text) => {
        const found = scanGherkin(text, { start: 0, end: text.length });
        checkSpans(found, text);
        never(found.problems);
      }),
      often,
    );
  });

  it.each(['feature', 'featureMarkdown'] as const)('%s files', (format) => {
    fc.assert(
      fc.property(gherkinSoup, (text) => {
        const found = parseFeature(text, format, format === 'feature' ? [] : scanBlocks(text));
        checkSpans(found, text);
        never(found.problems);
      }),
      often,
    );
  });

  it('test cases', () => {
    fc.assert(
      fc.property(testCaseSoup, (text) => {
        const found = parseTestCase(text, scanBlocks(text));
        checkSpans(found, text);
        never(found.problems);
        for (const { group } of found.testCase.scenarios) if (group) expect(found.testCase.groups).toContain(group);
      }),
      often,
    );
  });

  it.each(['1.1', '1.2'] as const)('YAML %s', (version) => {
    fc.assert(
      fc.property(yamlSoup, (text) => {
        const { document, problems } = parseYamlDocument(text, version);
        const configuration = readConfiguration(document);
        const pactkit = document.root ? checkPactkitConfig(document.root) : [];
        checkSpans([document, problems, configuration.problems, pactkit], text);
        never(problems);
      }),
      often,
    );
  });

  it.each(['markdown', 'feature', 'yaml'] as const)('suppression comments in %s', (syntax) => {
    fc.assert(
      fc.property(suppressionSoup, fc.array(fc.nat(300)), (text, places) => {
        const suppressions: readonly SuppressionComment[] = findSuppressions(
          text,
          syntax === 'markdown' ? scanBlocks(text) : [],
          syntax,
        );
        checkSpans(suppressions, text);
        for (const { codes } of suppressions)
          for (const { value, span } of codes) expect(text.slice(span.start, span.end)).toBe(value);
        const findings = places
          .filter((at) => at <= text.length)
          .map((at) => ({ code: 'E001', span: { start: at, end: at } }));
        const { shown, unused } = applySuppressions({ text, lines: createLineIndex(text), suppressions }, findings, {
          codeOf: (word) => (word === 'missing-field' ? 'E001' : word),
          hasNotRun: () => false,
        });
        expect(findings).toEqual(expect.arrayContaining([...shown]));
        // What was not shown was suppressed by some code that then counts as used.
        const codes = suppressions.filter(({ kind }) => kind !== 'enable').flatMap((comment) => comment.codes);
        const unusedCodes = codes.filter((code) => unused.includes(code));
        if (shown.length < findings.length) expect(unusedCodes.length).toBeLessThan(codes.length);
      }),
      often,
    );
  });
});
