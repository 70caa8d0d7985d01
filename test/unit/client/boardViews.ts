import type { BoardEntryView, BoardFacts, BoardSectionView, BoardView, Range } from '../../../server/src/protocol.js';

/** A line as a range. */
export const at = (line: number): Range => ({ start: { line, character: 0 }, end: { line, character: 0 } });

const nothing: BoardFacts = {
  developer: undefined,
  spec: undefined,
  status: undefined,
  priority: undefined,
  rank: undefined,
  criteria: 0,
  covered: 0,
  coveredBy: 'test',
  branches: [],
  errors: 0,
  warnings: 0,
  infos: 0,
  drifts: 0,
  blockedBy: [],
  changedAt: undefined,
};

/** An entry with an id, as the server tells it. */
export function entryOf(
  id: string,
  facts: Partial<BoardFacts> = {},
  more: Partial<BoardEntryView> = {},
): BoardEntryView {
  return { id, name: id, title: `Title of ${id}`, range: at(0), tasks: [], facts: { ...nothing, ...facts }, ...more };
}

/** A board of sections by their titles; each entry stands on a line of its own. */
export function boardOf(
  sections: Readonly<Record<string, readonly BoardEntryView[]>>,
  more: Partial<BoardView> = {},
): BoardView {
  const kinds = { Backlog: 'backlog', 'In Progress': 'inProgress', Done: 'done' } as const;
  let line = 0;
  return {
    uri: 'file:///project/board.md',
    root: 'file:///project',
    name: 'project',
    drifts: 0,
    ...more,
    sections: Object.entries(sections).map(([title, entries]): BoardSectionView => ({
      title,
      kind: title in kinds ? kinds[title as keyof typeof kinds] : 'custom', // as the line says
      range: at(line++),
      entries: entries.map((entry) => ({ ...entry, range: at(line++) })),
    })),
  };
}
