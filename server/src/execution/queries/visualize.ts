import { itemProblem } from '../../documents/itemId.js';
import { viewModes } from '../../trace/codeGraph/codeView.js';
import { defineQuery } from './query.js';

/** Source code as a graph. */
export const visualize = defineQuery({
  name: 'visualize',
  summary: 'Draws the source code as a graph: files, classes, calls, modules, and what a change reaches',
  details:
    'As Mermaid, or as JSON or for Graphviz. Reads TypeScript, JavaScript, Python, Go, Rust, Java, C# and Ruby. A dotted arrow is a call that was found by its name alone.',
  example: { mode: 'focus', focus: 'src/cart.ts' },
  fields: {
    mode: { type: 'text', values: viewModes, description: 'what is drawn (default: file)' },
    entry: {
      type: 'text',
      description: 'where `call`, `reverse`, `impact` and `blast-radius` begin: a function or method, or a file',
    },
    focus: {
      type: 'text',
      description: 'draws a file, or the files of a folder, with what is around them',
      completes: 'path',
    },
    item: {
      type: 'text',
      description: 'draws an item: its documents, the files of its spec, its tests and its newest commits',
      check: itemProblem,
      completes: 'item',
    },
    depth: { type: 'integer', description: 'how many steps around it (default: 1 for `focus`, else all)' },
    most: { type: 'integer', description: 'draws at most so many nodes, and says how many are left out' },
    format: { type: 'text', values: ['mermaid', 'json', 'dot'], description: 'how it is printed (default: mermaid)' },
  },
  toolset: 'code',
  examples: [
    ['visualize > code_graph.mmd', 'which file imports which'],
    ['visualize --mode reverse --entry Cart.total', 'who calls a method, directly or not'],
    ['visualize --focus src/cart.ts --depth 2 --format dot', 'a file with what is two imports away'],
  ],
  readOnly: true,
  ask: async (scene, input) => (await import('./graphAnswers.js')).visualizeAnswer(scene, input),
});
