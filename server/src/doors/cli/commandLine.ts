import { parseArgs, type ParseArgsConfig } from 'node:util';
import { nearestName } from '../../base/nearestName.js';
import { UsageError } from '../../base/usageError.js';
import { optionName } from '../../operations/commandOf.js';
import type { InputOf } from '../../operations/input.js';
import type { CommandFacts, CommandField, CommandFields } from './commandFacts.js';

/** What a command line gives a command, by the names of its fields: texts, lists of texts, numbers, true. */
export type Given = Readonly<Record<string, unknown>>;

type Options = NonNullable<ParseArgsConfig['options']>;

/** Options every command takes. */
const commonOptions: Options = { help: { type: 'boolean', short: 'h' }, debug: { type: 'boolean' } };

/**
 * Reads what is behind a command's name; whether the values will do is `checkInput`'s to say.
 *
 * @returns 'help' where that is asked for.
 * @throws UsageError for an option that does not exist (with the nearest that does) or lacks its value, and for too many words.
 */
export function readCommandLine(command: CommandFacts, args: readonly string[]): Given | 'help' {
  const { name, fields, lenient } = command;
  const entries = Object.entries(fields);
  const options = Object.fromEntries(
    entries.flatMap(([field, { positional, type, short }]) =>
      positional
        ? []
        : [
            [
              optionName(field),
              {
                type: type === 'flag' ? 'boolean' : 'string',
                multiple: type === 'texts',
                ...(short === undefined ? {} : { short }),
              },
            ] as const,
          ],
    ),
  );
  const { values, positionals } = parse(name, args, { ...options, ...commonOptions }, !lenient);
  if (values['help'] === true) return 'help';
  const given: Record<string, unknown> = {};
  for (const [field, declared] of entries) {
    const value = values[optionName(field)];
    if (declared.positional || value === undefined) continue;
    given[field] = typeof value === 'string' ? valueOf(labelOf(field), declared, value) : value;
  }
  return { ...given, ...readPlaces(command, positionals) };
}

function parse(
  command: string,
  args: readonly string[],
  options: Options,
  strict: boolean,
): { readonly values: Given; readonly positionals: readonly string[] } {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict });
  } catch (error) {
    throw new UsageError(describe(command, error, Object.keys(options)));
  }
}

function describe(command: string, error: unknown, names: readonly string[]): string {
  const message = error instanceof Error ? error.message : String(error);
  const unknown = /^Unknown option '(-{1,2}[^']*)'/.exec(message)?.[1];
  if (unknown !== undefined) {
    const nearest = nearestName(unknown.replace(/^-+/, ''), names);
    const wayOut =
      nearest !== undefined
        ? `; did you mean --${nearest}?`
        : unknown.startsWith('--')
          ? ''
          : '; put `--` before a text that starts with a dash';
    return `there is no option ${unknown.trim()}${wayOut} (\`pactwright ${command} --help\` lists them)`;
  }
  const ambiguous = /^Option '(?:-\w, )?(--[^']+)' argument is ambiguous/.exec(message)?.[1];
  if (ambiguous !== undefined)
    return `${ambiguous} needs a value; write one that starts with a dash as ${ambiguous}=-… (\`pactwright ${command} --help\` says more)`;
  const [first = message] = message.split(/\.\s|\n/);
  return `${first.charAt(0).toLowerCase()}${first.slice(1)} (\`pactwright ${command} --help\` says more)`;
}

type Places = Pick<CommandFacts, 'name' | 'fields' | 'examples' | 'lenient'>;

/** What is without a name: one text for each field, and as many as there are for the one that takes several. */
function readPlaces(command: Places, positionals: readonly string[]): Given {
  const places = Object.entries(command.fields).filter(([, { positional }]) => positional);
  const several = places.some(([, { type }]) => type === 'texts');
  const spare = positionals.length - places.length;
  if (spare > 0 && !several && !command.lenient) throw wrongPlaces(command, positionals.length);
  const given: Record<string, unknown> = {};
  let at = 0;
  for (const [field, declared] of places) {
    const isList = declared.type === 'texts';
    const end = at + (isList ? Math.max(1, spare + 1) : 1);
    const texts = positionals.slice(at, end);
    at = end;
    const [text] = texts;
    if (text !== undefined) given[field] = isList ? texts : valueOf(field, declared, text);
  }
  return given;
}

function wrongPlaces({ name, fields, examples }: Places, count: number): UsageError {
  const places = placesOf(fields);
  const [example] = examples ?? [];
  return new UsageError(
    `${name} takes ${places.length === 0 ? 'no arguments' : places.join(' ')}, not ${count === 1 ? '1 argument' : `${count} arguments`}${example ? `: \`pactwright ${example[0]}\`` : ''}${places.length > 0 && count > places.length ? ' (put a text with spaces in quotes)' : ''}`,
  );
}

/** The positional inputs as help writes them: `[PATH…]`. */
export function placesOf(fields: CommandFields): readonly string[] {
  return Object.entries(fields).flatMap(([field, { positional, required, type, placeholder }]) => {
    if (!positional) return [];
    const place = `${placeholder ?? field.toUpperCase()}${type === 'texts' ? '…' : ''}`;
    return [required ? place : `[${place}]`];
  });
}

function valueOf(
  label: string,
  { type, from = -Infinity, to = Infinity }: CommandField,
  text: string,
): string | number {
  if (type !== 'integer') return text;
  const value = /^-?\d{1,15}$/.test(text) ? Number(text) : NaN;
  if (value >= from && value <= to) return value;
  const range = from === -Infinity ? 'a whole number' : `a number from ${from} ${to === Infinity ? 'on' : `to ${to}`}`;
  throw new UsageError(`${label} takes ${range}, not "${text}"`);
}

/** @throws UsageError for the first value that will not do. */
export function checkInput<F extends CommandFields>(
  command: Places & { readonly fields: F },
  given: Given,
): InputOf<F> {
  const { name, fields } = command;
  const places = Object.entries(fields).filter(([, { positional }]) => positional);
  if (places.some(([field, { required }]) => required && given[field] === undefined))
    throw wrongPlaces(command, places.filter(([field]) => given[field] !== undefined).length);
  for (const [field, { positional, required, placeholder = 'TEXT' }] of Object.entries<CommandField>(fields))
    if (required && !positional && given[field] === undefined)
      throw new UsageError(`${name} needs ${labelOf(field)} ${placeholder}`);
  const checked = Object.entries(fields).map(([field, declared]) => [
    field,
    checkValue(declared.positional ? name : labelOf(field), declared, given[field]),
  ]);
  // Each value has the type its field says, as the command line was read by the same fields.
  return Object.fromEntries(checked) as InputOf<F>;
}

const labelOf = (field: string): string => `--${optionName(field)}`;

function checkValue(label: string, field: CommandField, value: unknown): unknown {
  if (value === undefined)
    return field.default ?? (field.type === 'texts' ? [] : field.type === 'flag' ? false : undefined);
  for (const text of Array.isArray(value) ? value : [value]) {
    if (typeof text !== 'string') continue;
    if (field.values) oneOf(label, text, field.values);
    const wrong = field.check?.(text);
    if (wrong !== undefined)
      throw new UsageError(`${field.positional ? '' : `${label} `}"${text.slice(0, 60)}" ${wrong}`);
  }
  return value;
}

/** @throws UsageError if the value is none of those that exist. */
export function oneOf<T extends string>(option: string, value: string, values: readonly T[]): T {
  const found = values.find((known) => known === value);
  if (found !== undefined) return found;
  const nearest = nearestName(value, values);
  throw new UsageError(
    `${option} takes ${values.join(', ')}, not "${value}"${nearest === undefined ? '' : ` (did you mean ${nearest}?)`}`,
  );
}
