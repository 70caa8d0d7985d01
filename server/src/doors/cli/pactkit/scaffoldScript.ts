import { languageOf } from '../../../code/languageOf.js';
import type { Command } from '../command.js';
import { type CallOwn, isRefusal, type OwnAnswer, textOf } from './ownCommand.js';
import { defineSubcommand, marked, place } from './subcommand.js';

const item = place('the item id, e.g. STORY-042');

/** `scaffold.py`. */
export const scaffoldScript: readonly Command[] = [
  defineSubcommand({
    name: 'scaffold create_spec',
    summary: 'Creates the spec of an item from the template',
    fields: { item, title: place('the title') },
    run: async ({ item: id, title }, own) =>
      marked(await own('new-spec', '--format', 'json', '--', await ofDeveloper(id, own), title)),
  }),
  defineSubcommand({
    name: 'scaffold create_test_file',
    summary: 'Creates a test file for a source file or an item, in its language',
    better: 'Creates the file where tests of that language are, with a skipped test for each function or criterion.',
    fields: { item: place('a source file, an item id, or a path with an item id in its name') },
    run: async ({ item: wanted }, own) => {
      const id = /[A-Z]+-(?:[a-z0-9-]+-)?\d+/u.exec(wanted)?.[0];
      if (id === undefined && languageOf(wanted) !== undefined)
        return marked(await own('new-tests-for', '--format', 'json', '--', wanted));
      return marked(await own('new-test-file', '--format', 'json', '--', id ?? wanted));
    },
  }),
  defineSubcommand({
    name: 'scaffold create_e2e_test',
    summary: 'Creates an end-to-end test file for an item, in the language of the project',
    better: 'Has a skipped test for each criterion, so that the trace finds it.',
    fields: { item, scenario: place('the scenario, in a few words') },
    run: async ({ item: id, scenario }, own) =>
      marked(
        await ofItem(id, own, async (one) => {
          const planned = await own.quietly('new-test-file', '--format', 'json', '--dry-run', '--', one);
          const file = e2eFile(textOf(planned.data['path']), scenario);
          return planned.refused ? planned : own('new-test-file', '--format', 'json', `--path=${file}`, '--', one);
        }),
      ),
  }),
  defineSubcommand({
    name: 'scaffold git_start',
    summary: 'Creates the branch of an item and switches to it',
    better: 'The prefix of the developer keeps its case.',
    fields: { item },
    run: async ({ item: id }, own) => {
      const plain = id.replace(/^\[(.*)\]$/u, '$1');
      return marked(await ofItem(plain, own, (one) => own('branch', '--format', 'json', '--', one)));
    },
  }),
  defineSubcommand({
    name: 'scaffold create_skill',
    summary: 'Creates a skill for agents from the template',
    better: 'Writes into the project, for the agents it uses, not into your home folder; no empty script.',
    fields: { skill: place('its name'), description: place('what it does') },
    run: async ({ skill, description }, own) =>
      marked(await own('new-skill', '--format', 'json', '--', skill, description)),
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

/** As PactKit writes ids of the developer that `pactkit.yaml` names: `STORY-042` becomes `STORY-al-042`. */
async function ofDeveloper(id: string, own: CallOwn): Promise<string> {
  const [, type, number] = /^([A-Z]+)-(\d+)$/u.exec(id) ?? [];
  if (type === undefined || number === undefined) return id;
  const { data } = await own.quietly('next-id', '--format', 'json');
  const developer = /^[A-Z]+-(.+)-\d+$/u.exec(textOf(data['id']))?.[1];
  return developer === undefined ? id : `${type}-${developer}-${number}`;
}

/** An item that is called as it was named stays that one. */
async function ofItem(id: string, own: CallOwn, run: (id: string) => Promise<OwnAnswer>): Promise<OwnAnswer> {
  const found = await run(id);
  const prefixed = found.refused && isRefusal(found.refused.code, 'not-found') ? await ofDeveloper(id, own) : id;
  return prefixed === id ? found : run(prefixed);
}

/** `tests/unit/test_story_001.py` becomes `tests/e2e/test_story_001_a_customer_pays.py`. */
function e2eFile(planned: string, scenario: string): string {
  const words = scenario.toLowerCase().match(/[a-z0-9]+/gu) ?? [];
  const [, folder = '', rest = ''] = /^((?:tests?|spec)\/)?(?:.*\/)?([^/]*)$/u.exec(planned) ?? [];
  const apart = rest.includes('_') ? '_' : '-';
  const name = /^[A-Z]/u.test(rest)
    ? rest.replace(/(?=Tests?\.)/u, words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(''))
    : rest.replace(/(?=[._-](?:test|spec)\.)|(?=\.)/u, [...(words.length > 0 ? [''] : []), ...words].join(apart));
  return folder === '' ? planned.slice(0, planned.length - rest.length) + name : `${folder}e2e/${name}`;
}
