import { allOperations } from '../../operations/registry.js';
import type { CommandEntry } from './command.js';
import { placesOf } from './commandLine.js';

export type OperationFacts = Omit<CommandEntry, 'load'>;

const firstWord = (name: string): string => name.split(' ', 1)[0] ?? name;

/**
 * What is listed of operations, those with the same first word as one group. Plain data, which is computed when the command line is
 * bundled: a list of them loads none of their code.
 */
export const operationFacts: readonly OperationFacts[] = Array.from(
  new Set(allOperations.map(({ name }) => firstWord(name))),
  (name) => {
    const members = allOperations.filter((operation) => firstWord(operation.name) === name);
    const [only] = members;
    if (only?.name === name) return { name, summary: only.summary, places: placesOf(only.fields).join(' ') };
    const words = members.map((member) => member.name.slice(name.length + 1));
    return { name, summary: `One of ${words.join(', ')}`, places: 'WORD' };
  },
);
