import path from 'node:path';
import { expect, it } from 'vitest';
import { blockingFileSystem } from '../../../server/src/host/fileSystem.js';
import { createLinter } from '../../../server/src/rules/lint.js';
import { allRules } from '../../../server/src/rules/registry.js';
import { defaultConfiguration } from '../../../server/src/workspace/configuration.js';
import { createProjectIndex, type ProjectIndex } from '../../../server/src/workspace/index.js';
import { generateProject } from '../../support/generateProject.js';
import { brokenSpec } from '../../support/projectTexts.js';
import { temporaryFolder, writeFiles } from '../../support/temporaryFolder.js';

const texts = {
  ...Object.fromEntries(generateProject(12)),
  'docs/specs/STORY-0003.md': brokenSpec('STORY-0003'),
  'docs/specs/STORY-0004.md': brokenSpec('STORY-0009'),
};

/** @param mostHeld undefined: all is held. */
async function load(root: string, mostHeld?: number): Promise<{ index: ProjectIndex; begun: number }> {
  let begun = 0;
  const begin = (): void => void begun++;
  const forgets = mostHeld === undefined ? {} : { forgets: { begin, mostWhole: 20, mostHeld } };
  const index = createProjectIndex({ root, files: blockingFileSystem, ...forgets });
  await index.load();
  return { index, begun };
}

const lint = ({ index }: { readonly index: ProjectIndex }): unknown =>
  createLinter(allRules, defaultConfiguration).lint(index.project());

it.each([0, 6_000])(
  'reads documents again, and says the same of them, where %i characters are held',
  async (mostHeld) => {
    const root = temporaryFolder(texts);
    const light = await load(root, mostHeld);
    expect(light.begun).toBe(1);
    const said = lint(await load(root));
    expect(said).not.toEqual(new Map());
    expect(lint(light)).toEqual(said);
    expect(lint(light)).toEqual(said);
  },
);

it('does not mix two texts of a document', async () => {
  const root = temporaryFolder(texts);
  const light = await load(root, 0);
  writeFiles(root, { [path.join('docs', 'specs', 'STORY-0003.md')]: `${brokenSpec('STORY-0003')}\n` });
  expect(() => lint(light)).toThrow('STORY-0003.md has changed while it was judged');
});

it('holds all of a project with few documents', async () => {
  const root = temporaryFolder({ 'docs/specs/STORY-001.md': brokenSpec('STORY-001') });
  expect((await load(root, 0)).begun).toBe(0);
});
