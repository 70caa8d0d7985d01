import type { Operation } from './operation.js';

/** A field as an option: `specPath` is `--spec-path`. */
export function optionName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * How the command line calls an operation, behind the program's name.
 *
 * @param input by the names of the operation's fields; what is neither text, number nor list is left out, except for a flag that is given.
 */
export function commandOf(
  { name, fields }: Pick<Operation, 'name' | 'fields'>,
  input: Readonly<Record<string, unknown>>,
): readonly string[] {
  const valuesOf = (field: string): readonly string[] => {
    const value = input[field];
    return (Array.isArray(value) ? value : [value]).flatMap((one: unknown) =>
      typeof one === 'string' || typeof one === 'number' ? [String(one)] : [],
    );
  };
  const places = Object.entries(fields).flatMap(([field, { positional }]) => (positional ? valuesOf(field) : []));
  const options = Object.entries(fields).flatMap(([field, { positional, type }]) => {
    if (positional) return [];
    const option = `--${optionName(field)}`;
    if (type === 'flag') return input[field] === true ? [option] : [];
    return valuesOf(field).map((value) => `${option}=${value}`);
  });
  const words = name.split(' ');
  // What begins with a dash would be treated as an option.
  if (places.some((place) => place.startsWith('-'))) return [...words, ...options, '--', ...places];
  return [...words, ...places, ...options];
}
