import type { CallGraph, PartEdge } from './callGraph.js';
import { fullName, type Part } from './codeIndex.js';

/** Functions by their name, with or without their class and file; or all of a file. */
export function partsCalled(parts: readonly Part[], wanted: string): readonly Part[] {
  const fits: readonly ((part: Part) => boolean)[] = [
    (part) => part.id === wanted || part.path === wanted,
    ({ definition }) => fullName(definition) === wanted,
    ({ definition }) => definition.name === wanted,
  ];
  return fits.map((fit) => parts.filter(fit)).find(({ length }) => length > 0) ?? [];
}

/**
 * Adds calls that no reader finds, such as those of a dispatcher, as a person declares them: `Router.handle -> Cart.total`.
 *
 * @param unknown given each name that no function has.
 */
export function withDeclared(
  graph: CallGraph,
  declared: readonly string[],
  unknown: (name: string) => void,
): CallGraph {
  const parts = (name: string): readonly Part[] => {
    const found = partsCalled(graph.parts, name);
    if (found.length === 0) unknown(name);
    return found;
  };
  const added = declared.flatMap((line): readonly PartEdge[] => {
    const [from = '', to = ''] = line.split('->').map((one) => one.trim());
    const ends = parts(to);
    return parts(from).flatMap((start) =>
      ends.map((end) => ({ from: start, to: end, line: start.definition.line, certain: true })),
    );
  });
  const known = new Set(graph.calls.map((one) => `${one.from.id} ${one.to.id}`));
  const isNew = added.filter((one) => !known.has(`${one.from.id} ${one.to.id}`));
  return isNew.length === 0 ? graph : { ...graph, calls: [...graph.calls, ...isNew] };
}
