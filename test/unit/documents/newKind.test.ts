import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { defineDocumentKind } from '../../../server/src/documents/defineDocumentKind.js';
import { DocumentKinds } from '../../../server/src/documents/documentKinds.js';
import { defaultDocumentPaths } from '../../../server/src/documents/documentPaths.js';
import { itemByName } from '../../../server/src/documents/itemFile.js';
import { mergeDocuments } from '../../../server/src/documents/merge/mergeDocuments.js';
import { parseAs } from '../../../server/src/documents/parseDocument.js';
import { registeredKinds } from '../../../server/src/documents/registry.js';
import { isAlwaysWithin, isProse } from '../../../server/src/gates/support/itemScope.js';
import { documentSymbols } from '../../../server/src/languageFeatures/documentSymbols.js';
import type { Span } from '../../../server/src/markdown/span.js';
import { defaultConfiguration } from '../../../server/src/workspace/configuration.js';
import { listDocuments, mayHoldDocuments } from '../../../server/src/workspace/listDocuments.js';
import { change, gateContext } from '../../support/checkCondition.js';
import { createMemoryFiles } from '../../support/memoryFiles.js';

interface Promises {
  readonly made: readonly { readonly name: string; readonly span: Span }[];
}

function readPromises(text: string): Promises {
  return {
    made: Array.from(text.matchAll(/^! (.+)\n/gmu), ({ 0: line, 1: name = '', index }) => ({
      name,
      span: { start: index, end: index + line.length },
    })),
  };
}

/** A kind that the product does not have: a file of promises for each item, one a line. */
const promises = defineDocumentKind({
  name: 'promises',
  place: {
    type: 'folder',
    setting: 'promises',
    default: 'docs/promises',
    about: 'The folder of the promises.',
    holds: (name) => name.endsWith('.promises'),
  },
  parse: ({ text }) => ({ model: readPromises(text), problems: [], blocks: [] }),
  itemOf: (file) => itemByName(file, /\.promises$/u),
  outline: ({ model }) =>
    model.made.map(({ name, span }) => ({ name, detail: '', kind: 'entry', span, selection: span })),
  merge: {
    cuts: (text) => readPromises(text).made.map(({ name, span }) => ({ at: span.start, kind: 'row', name, depth: 1 })),
  },
});

const kinds = new DocumentKinds([...registeredKinds.all, promises]);
const file = 'docs/promises/STORY-001.promises';

describe('a kind of document that is defined in one place', () => {
  it('is found by its path, at its own place or where the configuration moves it', () => {
    expect(kinds.at(file, defaultDocumentPaths)?.name).toBe('promises');
    expect(kinds.at('agreed/a.promises', { ...defaultDocumentPaths, promises: 'agreed' })?.name).toBe('promises');
    expect(kinds.at('docs/promises/README.md', defaultDocumentPaths)).toBeUndefined();
    expect(registeredKinds.at(file, defaultDocumentPaths)).toBeUndefined();
  });

  it('is listed', async () => {
    const files = createMemoryFiles({ [`/p/${file}`]: '' });
    const { paths } = await listDocuments(files, '/p', defaultDocumentPaths, kinds);
    expect(paths).toContain(file);
    expect(mayHoldDocuments('docs/promises', defaultDocumentPaths, kinds)).toBe(true);
    expect(mayHoldDocuments('docs/promises', defaultDocumentPaths, registeredKinds)).toBe(false);

    files.unlisted.set('/p/docs/promises', 'permission denied');
    const { unlisted } = await listDocuments(files, '/p', defaultDocumentPaths, kinds);
    expect(unlisted.get('docs/promises')).toEqual({ kind: 'promises', problem: 'permission denied' });
  });

  it('is listed below each folder of a nested place', async () => {
    const found = 'kitty-specs/007-red/tasks/WP01-red.md';
    const files = createMemoryFiles({
      [`/p/${found}`]: '',
      '/p/kitty-specs/README.md': '',
      '/p/kitty-specs/007-red/a.md': '',
    });
    const { paths } = await listDocuments(files, '/p', defaultDocumentPaths, registeredKinds);
    expect(paths.filter((path) => path.startsWith('kitty-specs'))).toEqual([found]);
    expect(registeredKinds.at(found, defaultDocumentPaths)?.name).toBe('workPackage');
    for (const [folder, holds] of [
      ['kitty-specs', true],
      ['kitty-specs/007-red', true],
      ['kitty-specs/007-red/tasks', true],
      ['kitty-specs/007-red/research', false],
      ['kitty', false],
    ] as const)
      expect(mayHoldDocuments(folder, defaultDocumentPaths, registeredKinds), folder).toBe(holds);
  });

  it('is read into its own model, with its item', async () => {
    const document = await parseAs(promises, file, '! fast\n! small\n');
    expect(document.model.made.map(({ name }) => name)).toEqual(['fast', 'small']);
    expect(document).toMatchObject({ kind: 'promises', path: file, item: 'STORY-001', problems: [] });
  });

  it('has document symbols', async () => {
    const document = await parseAs(promises, file, 'text\n! fast\n');
    expect(documentSymbols(document, kinds).map(({ name, span }) => ({ name, span }))).toEqual([
      { name: 'fast', span: { start: 5, end: 12 } },
    ]);
  });

  it('belongs to the work on its item alone, for a gate', async () => {
    const { item } = await gateContext({ project: '=== docs/specs/STORY-001.md\n# STORY-001: Cart\n' });
    const isWithin = isAlwaysWithin({ item, configuration: defaultConfiguration }, kinds);
    expect(isWithin(change(file, undefined, '! fast\n'))).toBe(true);
    expect(isWithin(change('docs/promises/STORY-002.promises', undefined, '! fast\n'))).toBe(false);
    expect(isProse('docs/promises/x.md', defaultDocumentPaths, kinds)).toBe(true);
  });

  it('is merged by what stands in it', () => {
    const marks = { size: 7, ours: 'ours', theirs: 'theirs' };
    const texts = { base: '! a\n! b\n', ours: '! x\n! a\n! b\n', theirs: '! a\n' };
    expect(promises.merge && mergeDocuments(promises.merge, texts, marks)).toEqual({
      text: '! x\n! a\n',
      conflicts: 0,
    });
  });
});

/** Product files in which a word stands, relative to the repository. */
function filesNaming(word: RegExp): readonly string[] {
  return ['server/src', 'client/src'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => path.posix.join(folder, name.split(path.sep).join('/')))
      .filter((name) => name.endsWith('.ts') && word.test(readFileSync(name, 'utf8'))),
  );
}

it('the product names a kind in its folder, in the registry, in rules, and where something is done to it alone', () => {
  const own = /^server\/src\/(?:documents\/(?:governanceRules\/|registry\.ts)|rules\/)/u;
  expect(filesNaming(/governanceRules/u).filter((name) => !own.test(name))).toEqual([
    'server/src/execution/audit/harnessChecks.ts',
    'server/src/operations/documents/invariantsRefresh.ts',
    'server/src/operations/setUp/startDocuments.ts',
  ]);
});
