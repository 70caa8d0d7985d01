import { expect, it } from 'vitest';
import { blockingFileSystem } from '../../../server/src/host/fileSystem.js';
import { references } from '../../../server/src/languageFeatures/references.js';
import { renameItem } from '../../../server/src/languageFeatures/renameItem.js';
import { workspaceSymbols } from '../../../server/src/languageFeatures/workspaceSymbols.js';
import { createLinter } from '../../../server/src/rules/lint.js';
import { allRules } from '../../../server/src/rules/registry.js';
import type { FeatureContext } from '../../../server/src/languageFeatures/featureContext.js';
import { defaultConfiguration as configuration } from '../../../server/src/workspace/configuration.js';
import { createProjectIndex } from '../../../server/src/workspace/index.js';
import { generateProject } from '../../support/generateProject.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const root = temporaryFolder(Object.fromEntries(generateProject(6)));
const opened = 'docs/specs/STORY-0001.md';

/** A project that was judged, of which no models are held but those of one document. */
async function judged(mostWhole: number): Promise<{ readonly context: FeatureContext; readonly read: string[] }> {
  const read: string[] = [];
  const files: typeof blockingFileSystem = {
    ...blockingFileSystem,
    read: (file, options) => {
      read.push(file);
      return blockingFileSystem.read(file, options);
    },
  };
  const index = createProjectIndex({ root, files, forgets: { begin: () => undefined, mostWhole, mostHeld: 0 } });
  await index.load();
  const project = index.project();
  const linter = createLinter(allRules, configuration);
  linter.lint(project);
  const document = index.document(opened);
  if (!document) throw new Error(`no ${opened}`);
  expect(document.model).toBeDefined();
  read.length = 0;
  return { context: { document, project, trace: linter.traceOf(project), configuration, findingsOf: () => [] }, read };
}

const symbols = ({ project, trace }: FeatureContext): unknown =>
  workspaceSymbols([{ project, trace }], 'STORY').map(({ name, span }) => [name, span]);

it.each<[string, (context: FeatureContext) => unknown]>([
  ['the search for symbols', symbols],
  [
    'the search for references',
    (context) =>
      references(context, context.document.text.indexOf('STORY'), true).map(({ file, span }) => [file.path, span]),
  ],
  ['a rename', (context) => renameItem(context, 'STORY-0001', 'STORY-0099')],
])('%s holds no document that was not held before', async (_, ask) => {
  const [many, few] = [await judged(0), await judged(1_000)];
  expect(ask(many.context)).toEqual(ask(few.context));
  expect(few.read).toEqual([]);
  const { project } = many.context;
  many.read.length = 0;
  const texts = project.documents.filter(({ text }) => text !== '');
  const isRead = new Set(many.read.map((file) => file.slice(root.length + 1).replaceAll('\\', '/')));
  // Boards have no facts, and are always held.
  const held = texts.map(({ path }) => path).filter((path) => !isRead.has(path));
  expect(held).toContain(opened);
  expect(held.filter((path) => /^docs\/(?:specs|test_cases)\//.test(path))).toEqual([opened]);
});

it('reads each document once for the search for symbols', async () => {
  const { context, read } = await judged(0);
  symbols(context);
  expect(read.length).toBe(new Set(read).size);
  expect(read).not.toEqual([]);
  read.length = 0;
  symbols(context);
  expect(read).toEqual([]);
});
