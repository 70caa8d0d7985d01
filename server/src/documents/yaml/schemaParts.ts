import type { NumberSchema, ListSchema, MapSchema, StringSchema, YamlSchema } from './yamlSchema.js';

/** What schemas of YAML files are written with: the schema of a file is then a table of its keys. */

export const flag: YamlSchema = { type: 'boolean' };
export const anything: YamlSchema = { type: 'any' };
export const text: StringSchema = { type: 'string' };

export function oneOf(values: readonly string[], more: Pick<StringSchema, 'retired'> = {}): StringSchema {
  return { type: 'string', values, ...more };
}

/** @param check see {@link StringSchema.check}. */
export function textThat(check: NonNullable<StringSchema['check']>): StringSchema {
  return { type: 'string', check };
}

export function integer(limits: Omit<NumberSchema, 'type'> = {}): NumberSchema {
  return { type: 'integer', ...limits };
}

/** With decimals. */
export function number(limits: Omit<NumberSchema, 'type'> = {}): NumberSchema {
  return { type: 'number', ...limits };
}

export function list(items: YamlSchema): ListSchema {
  return { type: 'list', items };
}

/** A list, or a single value without one. */
export function oneOrMore(items: YamlSchema): ListSchema {
  return { type: 'list', orSingle: true, items };
}

/** A key with its description, the schema of its value, and, if it does nothing any more, why and what to do instead. */
type Key = readonly [description: string, schema: YamlSchema, retired?: string];

export function map(keys: Readonly<Record<string, Key>>, more: Pick<MapSchema, 'names' | 'others'> = {}): MapSchema {
  const declared = Object.entries(keys).map(
    ([name, [description, schema, retired]]) =>
      [name, { description, schema, ...(retired === undefined ? {} : { retired }) }] as const,
  );
  return { type: 'map', keys: Object.fromEntries(declared), ...more };
}

/** A map whose keys are known by a list of names, and are all of one kind. */
export function mapOf<T extends string>(
  names: readonly T[],
  describe: (name: T) => string,
  schema: YamlSchema,
  more: Pick<MapSchema, 'names' | 'others'> = {},
): MapSchema {
  return map(Object.fromEntries(names.map((name) => [name, [describe(name), schema] as const])), more);
}
