import { baseField, filesField } from './codeFields.js';
import { defineQuery } from './query.js';

/** Which security checks a change asks for. */
export const secScope = defineQuery({
  name: 'sec-scope',
  summary: 'Shows which of the security checks SEC-1 to SEC-8 a change asks for, and the lines that say so',
  details: 'As a table for the Security Scope of a spec. Documents and tests ask for none.',
  example: { files: ['src/cart.ts'] },
  fields: { files: filesField, base: baseField },
  toolset: 'code',
  examples: [['sec-scope --base main', 'the security checks that a branch asks for']],
  readOnly: true,
  ask: async (scene, input) => (await import('./codeAnswers.js')).secScopeAnswer(scene, input),
});
