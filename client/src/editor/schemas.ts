/** Reading what comes from outside: from a web view, a process, a state that was kept, or who calls a command. */
import * as v from 'valibot';

/** A whole number from 0, as lines, characters and places in a list are. */
export const offset = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A line as the command line answers it, from 1; read as one from 0. */
export const lineNumber = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(1),
  v.transform((line) => line - 1),
);

/** A text; anything else is an empty one. */
export const textOrNothing = v.fallback(v.string(), '');

/** An item by its id, and its project by the URI of the root. */
export const itemReference = v.object({ root: v.string(), item: v.string() });

/** A list of what is of a kind; what is of another kind is left out. */
export function listOf<S extends v.GenericSchema>(schema: S): v.GenericSchema<unknown[], v.InferOutput<S>[]> {
  return v.pipe(
    v.array(v.unknown()),
    v.transform((all) =>
      all.flatMap((one) => {
        const read = v.safeParse(schema, one);
        return read.success ? [read.output] : [];
      }),
    ),
  );
}

/** @returns undefined if the value is not of that kind. */
export function readAs<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> | undefined {
  const read = v.safeParse(schema, value);
  return read.success ? read.output : undefined;
}

/** As `readAs`, for a text in JSON. */
export function readJson<S extends v.GenericSchema>(schema: S, text: string): v.InferOutput<S> | undefined {
  try {
    return readAs(schema, JSON.parse(text));
  } catch {
    return undefined;
  }
}
