import type { ParseArgsConfig } from 'node:util';
import type { InputField, InputFields } from '../../operations/input.js';
import { optionName } from '../../operations/commandOf.js';
import type { Operation } from '../../operations/operation.js';
import { commonOptions, oneOf, readArguments } from './arguments.js';
import { UsageError } from '../../base/usageError.js';

const formats = ['text', 'json'] as const;

export interface OperationOptions {
  /** By the names of the operation's fields. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly root: string | undefined;
  readonly format: (typeof formats)[number];
  readonly dryRun: boolean;
}

/** @returns 'help' where that is asked for. @throws UsageError */
export function readOperationOptions({ name, fields }: Operation, args: readonly string[]): OperationOptions | 'help' {
  const { values, positionals } = readArguments(name, args, {
    ...commonOptions,
    root: { type: 'string' },
    format: { type: 'string' },
    'dry-run': { type: 'boolean' },
    ...optionsOf(fields),
  });
  const given: Readonly<Record<string, unknown>> = values;
  if (given['help']) return 'help';
  const input: Record<string, unknown> = readPlaces(name, fields, positionals);
  for (const [field, { type, positional }] of Object.entries(fields)) {
    const value = given[optionName(field)];
    if (positional || value === undefined) continue;
    input[field] =
      type === 'integer' && typeof value === 'string' ? wholeNumber(`--${optionName(field)}`, value) : value;
  }
  const { root, format } = given;
  return {
    input,
    root: typeof root === 'string' ? root : undefined,
    format: oneOf('--format', typeof format === 'string' ? format : 'text', formats),
    dryRun: given['dry-run'] === true,
  };
}

/** What stands without a name: one text for each field, and as many as there are for the one that takes several. */
function readPlaces(name: string, fields: InputFields, positionals: readonly string[]): Record<string, unknown> {
  const places = Object.entries(fields).filter(([, { positional }]) => positional);
  const several = places.some(([, { type }]) => type === 'texts');
  const spare = positionals.length - places.length;
  if (spare > 0 && !several)
    throw new UsageError(
      `${name} takes ${places.length === 0 ? 'no arguments' : places.map(([field]) => field.toUpperCase()).join(' ')}, not ${positionals.length} arguments (put a text with blanks into quotes)`,
    );
  const input: Record<string, unknown> = {};
  let at = 0;
  for (const [field, { type }] of places) {
    const end = at + (type === 'texts' ? Math.max(1, spare + 1) : 1);
    const texts = positionals.slice(at, end);
    at = end;
    const [text] = texts;
    if (text === undefined) continue;
    input[field] = type === 'texts' ? texts : type === 'integer' ? wholeNumber(field, text) : text;
  }
  return input;
}

function optionsOf(fields: InputFields): NonNullable<ParseArgsConfig['options']> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, { positional }]) => !positional)
      .map(([field, { type }]) => [optionName(field), optionOf(type)]),
  );
}

function optionOf(type: InputField['type']): { type: 'string' | 'boolean'; multiple?: boolean } {
  if (type === 'flag') return { type: 'boolean' };
  return type === 'texts' ? { type: 'string', multiple: true } : { type: 'string' };
}

function wholeNumber(name: string, text: string): number {
  if (!/^-?\d{1,15}$/.test(text)) throw new UsageError(`${name} takes a whole number, not "${text}"`);
  return Number(text);
}
