import * as v from 'valibot';
import { type Fields, fieldsOf, present } from './json.js';

/** What a value from outside has to be to count as a `T`. */
export type Schema<T> = v.GenericSchema<unknown, T>;

/** What a schema reads. */
export type Read<S extends v.GenericSchema> = v.InferOutput<S>;

/** @returns undefined for what is not as the schema says. Never throws. */
export function read<T>(schema: Schema<T>, value: unknown): T | undefined {
  const result = v.safeParse(schema, value, { abortEarly: true });
  return result.success ? result.output : undefined;
}

/** A number of a record, from 1. */
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/** JSON can say numbers that are too large to be one: `1e999`. */
export const finite = v.pipe(v.number(), v.finite());

/** A text with something in it. */
export const said = v.pipe(v.string(), v.regex(/\S/u));

/** A field that may be missing, and is treated as missing where it holds anything else. */
export function maybe<S extends v.GenericSchema>(schema: S): v.OptionalSchema<S, undefined> {
  return v.fallback(v.optional(schema), undefined);
}

type Present<T> = { readonly [K in keyof T]: Exclude<T[K], undefined> };
type ReadObject<E extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<E, undefined>>;
type ObjectOf<E extends v.ObjectEntries> = v.SchemaWithPipe<
  readonly [v.ObjectSchema<E, undefined>, v.TransformAction<ReadObject<E>, Present<ReadObject<E>>>]
>;

/** An object with these fields; others are left out, and so are those that are treated as missing. */
export function object<E extends v.ObjectEntries>(entries: E): ObjectOf<E> {
  return v.pipe(
    v.object(entries),
    // What has to be there is, so only what may be missing is left out.
    v.transform((values) => present(values) as Present<ReadObject<E>>),
  );
}

/** A list whose every item is as the schema says. */
export function listOf<T>(schema: Schema<T>): Schema<readonly T[]> {
  return v.pipe(v.array(schema), v.readonly());
}

/** An object whose every field is as the schema says, whatever its name. */
export function recordOf<T>(schema: Schema<T>): Schema<Readonly<Record<string, T>>> {
  return v.pipe(fields, v.record(v.string(), schema));
}

/** A JSON object; a list is none. */
export const fields: Schema<Fields> = v.custom<Fields>((value) => fieldsOf(value) !== undefined);

type SomeOf<E extends v.ObjectEntries> = { readonly [K in keyof E]?: Exclude<v.InferOutput<E[K]>, undefined> };

/** An object that another program wrote: each of the fields may be missing, and is treated as missing where it holds anything else. */
export function some<E extends v.ObjectEntries>(entries: E): Schema<SomeOf<E>> {
  const all: v.ObjectEntries = Object.fromEntries(
    Object.entries(entries).map(([name, schema]) => [name, maybe(schema)]),
  );
  return v.pipe(fields, object(all));
}

/** Those fields of an object that are as the schema says, whatever their names. */
export function someRecordOf<T>(schema: Schema<T>): Schema<Readonly<Record<string, T>>> {
  return v.pipe(
    fields,
    v.transform((values) =>
      Object.fromEntries(
        Object.entries(values).flatMap(([name, value]): [string, T][] => {
          const known = read(schema, value);
          return known === undefined ? [] : [[name, known]];
        }),
      ),
    ),
  );
}

/** Those items of a list that are as the schema says. */
export function someOf<T>(schema: Schema<T>): Schema<readonly T[]> {
  return v.pipe(
    v.array(v.unknown()),
    v.transform((items) => items.map((item) => read(schema, item)).filter((item) => item !== undefined)),
  );
}
