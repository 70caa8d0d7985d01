import type { CallGraph, PartEdge } from './callGraph.js';
import { type CodeIndex, fullName, type Part } from './codeIndex.js';

/** Functions by their name, with or without their class and file; or all of a file. */
export function partsCalled(parts: readonly Part[], wanted: string): readonly Part[] {
  const fits: readonly ((part: Part) => boolean)[] = [
    (part) => part.id === wanted || part.path === wanted,
    ({ definition }) => fullName(definition) === wanted,
    ({ definition }) => definition.name === wanted,
  ];
  return fits.map((fit) => parts.filter(fit)).find(({ length }) => length > 0) ?? [];
}

/** A call that no reader finds, such as that of a dispatcher, as a person declares it. */
export interface DeclaredCall {
  /** A name, or the very function. */
  readonly from: string | Part;
  readonly to: string;
  /** What declares it, as the end of a sentence: `which … names`. */
  readonly where: string;
}

/** The calls that comments declare: `pactkit-trace: dispatches_to total, Cart.sum`. @param tell given what is wrong with one. */
export function callsInComments(
  { files }: CodeIndex,
  graph: CallGraph,
  tell: (problem: string) => void,
): readonly DeclaredCall[] {
  return [...files].flatMap(([file, { outline }], at) =>
    (outline.dispatches ?? []).flatMap(({ to, inside, line }): readonly DeclaredCall[] => {
      const from = inside === undefined ? undefined : graph.files[at]?.parts[inside];
      const where = `${file}:${String(line + 1)}`;
      if (!from) tell(`${where}: this \`dispatches_to\` is neither in a function nor above one, so it adds no call`);
      return from ? to.map((name) => ({ from, to: name, where: `the \`dispatches_to\` at ${where}` })) : [];
    }),
  );
}

/** Adds calls that a person declares. @param tell given each name that no function has. */
export function withDeclared(
  graph: CallGraph,
  declared: readonly DeclaredCall[],
  tell: (problem: string) => void,
): CallGraph {
  const named = (name: string, where: string): readonly Part[] => {
    const found = partsCalled(graph.parts, name);
    if (found.length === 0) tell(`no function is called "${name}", which ${where} names`);
    return found;
  };
  const added = declared.flatMap(({ from, to, where }): readonly PartEdge[] => {
    const ends = named(to, where);
    const starts = typeof from === 'string' ? named(from, where) : [from];
    return starts.flatMap((start) =>
      ends.map((end) => ({ from: start, to: end, line: start.definition.line, certain: true })),
    );
  });
  if (added.length === 0) return graph;
  const known = new Set(graph.calls.map((one) => `${one.from.id} ${one.to.id}`));
  const isNew = added.filter((one) => !known.has(`${one.from.id} ${one.to.id}`));
  return isNew.length === 0 ? graph : { ...graph, calls: [...graph.calls, ...isNew], declared: isNew };
}
