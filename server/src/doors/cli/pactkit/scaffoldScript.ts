import type { Command } from '../command.js';
import { defineSubcommand, marked, place } from './subcommand.js';

const item = place('the item id, e.g. STORY-042');

/** `scaffold.py`. */
export const scaffoldScript: readonly Command[] = [
  defineSubcommand({
    name: 'scaffold create_spec',
    summary: 'Creates the spec of an item from the template',
    fields: { item, title: place('the title') },
    run: async ({ item: id, title }, own) => marked(await own('new-spec', '--format', 'json', '--', id, title)),
  }),
  defineSubcommand({
    name: 'scaffold create_test_file',
    summary: 'Creates a test file for an item, in the language of the project',
    better: 'The file is named after the item, and has a skipped test for each criterion.',
    fields: { item: place('the item id, or the path of the test file, whose name has the item id') },
    run: async ({ item: wanted }, own) => {
      const id = /[A-Z]+-(?:[a-z0-9-]+-)?\d+/u.exec(wanted)?.[0] ?? wanted;
      return marked(await own('new-test-file', '--format', 'json', '--', id));
    },
  }),
  defineSubcommand({
    name: 'scaffold create_e2e_test',
    summary: 'Creates a test file for an item, in the language of the project',
    better: 'One file has a skipped test for each criterion; the name of a scenario is not needed.',
    fields: { item, scenario: { type: 'text', positional: true, description: 'not needed' } },
    run: async ({ item: id }, own) => marked(await own('new-test-file', '--format', 'json', '--', id)),
  }),
  defineSubcommand({
    name: 'scaffold git_start',
    summary: 'Creates the branch of an item and switches to it',
    better: 'The prefix of the developer keeps its case.',
    fields: { item },
    run: async ({ item: id }, own) =>
      marked(await own('branch', '--format', 'json', '--', id.replace(/^\[(.*)\]$/u, '$1'))),
  }),
  defineSubcommand({
    name: 'scaffold create_board',
    summary: 'Creates an empty board',
    fields: {},
    run: async (_input, own) => marked(await own('new-board', '--format', 'json')),
  }),
  defineSubcommand({
    name: 'scaffold create_prd',
    summary: 'Creates a product requirements document from the template',
    fields: { product: place('the name of the product') },
    run: async ({ product }, own) => marked(await own('new-prd', '--format', 'json', '--', product)),
  }),
];
