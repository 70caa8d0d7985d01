import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentKindOf } from '../../server/src/documents/documentKind.js';
import { findItemIds } from '../../server/src/documents/itemId.js';
import { parseDocument } from '../../server/src/documents/parseDocument.js';
import { renameItem } from '../../server/src/languageFeatures/renameItem.js';
import { createTraceGraph } from '../../server/src/trace/createTraceGraph.js';
import { defaultConfiguration as configuration } from '../../server/src/workspace/configuration.js';
import { createProject } from '../../server/src/workspace/project.js';
import { applyChanges } from '../support/applyChanges.js';
import { runs } from '../support/runs.js';

const id = 'STORY-001';

/** What mentions ids, whole and broken; no path of another file, as that keeps its name. */
const pieces = fc.constantFrom(
  '# ',
  '### [',
  '] ',
  '- [ ] ',
  '> Spec: docs/specs/STORY-001.md',
  '[case](../test_cases/STORY-001_case.md#tc-1)',
  '\n',
  '\r\n',
  '\n\n',
  '| ',
  '`',
  '**',
  '<!-- ',
  ' -->',
  ': ',
  '. ',
  ', ',
  '/',
  '(',
  ')',
  ' ',
  '@',
  '_',
  'STORY-001',
  'STORY-001',
  'STORY-001/AC1',
  'STORY-0011',
  'MY-STORY-001',
  'STORY-al-001',
  'STORY-002',
  'BUG-001',
  'feature/STORY-001',
  'Given a ',
  'R1–R3',
  'TC-1',
  '📋',
);
const text = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(''));
const paths = [
  'docs/specs/STORY-001.md',
  'docs/specs/STORY-002.md',
  'docs/test_cases/STORY-001_case.md',
  'docs/test_cases/STORY-001.feature',
  'docs/product/sprint_board.md',
  'docs/product/archive/archive_202601.md',
  'docs/product/context.md',
  '.claude/pactkit.yaml',
] as const;
const files = fc.record(Object.fromEntries(paths.map((path) => [path, text])));
const newIds = fc.constantFrom('STORY-009', 'BUG-7', 'HOTFIX-a-1-12', 'STORY-al-0000000001');

type Texts = ReadonlyMap<string, string>;

async function renamed(texts: Texts, from: string, to: string): Promise<Texts> {
  const documents = await Promise.all(
    [...texts].map(([path, content]) =>
      parseDocument(documentKindOf(path) ?? expect.fail(`${path} is no document`), path, content),
    ),
  );
  const project = createProject(documents);
  const trace = createTraceGraph(project, configuration);
  const result = renameItem({ project, trace, configuration, findingsOf: () => [] }, from, to);
  if (result.kind === 'refused') throw new Error(result.reason);
  return applyChanges(texts, result.changes);
}

describe('renaming an item', () => {
  it('leaves no mention and changes nothing else: back again every byte is as it was', () =>
    fc.assert(
      fc.asyncProperty(files, newIds, async (record, newId) => {
        const texts = new Map(Object.entries(record));
        const after = await renamed(texts, id, newId);
        for (const [path, content] of after) {
          expect(path).not.toContain(`${id}.`);
          expect(path).not.toContain(`${id}_`);
          expect(findItemIds(content).map(({ value }) => value)).not.toContain(id);
        }
        expect(new Map([...(await renamed(after, newId, id))].sort())).toEqual(new Map([...texts].sort()));
      }),
      { numRuns: runs(300) },
    ));
});
