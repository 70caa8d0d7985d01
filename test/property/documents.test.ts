import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentKind } from '../../server/src/documents/document.js';
import { documentKindOf } from '../../server/src/documents/documentKind.js';
import { parseDocument } from '../../server/src/documents/parseDocument.js';
import { runs } from '../support/runs.js';
import { locatedTextsOf, spansOf } from '../support/spans.js';

const paths = [
  'docs/specs/STORY-001.md',
  'docs/test_cases/STORY-001_case.md',
  'docs/test_cases/STORY-001.feature',
  'docs/test_cases/STORY-001.feature.md',
  'docs/product/sprint_board.md',
  'docs/product/archive/archive_202601.md',
  'docs/product/context.md',
  'docs/architecture/governance/lessons.md',
  'docs/architecture/governance/rules.md',
  '.claude/pactkit.yaml',
  '.pactwright/config.yaml',
] as const;

/** Kinds whose located texts are the document's own, but for what is named here. */
const verbatimKinds: readonly DocumentKind[] = ['spec', 'board', 'archive', 'context', 'lessons', 'governanceRules'];
const normalised = /(?:^|\.)cites\.\d+$/;

// What the documents are made of, whole and broken.
const pieces = fc.constantFrom(
  '# ',
  '## ',
  '###  ',
  '#### ',
  '###### ',
  '- ',
  '* ',
  '  - ',
  '1. ',
  '> ',
  '[ ] ',
  '[x] ',
  '[✓]',
  '[',
  ']',
  '](',
  '**',
  '_',
  '`',
  '```\n',
  '```gherkin\n',
  '~~~',
  '| ',
  '\\|',
  '|---|---|\n',
  '|---|---|---|\n',
  '| Field | Value |\n|---|---|\n',
  '| Check | Applicable | Reason |\n|---|---|---|\n',
  '| Step | File | Action |\n|---|---|---|\n',
  '| Date | Lesson | Context |\n|---|---|---|\n',
  '| **ID**: | STORY-1 |\n',
  '| Depends on | STORY-2, `BUG-3` |\n',
  '| Touches | `a.ts` (new), b.ts |\n',
  '| SEC-1 | Yes |\n',
  'STORY-001',
  'story-2',
  'STORY 3',
  'BUG-a-1-2',
  'R1',
  'R1-R3',
  'R2..9',
  'AC1',
  'Scenario 2',
  ': ',
  ' — ',
  '(MUST)',
  ' (MUST NOT x)',
  'SHOULD',
  'Requirements',
  'Acceptance Criteria',
  'Security Scope',
  'Implementation Steps',
  'Dependency Surface',
  '📋 Backlog',
  'Done',
  'Given',
  'when ',
  'Then:',
  'And',
  'Spec: docs/specs/STORY-001.md',
  'Last updated: today by me',
  'All 12+ tests must pass',
  'SEC-2',
  'Feature:',
  'Scenario:',
  'Examples:',
  '@tag',
  '"""',
  '<!-- ',
  ' -->',
  'pactwright-disable W001',
  'stack: ',
  '&a ',
  '*a',
  'TC-1',
  'text',
  '中文',
  '\uFEFF',
  '\u2028',
  '\0',
  ' ',
  '\t',
  '\n',
  '\n\n',
  '\r\n',
  '\r',
);
const texts = fc.oneof(
  fc.array(fc.oneof({ weight: 8, arbitrary: pieces }, fc.string()), { maxLength: 60 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary' }),
);

describe.each(paths)('%s', (path) => {
  const kind = documentKindOf(path);
  if (kind === undefined) throw new Error(`${path} is no document`);

  it('is parsed whatever it holds, with every place inside the text', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const { model, problems, blocks, suppressions } = await parseDocument(kind, path, text);
        const parsed = { model, problems, blocks, suppressions };
        const outside = spansOf(parsed).filter(
          ({ span: { start, end } }) =>
            !(Number.isInteger(start) && Number.isInteger(end) && 0 <= start && start <= end && end <= text.length),
        );
        expect(outside).toEqual([]);
        if (!verbatimKinds.includes(kind)) return;
        const different = locatedTextsOf(model).filter(({ way, located: { value, span } }) => {
          const written = text.slice(span.start, span.end);
          return value !== written && value !== written.replaceAll('\\|', '|') && !normalised.test(way);
        });
        expect(different).toEqual([]);
      }),
      { numRuns: runs(300) },
    );
  });
});

// What would take minutes or the whole memory if a parser went over it again and again.
const long = runs(1_000_000, 300_000);
describe.each([
  ['blanks', ' '.repeat(long)],
  ['blanks after a bullet', `- Given${' '.repeat(long)}x`],
  ['back ticks', '`MUST` '.repeat(long / 7)],
  ['open back ticks', Array.from({ length: 1000 }, (_, index) => '`'.repeat(index)).join(' MUST ')],
  ['brackets', '['.repeat(long)],
  ['parentheses', '(MUST '.repeat(long / 6)],
  ['ids', 'STORY-a-'.repeat(long / 8)],
  ['citations', 'R1-'.repeat(long / 3)],
  ['digits', `R${'1'.repeat(long)}`],
  ['pipes', '| a '.repeat(long / 4)],
  ['colons', 'Spec:'.repeat(long / 5)],
  ['by and by', `> Last updated: ${' by '.repeat(long / 4)}`],
])('a long line of %s', (_, line) => {
  const heads = [
    '## Requirements\n\n### R1: ',
    '## Acceptance Criteria\n\n### AC1: a\n\n',
    '## ✅ Done\n\n### STORY-1 ',
    '- **',
    '> ',
  ];
  it.each(paths.slice(0, 9))('%s', async (path) => {
    const kind = documentKindOf(path);
    for (const head of heads) {
      const document = await parseDocument(kind ?? 'spec', path, head + line);
      expect(document.lines.lineCount).toBe(head.split('\n').length);
    }
  });
});
