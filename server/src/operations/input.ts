import { nearestName } from '../base/nearestName.js';
import { Refused } from './errorCodes.js';

/**
 * What a shell offers for a value: words that are often meant (others are allowed), ids of items, parts of them
 * (`STORY-042/R1`), codes of rules, codes with a level (`E005=off`), files or folders.
 */
export type Completes = readonly string[] | 'item' | 'part' | 'role' | 'rule' | 'ruleSetting' | 'path' | 'folder';

/** One input of an operation or a command. */
export interface InputField {
  /** `texts`: any number of them. `flag`: given or not. */
  readonly type: 'text' | 'texts' | 'integer' | 'flag';
  /** One sentence without full stop: what it means, and its form. */
  readonly description: string;
  readonly required?: true;
  /** On the command line it is without a name, in the order of the fields; one of them at most takes `texts`. */
  readonly positional?: true;
  /** What a text may be, where that is a few words. */
  readonly values?: readonly string[];
  /** Beside `values`, which are offered always. */
  readonly completes?: Completes;
  /** What is wrong with a text, as the end of a sentence that begins with it; undefined if nothing is. */
  readonly check?: (text: string) => string | undefined;
}

export type InputFields = Readonly<Record<string, InputField>>;

interface ValueOfType {
  readonly text: string;
  readonly texts: readonly string[];
  readonly integer: number;
  readonly flag: boolean;
}

type ValueOf<F extends InputField> = F extends { readonly type: 'text'; readonly values: readonly (infer V)[] }
  ? V
  : ValueOfType[F['type']];

/** `texts`, `flag` and what has a default are always there; the others only where they are required or were given. */
export type InputOf<F extends InputFields> = {
  readonly [K in keyof F]: F[K] extends
    { readonly required: true } | { readonly default: string | number } | { readonly type: 'texts' | 'flag' }
    ? ValueOf<F[K]>
    : ValueOf<F[K]> | undefined;
};

/** An example of what a caller may give. */
export type ExampleOf<F extends InputFields> = { readonly [K in keyof F]?: ValueOf<F[K]> };

/**
 * Reads the input of any caller.
 *
 * @throws Refused (`invalid-input`) for the first thing that is wrong with it.
 */
export function readInput<F extends InputFields>(fields: F, given: Readonly<Record<string, unknown>>): InputOf<F> {
  for (const name of Object.keys(given))
    if (!Object.hasOwn(fields, name)) {
      const nearest = nearestName(name, Object.keys(fields));
      throw new Refused(
        'invalid-input',
        `unknown input "${name}"${nearest === undefined ? '' : `; did you mean ${nearest}?`}`,
      );
    }
  const read = Object.entries(fields).map(([name, field]) => [name, readValue(name, field, given[name])]);
  // Each value has the type its field says, as `readValue` looks at every one.
  return Object.fromEntries(read) as InputOf<F>;
}

function readValue(name: string, field: InputField, value: unknown): unknown {
  if (value === undefined || value === null) {
    if (field.required) throw missing(name, field);
    return field.type === 'texts' ? [] : field.type === 'flag' ? false : undefined;
  }
  switch (field.type) {
    case 'text':
      return readText(name, field, value);
    case 'texts':
      if (!Array.isArray(value)) throw wrongType(name, 'a list of strings');
      if (field.required && value.length === 0) throw missing(name, field);
      return value.map((one) => readText(name, field, one));
    case 'integer':
      if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw wrongType(name, 'a whole number');
      return value;
    case 'flag':
      if (typeof value !== 'boolean') throw wrongType(name, 'true or false');
      return value;
  }
}

function readText(name: string, { values, check }: InputField, value: unknown): string {
  if (typeof value !== 'string') throw wrongType(name, 'a text');
  if (values && !values.includes(value)) {
    const nearest = nearestName(value, values);
    const meant = nearest === undefined ? '' : ` (did you mean ${nearest}?)`;
    throw new Refused(
      'invalid-input',
      `${name} must be ${values.join(', ')}, not "${shortened(value)}"${meant}`,
      values,
    );
  }
  const wrong = check?.(value);
  if (wrong !== undefined) throw new Refused('invalid-input', `${name} "${shortened(value)}" ${wrong}`);
  return value;
}

function missing(name: string, { description }: InputField): Refused {
  return new Refused('invalid-input', `${name} is missing: ${description}`);
}

function wrongType(name: string, expected: string): Refused {
  return new Refused('invalid-input', `${name} takes ${expected}`);
}

/** What is wrong may be that it is endless, or has line breaks. */
function shortened(value: string): string {
  const line = value.replace(/\p{Cc}+/gu, ' ');
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}
