/** The value of a JSON text; undefined if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type Fields = Readonly<Record<string, unknown>>;

/** The fields of a JSON object; undefined for anything else. */
export function fieldsOf(value: unknown): Fields | undefined {
  // An object that is no array has fields of values not known.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/** Lays a JSON value over another: fields are added and replaced, and come after those that are only below; lists are joined. */
export function laidOver(under: unknown, over: unknown): unknown {
  if (Array.isArray(under) && Array.isArray(over))
    return [...(under as readonly unknown[]), ...(over as readonly unknown[])];
  const below = fieldsOf(under);
  const above = fieldsOf(over);
  if (!below || !above) return over;
  return Object.fromEntries([
    ...Object.entries(below).filter(([name]) => !Object.hasOwn(above, name)),
    ...Object.entries(above).map(([name, value]) => [
      name,
      Object.hasOwn(below, name) ? laidOver(below[name], value) : value,
    ]),
  ]);
}

/** The same object without the fields that hold nothing. */
export function present<T extends object>(values: T): { readonly [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    // Object.fromEntries forgets which field held what.
    readonly [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** The value of a JSON text with comments and commas before closing brackets; undefined if it is none. */
export function parseJsonWithComments(text: string): unknown {
  const plain = text
    .replace(/^\uFEFF/u, '')
    .replace(/"(?:\\.|[^"\\])*"|\/\/[^\r\n]*|\/\*[^]*?\*\//gu, (part) => (part.startsWith('"') ? part : ' '))
    .replace(/"(?:\\.|[^"\\])*"|,(?=\s*[\]}])/gu, (part) => (part === ',' ? '' : part));
  return parseJson(plain);
}
