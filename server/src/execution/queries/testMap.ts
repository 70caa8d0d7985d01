import { codeQuestion, filesField } from './codeQuestion.js';
import { defineQuery } from './query.js';

/** Which tests belong to a file. */
export const testMap = defineQuery({
  name: 'test-map',
  summary: 'Shows the test files of source files: by imports, or else by their names',
  details: 'One test file a line, each once. Nothing is printed for files that no test reaches.',
  fields: { files: { ...filesField, required: true, description: 'the source files' } },
  toolset: 'code',
  readOnly: true,
  ask: async (scene, { files }) => {
    const { moduleGraphOf } = await import('../../project/codeFolder.js');
    const { testsOf } = await import('../../gates/support/changeReach.js');
    const { code, wanted } = await codeQuestion(scene, { files, base: undefined });
    const graph = await moduleGraphOf(scene.machine, code, scene.signal);
    const found = wanted.map((path) => ({ path, ...testsOf(path, code.paths, graph) }));
    return {
      message: [...new Set(found.flatMap(({ tests }) => tests))].sort().join('\n'),
      data: { root: code.root, files: found },
    };
  },
});
