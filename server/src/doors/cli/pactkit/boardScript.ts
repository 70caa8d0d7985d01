import type { Command } from '../command.js';
import { objectsOf, textOf } from './ownCommand.js';
import { defineSubcommand, marked, place } from './subcommand.js';

const item = place('the item id, e.g. STORY-042');

/** `board.py`: a line that begins with ✅ or ❌, and an exit code that agrees with it. */
export const boardScript: readonly Command[] = [
  defineSubcommand({
    name: 'board add_story',
    summary: 'Adds a story to the Backlog of the board',
    better: 'Ids that are no item ids or are already on the board or in the archive are rejected.',
    fields: {
      item,
      title: place('the title'),
      tasks: { type: 'text', positional: true, description: 'the tasks, separated by |' },
    },
    run: async ({ item: id, title, tasks = '' }, own) => {
      const named = tasks.split('|').map((text) => text.trim());
      const options = named.flatMap((text) => (text === '' ? [] : ['--task', text]));
      return marked(await own('board', 'add', '--format', 'json', ...options, '--', id, title));
    },
  }),
  defineSubcommand({
    name: 'board update_task',
    summary: 'Ticks a task of a story',
    better: 'Only the task with that text is ticked, and no entry moves.',
    fields: {
      item,
      task: { type: 'texts', positional: true, required: true, description: 'the task; words are joined with spaces' },
    },
    run: async ({ item: id, task }, own) =>
      marked(await own('board', 'tick', '--format', 'json', '--', id, task.join(' '))),
  }),
  defineSubcommand({
    name: 'board fix_board',
    summary: 'Moves every story to the section that matches its tasks',
    better: 'Stories that are in the right section stay as they are, and custom sections are kept apart.',
    fields: {},
    run: async (_input, own) => marked(await own('board', 'sort', '--format', 'json')),
  }),
  defineSubcommand({
    name: 'board move_story',
    summary: 'Moves a story to another section',
    fields: { item, section: { ...place('the section'), values: ['backlog', 'in_progress', 'done'] } },
    run: async ({ item: id, section }, own) =>
      marked(await own('board', 'move', '--format', 'json', '--', id, section)),
  }),
  defineSubcommand({
    name: 'board list_stories',
    summary: 'Lists the stories: `ID | Title | done/total | STATUS`',
    fields: {},
    run: async (_input, own) => {
      const answer = await own('board', 'list', '--format', 'json');
      if (answer.refused) return marked(answer);
      const rows = objectsOf(answer.data['sections']).flatMap(({ entries }) => objectsOf(entries).flatMap(storyRow));
      return { lines: rows.length === 0 ? ['there are no stories on the board'] : rows.sort() };
    },
  }),
  defineSubcommand({
    name: 'board archive',
    summary: 'Moves finished stories to the archive of the month',
    better: 'Headings and text after the last story stay on the board.',
    fields: {},
    run: async (_input, own) => marked(await own('board', 'archive', '--all-done', '--format', 'json')),
  }),
  defineSubcommand({
    name: 'board snapshot',
    summary: 'Saves copies of the architecture graphs for a version',
    fields: { version: place('the version, e.g. 1.4.0') },
    run: async ({ version }, own) => marked(await own('board', 'snapshot', '--format', 'json', '--', version)),
  }),
];

function storyRow({ item: id, title, ticked, tasks }: Readonly<Record<string, unknown>>): readonly string[] {
  if (typeof ticked !== 'number' || !Array.isArray(tasks)) return [];
  const state = ticked === 0 ? 'BACKLOG' : ticked === tasks.length ? 'DONE' : 'IN_PROGRESS';
  return [`${textOf(id)} | ${textOf(title)} | ${ticked}/${tasks.length} | ${state}`];
}
