import type { Fields } from '../../../base/json.js';
import type { Command } from '../command.js';
import { exitCodes } from '../io.js';
import { objectsOf, textOf } from './ownCommand.js';
import { defineSubcommand, flag, marked, option } from './subcommand.js';

/** Questions about a whole project. */
export const projectQuestions: readonly Command[] = [
  defineSubcommand({
    name: 'doctor',
    summary: 'Examines the project: a line for each finding, then `Health: OK` or `Health: NEEDS ATTENTION`',
    better:
      'Each finding has its file and line, and ids in prose count as nothing. Hints alone are no reason for exit code 1.',
    fields: {},
    run: async (_input, own) => {
      const { document, code } = await own('doctor', '--format', 'json');
      const lines = objectsOf(document['findings']).map((one) => `${doctorTag(one)}: ${placed(one)}`);
      return { lines: [...lines, code === exitCodes.fine ? 'Health: OK' : 'Health: NEEDS ATTENTION'], code };
    },
  }),
  defineSubcommand({
    name: 'garden',
    summary: 'Lists what there is to tidy up: dead imports, empty handlers, duplicate functions, stale documents',
    better: 'Reads eight languages as syntax trees. Hints alone are no reason for exit code 1.',
    fields: {
      json: flag('print `{findings: [{type, file, line, message}], total}`'),
      scope: { ...option('only what is below this folder'), completes: 'folder' },
    },
    run: async ({ json, scope }, own) => {
      const { document, code } = await own('garden', '--format', 'json', ...(scope === undefined ? [] : ['--', scope]));
      const found = objectsOf(document['findings']);
      if (json) return { lines: [JSON.stringify(gardenFindings(found), undefined, 2)], code };
      const lines = found.map((one) => `${gardenType(one)}: ${placed(one)}`);
      return { lines: lines.length === 0 ? ['Nothing to tidy up.'] : lines, code };
    },
  }),
  defineSubcommand({
    name: 'visualize',
    summary: 'Writes graphs of the source code: `code_graph.mmd`, `class_graph.mmd`, `call_graph.mmd`',
    better:
      'The same code gives the same text; committed and new files count; files that would not change are not written.',
    fields: {
      lazy: flag('only where something changed: always so'),
      stack: option('not needed: every language is read'),
      mode: {
        ...option('what to draw (default: file, class and call)'),
        values: ['file', 'class', 'call', 'module', 'layers', 'complexity', 'unified'],
      },
      entry: option('the function where the calls begin'),
      focus: option('a file or folder: only that, with what is around it'),
      reverse: flag('with --entry: what leads to it'),
      depth: { type: 'integer', description: 'how many steps' },
      maxNodes: { type: 'integer', description: 'how many nodes at most' },
    },
    run: async ({ mode, entry, focus, reverse, depth, maxNodes }, own) => {
      const given = Object.entries({ entry, focus, depth, most: maxNodes });
      const options = given.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${String(value)}`]));
      const graphs = mode === undefined ? [] : ['--', mode];
      return marked(
        await own('draw-graphs', '--format', 'json', ...options, ...(reverse ? ['--reverse'] : []), ...graphs),
      );
    },
  }),
  defineSubcommand({
    name: 'query',
    summary: 'Shows who calls a function, what it calls, or the chain of calls: `name (file:line)`',
    better: 'Reads the source code itself, and no database of another program.',
    fields: {
      callers: option('the function whose callers are shown'),
      callees: option('the function whose calls are shown'),
      chain: option('the function to which all calls lead'),
      down: flag('with --chain: what the function calls, directly or not'),
      db: { ...option('not needed'), completes: 'path' },
    },
    run: async ({ callers, callees, chain, down }, own) => {
      const named = Object.entries({ callers, callees, chain });
      const words = named.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`]));
      const { out, code } = await own('query', ...words, ...(down ? ['--down'] : []));
      return { lines: out.trim() === '' ? [] : [out.trimEnd()], code };
    },
  }),
];

/** PactKit's word for a check of ours; where it has none, how bad it is. */
function doctorTag({ check, severity }: Fields): string {
  switch (check) {
    case 'PW610':
      return 'Orphaned';
    case 'PW611':
    case 'no-graphs':
      return 'Missing';
    case 'pactkit-config':
    case 'installed':
      return 'Drift';
    case 'system-design':
      return 'HLD drift';
    case 'graph':
      return 'Stale';
    default:
      return severity === 'error' ? 'Error' : severity === 'warning' ? 'Warning' : 'Hint';
  }
}

const gardenTypes: Readonly<Record<string, string>> = {
  'dead-import': 'DEAD-IMPORT',
  'empty-handler': 'EMPTY-EXCEPT',
  'duplicate-function': 'DUP-FUNC',
  'stale-canonical': 'STALE-CANONICAL',
  'gone-file': 'STALE-DOC',
  'case-without-spec': 'STALE-DOC',
  'old-context': 'STALE-CTX',
};

function gardenType({ check }: Fields): string {
  const own = textOf(check);
  return gardenTypes[own] ?? own.toUpperCase();
}

function gardenFindings(found: readonly Fields[]): object {
  const findings = found.map((one) => ({
    type: gardenType(one),
    file: one['path'],
    line: lineOf(one),
    message: one['message'],
  }));
  return { findings, total: findings.length };
}

/** A finding's line from 1; null if it is about no line. */
function lineOf({ line }: Fields): number | null {
  return typeof line === 'number' ? line : null;
}

function placed(finding: Fields): string {
  const { path: file, message } = finding;
  const line = lineOf(finding);
  if (file === null) return textOf(message);
  return `${textOf(file)}${line === null ? '' : `:${String(line)}`} ${textOf(message)}`;
}
