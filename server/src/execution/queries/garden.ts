import { filesField } from './codeFields.js';
import { defineQuery } from './query.js';

/** What there is to tidy up. */
export const garden = defineQuery({
  name: 'garden',
  summary: 'Finds dead imports, empty error handlers, duplicate functions, and stale comments and documents',
  details:
    'Reads TypeScript, JavaScript, Python, Go, Rust, Java, C# and Ruby. Generated files are left out; tests may have empty handlers and repeat each other. A comment in a handler, or behind it, is a reason; code that only runs after an error handles it. Dead imports of Go and Rust are reported by their compilers.',
  example: { files: ['src/cart.ts'] },
  fields: { files: { ...filesField, description: 'files and folders, relative to the current folder (default: all)' } },
  toolset: 'code',
  examples: [
    ['garden', 'all source code and documents'],
    ['garden src/cart --format json', 'of a folder, for a program'],
  ],
  bad: 'something to tidy up',
  readOnly: true,
  ask: async (scene, input) => (await import('./healthAnswers.js')).gardenAnswer(scene, input.files),
});
