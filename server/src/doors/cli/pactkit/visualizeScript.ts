import type { Fields } from '../../../base/json.js';
import type { Command } from '../command.js';
import { type CallOwn, objectsOf, type OwnAnswer, textOf } from './ownCommand.js';
import { defineSubcommand, marked, option, type SaidLines } from './subcommand.js';

const entry = { ...option('a function or method, or a file'), required: true } as const;

/** What `visualize.py` does besides drawing. */
export const visualizeScript: readonly Command[] = [
  defineSubcommand({
    name: 'visualize impact',
    summary: 'Prints the test files that reach a function through its callers, on one line',
    better: 'Follows imports, too, in eight languages.',
    fields: { entry },
    run: async ({ entry: wanted }, own) => {
      const answer = await view(own, 'impact', wanted);
      const tests = nodesOf(answer).flatMap(({ kind, path }) => (kind === 'test' ? [textOf(path)] : []));
      return { lines: tests.length === 0 ? [] : [tests.join(' ')], code: answer.code };
    },
  }),
  defineSubcommand({
    name: 'visualize blast_radius',
    summary: 'Prints what imports a file, directly or indirectly, with its distance, as JSON',
    fields: { entry },
    run: async ({ entry: wanted }, own) => asJson(await view(own, 'blast-radius', wanted)),
  }),
  defineSubcommand({
    name: 'visualize complexity',
    summary: 'Prints the functions with a complexity above 10 as JSON: medium, high or critical',
    fields: {},
    run: async (_input, own) => asJson(await view(own, 'complexity')),
  }),
  defineSubcommand({
    name: 'visualize layers',
    summary: 'Prints the imports from a lower layer to a higher one as JSON',
    fields: {},
    run: async (_input, own) => {
      const { document, code } = await view(own, 'layers');
      const violations = objectsOf(document['edges']).flatMap(({ from, to, against }) =>
        against === true ? [{ from, to }] : [],
      );
      return { lines: [JSON.stringify({ violations }, undefined, 2)], code };
    },
  }),
  defineSubcommand({
    name: 'visualize init_arch',
    summary: 'Creates `system_design.mmd` with the modules of the project',
    fields: {},
    run: async (_input, own) => marked(await own('new-system-design', '--format', 'json')),
  }),
];

function view(own: CallOwn, mode: string, wanted?: string): Promise<OwnAnswer> {
  const from = wanted === undefined ? [] : [`--entry=${wanted}`];
  return own('visualize', '--format', 'json', '--mode', mode, ...from);
}

function nodesOf({ document }: OwnAnswer): readonly Fields[] {
  return objectsOf(document['nodes']);
}

function asJson(answer: OwnAnswer): SaidLines {
  const nodes = nodesOf(answer).map(({ label, path, line, group, complexity }) => ({
    name: label,
    file: path,
    ...(line === undefined ? {} : { line }),
    ...(group === undefined ? {} : { group }),
    ...(complexity === undefined ? {} : { complexity }),
  }));
  return { lines: [JSON.stringify({ nodes }, undefined, 2)], code: answer.code };
}
