import { fieldsOf, parseJson } from '../../base/json.js';
import { read, said, type Schema } from '../../base/schema.js';

/** A line that is a JSON object; undefined for every other. */
export function readObject<T>(line: string, schema: Schema<T>): T | undefined {
  return line.trimStart().startsWith('{') ? read(schema, parseJson(line)) : undefined;
}

/** The text of a field of a JSON object, where there is something in it. */
export function textIn(value: unknown, name: string): string | undefined {
  return read(said, fieldsOf(value)?.[name]);
}
