import type { NewTestPlace } from '../../code/newTests/newTestPath.js';
import type { TestSurroundings } from '../../code/newTests/newTestText.js';
import { detectRunner, foldersAbove, projectFileNames } from '../../code/runners/detectRunner.js';
import { fieldsOf, parseJson } from '../../base/json.js';
import type { CodeFacts } from '../../workspace/codeFacts.js';
import type { OperationWorkspace } from '../operation.js';

/** How tests at a place in a Node.js project are run, and what kind of modules its files are. */
export async function nodeSurroundings(
  { path, language, example }: NewTestPlace,
  code: CodeFacts | undefined,
  readFile: OperationWorkspace['readFile'],
): Promise<Pick<TestSurroundings, 'runner' | 'modules'>> {
  const files = new Map<string, string>();
  const folders = foldersAbove(path);
  for (const folder of folders)
    for (const name of projectFileNames) {
      const file = folder === '' ? name : `${folder}/${name}`;
      const text = code?.exists(file) === false ? undefined : await readFile(file);
      if (text !== undefined) files.set(file, text);
    }
  const manifest = folders
    .map((folder) => files.get(folder === '' ? 'package.json' : `${folder}/package.json`))
    .find((text) => text !== undefined);
  return {
    runner: detectRunner({ path, language, text: example?.text ?? '' }, files)?.runner,
    modules: fieldsOf(parseJson(manifest ?? ''))?.['type'] === 'module',
  };
}
