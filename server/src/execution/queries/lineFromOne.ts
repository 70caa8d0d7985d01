/** Of a part of an answer: a bare `line` of JSON counts from 1, as editors show it; a range counts from 0, as in the Language Server Protocol. */
export function lineFromOne<T extends { readonly line?: number | undefined }>(part: T): T {
  return part.line === undefined ? part : { ...part, line: part.line + 1 };
}
