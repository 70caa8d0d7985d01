import { describe, expect, it } from 'vitest';
import type { DocumentKind } from '../../../server/src/documents/document.js';
import { itemOf } from '../../../server/src/documents/documentKind.js';
import { defaultDocumentPaths } from '../../../server/src/documents/documentPaths.js';
import { documentKindOf } from '../../../server/src/documents/documentKind.js';
import { parseDocument } from '../../../server/src/documents/parseDocument.js';

describe('documentKindOf', () => {
  it.each<[string, DocumentKind | undefined, string | undefined]>([
    ['docs/specs/STORY-001.md', 'spec', 'STORY-001'],
    ['docs/specs/BUG-bob-01-003.md', 'spec', 'BUG-bob-01-003'],
    ['docs/specs/HOTFIX-AL_2-1.MD', 'spec', 'HOTFIX-AL_2-1'],
    ['docs/specs/story-1.md', 'spec', undefined],
    ['docs/specs/STORY_001.md', 'spec', undefined],
    ['docs/specs/STORY-001-extra.md', 'spec', undefined],
    ['docs/specs/Story 12.md', 'spec', undefined],
    ['docs/specs/BUG-.md', 'spec', undefined],
    ['docs/specs/story-map.md', undefined, undefined],
    ['docs/specs/STORYBOARD.md', undefined, undefined],
    ['docs/specs/README.md', undefined, undefined],
    ['docs/specs/STORY-001.txt', undefined, undefined],
    ['docs/specs/old/STORY-001.md', undefined, undefined],
    ['other/docs/specs/STORY-001.md', undefined, undefined],
    ['docs/test_cases/STORY-001_case.md', 'testCase', 'STORY-001'],
    ['docs/test_cases/anything_case.md', 'testCase', undefined],
    ['docs/test_cases/STORY-001.md', 'testCase', 'STORY-001'],
    ['docs/test_cases/STORY-001.feature', 'testCase', 'STORY-001'],
    ['docs/test_cases/carts.feature', 'testCase', undefined],
    ['docs/test_cases/STORY-001_case.feature.md', 'testCase', 'STORY-001'],
    ['docs/test_cases/README.md', undefined, undefined],
    ['docs/product/sprint_board.md', 'board', undefined],
    ['docs/product/archive/archive_202601.md', 'archive', undefined],
    ['docs/product/context.md', 'context', undefined],
    ['docs/architecture/governance/lessons.md', 'lessons', undefined],
    ['docs/architecture/governance/rules.md', 'governanceRules', undefined],
    ['.claude/pactkit.yaml', 'pactkitConfig', undefined],
    ['.codex/pactkit.yaml', 'pactkitConfig', undefined],
    ['.github/pactkit.yaml', 'pactkitConfig', undefined],
    ['.opencode/pactkit.yaml', 'pactkitConfig', undefined],
    ['pactkit.yaml', undefined, undefined],
    ['.pactwright/config.yaml', 'config', undefined],
    ['README.md', undefined, undefined],
    ['', undefined, undefined],
  ])('%s', (path, kind, item) => {
    expect(documentKindOf(path)).toBe(kind);
    expect(kind && itemOf(kind, path)).toBe(item);
  });

  it('follows the paths it is given', () => {
    const paths = { ...defaultDocumentPaths, specs: 'specs', board: 'BOARD.md' };
    expect(documentKindOf('specs/STORY-1.md', paths)).toBe('spec');
    expect(documentKindOf('BOARD.md', paths)).toBe('board');
    expect(documentKindOf('docs/specs/STORY-1.md', paths)).toBeUndefined();
  });
});

describe('parseDocument', () => {
  it('gives a document its model, places, item and comments', async () => {
    const text = '# STORY-1: A\r\n\r\n<!-- pactwright-disable W001 -->\r\n';
    const document = await parseDocument('spec', 'docs/specs/STORY-1.md', text);
    expect(document.model.title?.id?.value).toBe('STORY-1');
    expect(document.item).toBe('STORY-1');
    expect(document.lines.lineCount).toBe(4);
    expect(document.blocks.map(({ kind }) => kind)).toEqual(['heading', 'html']);
    expect(document.suppressions.map(({ kind }) => kind)).toEqual(['disable']);
    expect(document).toMatchObject({ kind: 'spec', path: 'docs/specs/STORY-1.md', text, problems: [] });
  });

  it('tells YAML that does not parse', async () => {
    const document = await parseDocument('config', '.pactwright/config.yaml', 'a: [');
    expect(document.model.root).toBeUndefined();
    expect(document.problems.map(({ kind }) => kind)).toContain('syntax');
    expect(document.blocks).toEqual([]);
  });

  it.each<[DocumentKind, string]>([
    ['board', 'docs/product/sprint_board.md'],
    ['archive', 'docs/product/archive/archive_202601.md'],
    ['context', 'docs/product/context.md'],
    ['lessons', 'docs/architecture/governance/lessons.md'],
    ['governanceRules', 'docs/architecture/governance/rules.md'],
    ['pactkitConfig', '.claude/pactkit.yaml'],
    ['testCase', 'docs/test_cases/STORY-1_case.md'],
    ['testCase', 'docs/test_cases/STORY-1.feature'],
    ['testCase', 'docs/test_cases/STORY-1.feature.md'],
  ])('takes an empty %s', async (kind, path) => {
    const document = await parseDocument(kind, path, '');
    expect(document.kind).toBe(kind);
    expect(document.problems.filter((problem) => problem.kind === 'unreadable')).toEqual([]);
  });
});
