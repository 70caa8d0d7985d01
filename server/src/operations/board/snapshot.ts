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
  summary: 'Keeps copies of the architecture’s graphs under the name of a version',
  details: `\`${graphs.join('`, `')}\` of \`${from}\`, those that exist, are copied to \`${to}\`. A copy that is there already is never replaced.`,
  fields: {
    version: {
      type: 'text',
      description: 'the version, e.g. 1.4.0',
      required: true,
      positional: true,
      check: (text) =>
        /^\w[\w.+-]{0,63}$/.test(text)
          ? undefined
          : 'is no version that can begin a file name: letters, digits, dots, + and -, at most 64',
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
      throw new Refused('not-found', `there are no graphs in ${from} (${graphs.join(', ')}): draw them first`);
    const files = changes.map(({ path }) => path);
    return { changes, answer: { message: `kept ${files.join(', ')}`, data: { version, files } } };
  },
});
