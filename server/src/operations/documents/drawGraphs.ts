import { present } from '../../base/json.js';
import { wholeText } from '../support/wholeText.js';
import { Refused } from '../errorCodes.js';
import { defineOperation } from '../operation.js';

const folder = 'docs/architecture/graphs';

/** What is drawn, and the name PactKit gives its file. */
const files = {
  file: 'code_graph.mmd',
  class: 'class_graph.mmd',
  call: 'call_graph.mmd',
  module: 'module_graph.mmd',
  layers: 'layers_graph.mmd',
  complexity: 'complexity_graph.mmd',
  unified: 'unified_graph.mmd',
} as const;

/** PactKit draws these where none is named. */
const usual: readonly (keyof typeof files)[] = ['file', 'class', 'call'];

/** Keeps graphs of the source code as files. */
export const drawGraphs = defineOperation({
  name: 'draw-graphs',
  group: 'documents',
  summary: 'Writes graphs of the source code as Mermaid files',
  details: `\`code_graph.mmd\`, \`class_graph.mmd\`, \`call_graph.mmd\` and more in \`${folder}\`: the same text for the same code, on every machine. A file that would not change is not written, and only source files that changed since the last time are parsed. With \`--entry\` the calls from there on are drawn, with \`--focus\` a file or folder with what is around it, as \`focus_code_graph.mmd\`.`,
  example: { graphs: ['file', 'class'] },
  fields: {
    graphs: {
      type: 'texts',
      positional: true,
      description: 'what to draw (default: file, class and call)',
      values: ['file', 'class', 'call', 'module', 'layers', 'complexity', 'unified'],
    },
    entry: { type: 'text', description: 'the function where `call` begins' },
    reverse: { type: 'flag', description: 'with --entry: what leads to it, as `reverse_call_graph.mmd`' },
    focus: { type: 'text', description: 'a file or a folder: only that, with what is around it', completes: 'path' },
    depth: { type: 'integer', description: 'how many steps from --entry or --focus' },
    most: { type: 'integer', description: 'draw at most so many nodes, and say how many are left out' },
  },
  reads: [],
  needs: 'documents',
  anywhere: true,
  writes: true,
  plan: async ({ readFile, ask }, { graphs, entry, reverse, focus, depth, most }) => {
    const wanted = chosen(graphs, { entry, reverse, focus });
    const changes = [];
    for (const { file, mode } of wanted) {
      const path = `${folder}/${file}`;
      const isCall = mode === 'call' || mode === 'reverse';
      const asked = present({ mode, entry: isCall ? entry : undefined, focus, depth, most });
      const { message: text } = await ask('visualize', asked);
      changes.push(...wholeText(path, await readFile(path), text));
    }
    const written = changes.map(({ path }) => path);
    const message = written.length === 0 ? 'the graphs are up to date' : `wrote ${written.join(', ')}`;
    return { changes, answer: { message, data: { graphs: wanted.map(({ file }) => `${folder}/${file}`), written } } };
  },
});

interface Wanted {
  readonly file: string;
  readonly mode: keyof typeof files | 'focus' | 'reverse';
}

function chosen(
  graphs: readonly string[],
  { entry, reverse, focus }: { entry: string | undefined; reverse: boolean; focus: string | undefined },
): readonly Wanted[] {
  if (reverse && entry === undefined) throw new Refused('invalid-input', '--reverse needs --entry: a function');
  if (focus !== undefined) return [{ file: `focus_${files.file}`, mode: 'focus' }];
  if (reverse) return [{ file: `reverse_${files.call}`, mode: 'reverse' }];
  const modes: readonly (keyof typeof files)[] = entry === undefined ? usual : ['call'];
  return (graphs.length === 0 ? modes : graphs.filter(isMode)).map((mode) => ({ mode, file: files[mode] }));
}

function isMode(name: string): name is keyof typeof files {
  return Object.hasOwn(files, name);
}
