import { fieldsOf } from './json.js';

/** A value as JSON that is the same for the same content: the keys of objects are in order of their UTF-16 units. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    const fields = fieldsOf(inner);
    return fields ? Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))) : inner;
  });
}
