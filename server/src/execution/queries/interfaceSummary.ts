import { filesField } from './codeFields.js';
import { defineQuery } from './query.js';

/** What files offer others. */
export const interfaceSummary = defineQuery({
  name: 'interface-summary',
  summary:
    'Shows what files offer others: constants, classes, functions with their parameters, and their first comment line',
  details:
    'To read in place of whole files. TypeScript, JavaScript, Python, Go, Rust, Java, C# and Ruby. What is not exported, or private by its name, is left out.',
  example: { files: ['src/cart.ts'] },
  fields: { files: { ...filesField, required: true, description: 'the files, relative to the current folder' } },
  toolset: 'code',
  examples: [['interface-summary src/cart.ts src/tax.ts', 'what two files offer']],
  readOnly: true,
  ask: async (scene, input) => (await import('./interfaceAnswer.js')).interfaceAnswer(scene, input),
});
