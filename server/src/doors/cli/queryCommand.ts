import path from 'node:path';
import type { Query } from '../../execution/queries/query.js';
import { allQueries } from '../../execution/queries/registry.js';
import { Refused } from '../../operations/errorCodes.js';
import { plainLines } from '../../base/plainText.js';
import { UsageError } from '../../base/usageError.js';
import { type Command, formatField, rootField } from './command.js';
import { trustField } from './askGateHere.js';
import { checkInput } from './commandLine.js';
import { exitCodeOf } from './exitCodeOf.js';
import { exitCodes, warner } from './io.js';
import { createProgress } from './progress.js';

const optionsOfAll = {
  root: { ...rootField, description: 'the folder to look at (default: the current one)' },
  format: formatField('text', 'json'),
} as const;

/** The queries that are commands of their own. The others have a command written by hand, or none. */
export const queryCommands: readonly Command[] = allQueries.flatMap((query) =>
  query.examples ? [queryAsCommand(query)] : [],
);

/** @throws Error where no query of that name is a command. */
export function queryCommand(name: string): Command {
  const command = queryCommands.find((one) => one.name === name);
  if (!command) throw new Error(`${name} names no query`);
  return command;
}

function jsonOf(query: string, fields: object): string {
  return `${JSON.stringify({ version: 1, query, ...fields }, undefined, 2)}\n`;
}

/** A query as a command of the same name: it is asked as agents ask it, and its answer printed. */
function queryAsCommand(query: Query): Command {
  const { name, summary, details, fields, examples = [], runs = false } = query;
  // A query with forms of its own is asked for one of them.
  const options = {
    ...optionsOfAll,
    ...(fields['format'] && { format: fields['format'] }),
    ...(runs ? { trustCommands: trustField } : {}),
  };
  return {
    name,
    summary,
    description: details,
    fields: { ...fields, ...options },
    examples,
    exitCodes: {
      0: query.bad === undefined ? 'shown' : 'nothing is wrong',
      ...(query.bad === undefined ? {} : { 1: query.bad }),
      3: 'canceled, or something could not be run',
    },
    run: async (given, io) => {
      const { root, format } = checkInput({ name, fields: options }, given);
      const input = Object.fromEntries(Object.entries(given).filter(([field]) => Object.hasOwn(fields, field)));
      const { machine } = io;
      const { show: progress, end } = createProgress(io, name);
      const folder = path.resolve(io.cwd, root ?? '.');
      const scene = { machine, folder, progress, warn: warner(io), trustsCommands: given['trustCommands'] === true };
      try {
        const answer = await machine.terminal.untilTermination(async (signal) => {
          try {
            return await query.ask({ ...scene, signal }, input);
          } catch (error) {
            if (signal.aborted) return undefined;
            throw error;
          }
        });
        if (!answer) {
          io.err(`pactwright: ${name} was canceled\n`);
          return exitCodes.unknown;
        }
        const { message, data, isBad } = answer;
        if (format === 'json') io.out(jsonOf(name, data));
        else if (message !== '') io.out(plainLines(`${message}\n`));
        return isBad === true ? exitCodes.findings : exitCodes.fine;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        if (error.code === 'invalid-input') throw new UsageError(`${name}: ${error.message}`);
        const { code, message, candidates } = error;
        if (format === 'json') io.out(jsonOf(name, { error: { code, message, candidates } }));
        io.err(plainLines(`pactwright: ${message}\n`));
        return exitCodeOf(code);
      } finally {
        end();
      }
    },
  };
}
