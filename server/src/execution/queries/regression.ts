import { baseField, codeQuestion, filesField } from './codeQuestion.js';
import { defineQuery } from './query.js';

/** What a change makes it necessary to test. */
export const regression = defineQuery({
  name: 'regression',
  summary: 'Shows which tests a change can break: none, those that reach it by imports, or all',
  details:
    'Follows imports of TypeScript, JavaScript, Python, Go and Rust. What builds or tests the project, what it depends on, and files of which nothing says who reads them stand for all tests. Files that git does not track count as changed.',
  fields: { files: filesField, base: baseField },
  toolset: 'code',
  readOnly: true,
  ask: async (scene, input) => {
    const { moduleGraphOf } = await import('../../project/codeFolder.js');
    const { reachOfChange } = await import('../../gates/support/changeReach.js');
    const { formatReach } = await import('../../reports/code/changeReach.js');
    const { code, wanted } = await codeQuestion(scene, input);
    const known = { ...code, gone: wanted.filter((path) => !code.paths.includes(path)) };
    const reach = reachOfChange(wanted, await moduleGraphOf(scene.machine, known, scene.signal));
    return { message: formatReach(reach), data: { root: code.root, ...reach } };
  },
});
