import { Refused } from '../errorCodes.js';
import { defineOperation } from '../operation.js';
import { newFile } from '../support/newFile.js';

const from = 'docs/architecture/graphs';
const to = 'docs/architecture/snapshots';

/** The graphs that PactKit draws (operations reference, C1). */
const graphs = ['code_graph.mmd', 'class_graph.mmd', 'call_graph.mmd'] as const;

/** Where they are: relative to the project root. */
export const graphFiles: readonly string[] = graphs.map((name) => `${from}/${name}`);

/** Keeps the architecture's graphs as they are at a version. */
export const snapshot = defineOperation({
  name: 'board snapshot',
  group: 'board',
  summary: 'Saves copies of the architecture graphs for a version',
  details: `\`${graphs.join('`, `')}\` of \`${from}\`, if they exist, are copied to \`${to}\`. Existing copies are never replaced.`,
  example: { version: '1.4.0' },
  fields: {
    version: {
      type: 'text',
      description: 'the version, e.g. 1.4.0',
      required: true,
      positional: true,
      check: (text) =>
        /^\w[\w.+-]{0,63}$/.test(text)
          ? undefined
          : 'cannot start a file name: use at most 64 letters, digits, dots, + and -',
    },
  },
  reads: [],
  needs: 'documents',
  writes: true,
  plan: async (workspace, { version }) => {
    const copies = await Promise.all(
      graphs.map(async (name) => {
        const text = await workspace.readFile(`${from}/${name}`);
        return text === undefined ? [] : [await newFile(workspace, { path: `${to}/${version}_${name}`, text })];
      }),
    );
    const changes = copies.flat();
    if (changes.length === 0)
      throw new Refused('not-found', `there are no graphs in ${from} (${graphs.join(', ')}): create them first`);
    const files = changes.map(({ path }) => path);
    return { changes, answer: { message: `saved ${files.join(', ')}`, data: { version, files } } };
  },
});
