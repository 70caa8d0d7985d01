import path from 'node:path';
import { layerNames } from '../../../execution/audit/harness.js';
import type { Command } from '../command.js';
import { exitCodes } from '../io.js';
import { objectsOf, textOf } from './ownCommand.js';
import { printed } from './stackCommands.js';
import { defineSubcommand, flag, marked, option, place } from './subcommand.js';

/** What looks a project over. */
export const reviewCommands: readonly Command[] = [
  defineSubcommand({
    name: 'guard',
    summary: 'Checks whether the project is set up',
    fields: { directory: { ...option('the folder of the project'), short: 'C', completes: 'folder' } },
    run: async ({ directory }, own, io) => {
      const root = ['--root', path.resolve(io.cwd, directory ?? '.')];
      const { document, code } = await own('guard', '--format', 'json', ...root);
      const missing = objectsOf(document['parts']).filter((one) => one['there'] === false);
      if (missing.length === 0) return { lines: ['✅ PASS: the project is set up'], code };
      return {
        lines: missing.map((one) => `❌ Missing: ${textOf(one['name'])} (\`pactwright ${textOf(one['makes'])}\`)`),
        code,
      };
    },
  }),
  defineSubcommand({
    name: 'audit',
    summary: 'Scores how well a project is set up for agents: H1 to H7, and hotspots',
    better: 'Reads the project alone, not your home folder, and writes nothing; an unknown layer is refused.',
    fields: {
      story: { type: 'text', positional: true, description: 'not needed' },
      json: flag('print JSON'),
      layer: { ...option('only this layer'), values: layerNames },
      append: flag('not needed: nothing is kept'),
      verbose: flag('not needed: all is shown'),
      ifNeeded: flag('not needed: it takes a moment'),
    },
    run: async ({ json, layer }, own) =>
      printed(
        await own('audit', '--format', json ? 'json' : 'text', ...(layer === undefined ? [] : ['--layer', layer])),
      ),
  }),
  defineSubcommand({
    name: 'observe',
    summary: 'Sorts what a browser reported into errors, warnings and hints',
    better: 'Reads a HAR file or a log of the console: PactKit finds no source on the command line.',
    fields: {
      file: { type: 'text', positional: true, description: 'a HAR file or a log', completes: 'path' },
      report: flag('not needed'),
      json: flag('print JSON'),
    },
    run: async ({ file, json }, own) => {
      if (file === undefined) return { lines: ['skipped: name a HAR file, or a log of the console'] };
      return printed(await own('observe', '--format', json ? 'json' : 'text', '--', file));
    },
  }),
  defineSubcommand({
    name: 'report',
    summary: 'Writes one HTML page about the source code',
    better: 'Made from the source code itself, so no .mmd file is needed; nothing is downloaded.',
    fields: {
      all: flag('not needed: all tabs are there'),
      input: { ...option('not needed'), completes: 'path' },
      output: { ...option('where it is written'), completes: 'path' },
    },
    run: async ({ output }, own) =>
      marked(await own('report', '--format', 'json', ...(output === undefined ? [] : ['--output', output]))),
  }),
  defineSubcommand({
    name: 'done-verify',
    summary: 'Checks whether an item is as done as it says: `[PASS|FAIL|WARN] name — evidence`',
    better: 'Archived items can pass, lines are those of the file, and wiring is looked at in eight languages.',
    fields: { item: place('the item id') },
    run: async ({ item }, own) => printed(await own('done-verify', '--', item)),
  }),
  defineSubcommand({
    name: 'sync',
    summary: 'Does nothing: imports and calls are read from the source files themselves',
    fields: {},
    run: () => ({
      lines: ['nothing needs to be synchronized: imports and calls are read from the source files'],
      code: exitCodes.fine,
    }),
  }),
];
