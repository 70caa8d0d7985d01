import path from 'node:path';
import type { Command } from '../command.js';
import { exitCodes } from '../io.js';
import { type CallOwn, isRefusal, objectsOf, type OwnAnswer, textsOf } from './ownCommand.js';
import { defineSubcommand, flag, marked, option, place } from './subcommand.js';

/** Where a status goes, and the words of our own command. */
const statuses = { Draft: 'draft', 'In Progress': 'in-progress', Done: 'done' } as const;

/** What writes specs, lessons, rules and the session context. */
export const documentCommands: readonly Command[] = [
  defineSubcommand({
    name: 'spec-status',
    summary: 'Sets the Status of a spec',
    better: 'Changes the metadata alone. Done runs the gate `done` first.',
    fields: {
      path: { ...place('the spec'), completes: 'path' },
      status: { ...place('the new Status'), values: ['Draft', 'In Progress', 'Done'] },
    },
    run: async ({ path: spec, status }, own, { machine, cwd }) =>
      (await machine.files.kindOf(path.resolve(cwd, spec))) === 'file'
        ? marked(await setStatus(own, idOf(spec), statuses[status]))
        : { lines: [`❌ ${spec} does not exist`], code: exitCodes.findings },
  }),
  defineSubcommand({
    name: 'backfill-release',
    summary: 'Sets the Release of every finished item that has none yet',
    better: 'An item is finished if its Status is Done and it has an entry of its own in Done or in the archive.',
    fields: { version: place('the version, e.g. 1.4.0') },
    run: async ({ version }, own) => marked(await own('backfill-release', '--format', 'json', '--', version)),
  }),
  defineSubcommand({
    name: 'lesson-append',
    summary: 'Adds a lesson: prints `{action, reason}`',
    better: 'Escapes pipes, keeps the text after the table, and compares with all lessons.',
    fields: {
      story: { ...option('the item the lesson comes from'), required: true },
      text: { ...option('what was learned'), required: true },
      context: option('the context, e.g. a file (default: the item)'),
    },
    run: async ({ story, text, context }, own) => {
      const more = context === undefined ? [] : ['--context', context];
      const { code, message, refused } = await own(
        ...['lesson-append', '--format', 'json', '--item', story, ...more, '--', text],
      );
      const isKnown = refused && isRefusal(refused.code, 'exists', 'invalid-input');
      const said = refused
        ? { action: isKnown ? 'skipped' : 'failed', reason: refused.message }
        : { action: 'appended', reason: message };
      return { lines: [JSON.stringify(said)], code: isKnown ? exitCodes.fine : code };
    },
  }),
  defineSubcommand({
    name: 'invariants-refresh',
    summary: 'Sets the number of tests in the governance rules: prints `{action, old_count, new_count}`',
    fields: { testCount: { type: 'integer', required: true, description: 'the number of tests' } },
    run: async ({ testCount }, own) => {
      const { code, data, refused } = await own(
        ...['invariants-refresh', '--lower', '--format', 'json', '--', String(testCount)],
      );
      const isMissing = refused && isRefusal(refused.code, 'not-found');
      const before: unknown = Array.isArray(data['from']) ? data['from'][0] : null;
      const action = refused ? (isMissing ? 'not_found' : 'failed') : data['changed'] === true ? 'updated' : 'skipped';
      const said = { action, old_count: before ?? null, new_count: testCount };
      return { lines: [JSON.stringify(said)], code: isMissing ? exitCodes.fine : code };
    },
  }),
  defineSubcommand({
    name: 'context',
    summary: 'Writes the session context, and prints its path',
    better: 'Text of your own stays, and a contract is written for every item that the command names.',
    fields: {
      continuation: flag('keep or write Agent Continuation'),
      lastCommand: option('the last command of the session'),
      phase: option('the phase reached'),
      blockers: option('what blocks it'),
    },
    run: async ({ continuation, lastCommand, phase, blockers }, own) => {
      const words = continuation ? continuationOptions({ lastCommand, phase, blockers }) : ['--end'];
      const answer = await own('context', '--format', 'json', ...words);
      return answer.refused ? marked(answer) : { lines: [String(answer.data['path'])], code: answer.code };
    },
  }),
  defineSubcommand({
    name: 'schema',
    summary: 'Prints the form of a document',
    better: 'Prints JSON, and says what is missing where no kind is named.',
    fields: {
      kind: {
        type: 'text',
        positional: true,
        description: 'the kind of document',
        values: ['spec', 'board', 'context', 'lessons', 'testcase', 'config'],
      },
      all: flag('all kinds'),
    },
    run: async ({ kind, all }, own) => {
      if (kind === undefined && !all) return { lines: ['❌ name a kind of document, or --all'], code: exitCodes.usage };
      const kinds = all || kind === undefined ? ['spec', 'board', 'context', 'lessons', 'testcase', 'config'] : [kind];
      const lines: string[] = [];
      for (const one of kinds) {
        const { out } = await own('schema', one === 'testcase' ? 'testCase' : one);
        lines.push(...(kinds.length > 1 ? [`# ${one}`] : []), out.trimEnd());
      }
      return { lines };
    },
  }),
  defineSubcommand({
    name: 'spec-graph',
    summary: 'Shows open stories in waves, and which of them touch the same files',
    better: 'A circle is named by its members alone, and globs are compared exactly.',
    fields: {
      specsDir: {
        ...option('where the specs are: read from the configuration, so it is not needed'),
        completes: 'folder',
      },
      json: flag('print `{waves, conflicts}`'),
      writeGraph: flag('write the graph as Mermaid'),
      graphPath: { ...option('where to write it'), completes: 'path' },
    },
    run: async ({ json, writeGraph, graphPath }, own) => {
      const options = [...(writeGraph ? ['--write'] : []), ...(graphPath === undefined ? [] : ['--path', graphPath])];
      const answer = await own('spec-graph', '--format', 'json', ...options);
      if (answer.refused) return marked(answer);
      if (!json) return { lines: [answer.message], code: answer.code };
      const conflicts = objectsOf(answer.data['conflicts']).map(({ items, shared, sameWave }) => {
        const [one, other] = textsOf(items);
        return { story_a: one, story_b: other, shared, same_wave: sameWave };
      });
      return { lines: [JSON.stringify({ waves: answer.data['waves'], conflicts }, undefined, 2)], code: answer.code };
    },
  }),
];

function idOf(spec: string): string {
  return path.basename(spec.replaceAll('\\', '/'), '.md');
}

/** From Draft to Done and back there is a step between, which a playbook of PactKit does not take. */
async function setStatus(own: CallOwn, id: string, status: string): Promise<OwnAnswer> {
  const set = (word: string): Promise<OwnAnswer> => own('set-status', '--format', 'json', '--', id, word);
  const answer = await set(status);
  if (!answer.refused || !isRefusal(answer.refused.code, 'not-allowed') || status === 'in-progress') return answer;
  const between = await set('in-progress');
  return between.refused ? answer : set(status);
}

interface Continuation {
  readonly lastCommand: string | undefined;
  readonly phase: string | undefined;
  readonly blockers: string | undefined;
}

/** Each value is cut to its first line, without the marks of a heading, as PactKit does. */
function continuationOptions({ lastCommand, phase, blockers }: Continuation): readonly string[] {
  if (lastCommand === undefined) return [];
  const named = Object.entries({ 'last-command': lastCommand, phase, blockers });
  return named.flatMap(([name, value]) => {
    const line =
      value
        ?.split('\n', 1)[0]
        ?.replace(/^#+\s*/u, '')
        .trim() ?? '';
    return line === '' ? [] : [`--${name}=${line}`];
  });
}
