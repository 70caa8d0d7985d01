// What the command line knows of its commands before they are loaded.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { repository } from './repository.mjs';

/** @typedef {import('../../server/src/doors/cli/command.js').Command} Command */
/** @typedef {import('../../server/src/doors/cli/command.js').CommandGroup} CommandGroup */

export const commandFolder = 'server/src/doors/cli/commands';

/** The names of the files of commands, without their endings: each exports its command by that name. */
export function commandFiles() {
  return readdirSync(path.join(repository, commandFolder))
    .filter((name) => name.endsWith('.ts') && name !== 'index.ts')
    .map((name) => path.parse(name).name)
    .sort();
}

/**
 * @param {Readonly<Record<string, Command | CommandGroup>>} commands by the names of their files.
 * @param {readonly Command[]} queries those that are commands.
 * @param {(fields: Command['fields']) => readonly string[]} placesOf positional inputs as help writes them.
 * @returns {string} TypeScript, not yet formatted.
 */
export function renderCommandIndex(commands, queries, placesOf) {
  const files = Object.entries(commands).map(([file, command]) => ({
    command,
    load: `(await import('./${file}.js')).${file}`,
  }));
  const named = queries.map((command) => ({
    command,
    load: `(await import('../queryCommand.js')).queryCommand('${command.name}')`,
  }));
  const all = [...files, ...named].sort((a, b) => (a.command.name < b.command.name ? -1 : 1));
  const entries = all.map(({ command, load }) => {
    const { name, summary } = command;
    const places = 'members' in command ? 'WORD' : command.usages ? '' : placesOf(command.fields).join(' ');
    const facts = Object.entries({ name, summary, places, ...('hidden' in command ? { hidden: true } : {}) });
    const written = facts.map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
    return `{ ${written.join(', ')}, load: async () => ${load} },`;
  });
  return `// \`npm run generate\` makes this of the files beside it.
    import type { CommandEntry } from '../command.js';

    /** All commands, each loaded when it is called. */
    export const commandIndex: readonly CommandEntry[] = [${entries.join('\n')}];`;
}
