import type { Fields } from '../../../base/json.js';
import type { Command } from '../command.js';
import { type CallOwn, objectsOf, type OwnAnswer, textOf } from './ownCommand.js';
import { defineSubcommand, marked, option, type SaidLines } from './subcommand.js';

const entry = { ...option('a function or method, or a file'), required: true } as const;

/** What `visualize.py` does besides drawing. */
export const visualizeScript: readonly Command[] = [
  defineSubcommand({
    name: 'visualize impact',
    summary: 'Prints the test files that a function reaches by its callers, in one line',
    better: 'By imports too, and in eight languages.',
    fields: { entry },
    run: async ({ entry: wanted }, own) => {
      const answer = await view(own, 'impact', wanted);
      const tests = nodesOf(answer).flatMap(({ kind, path }) => (kind === 'test' ? [textOf(path)] : []));
      return { lines: tests.length === 0 ? [] : [tests.join(' ')], code: answer.code };
    },
  }),
  defineSubcommand({
    name: 'visualize blast_radius',
    summary: 'Prints as JSON what imports a file, directly or not, by distance',
    fields: { entry },
    run: async ({ entry: wanted }, own) => asJson(await view(own, 'blast-radius', wanted)),
  }),
  defineSubcommand({
    name: 'visualize complexity',
    summary: 'Prints as JSON the functions with more than ten ways through them: medium, high or critical',
    fields: {},
    run: async (_input, own) => asJson(await view(own, 'complexity')),
  }),
  defineSubcommand({
    name: 'visualize layers',
    summary: 'Prints as JSON the imports that point from a lower layer to a higher one',
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
    summary: 'Begins `system_design.mmd` with the modules of the project',
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
