import type { BoardEvent, FileChange } from './gitFacts.js';
import { type BoardState, createBoardReader, type ItemState } from './boardStates.js';
import { groupBy } from '../../base/groupBy.js';
import type { TimeSlices } from '../../base/timeSlices.js';

/** What became of the board between two of its versions, whatever commit did it. */
export type BoardStep = Omit<BoardEvent, 'commit'>;

/** What happened on the board, known by pairs of its versions. */
export interface BoardEvents {
  /** The blobs whose texts are wanted to know what these changes did. */
  wanted(changes: readonly FileChange[]): readonly string[];
  /** Finds out what the changes did. A change whose texts are missing stays without events. */
  learn(changes: readonly FileChange[], texts: ReadonlyMap<string, string>, slices: TimeSlices): Promise<void>;
  /** What the changes did, as far as it is known, in their order. */
  of(changes: readonly FileChange[]): readonly BoardEvent[];
  /** All that is known, by pair of blobs. */
  known(): ReadonlyMap<string, readonly BoardStep[]>;
  /** Takes in what was known before. */
  remember(known: Iterable<readonly [string, readonly BoardStep[]]>): void;
}

/** A change's version before is that after the next one nearly always; the others can be read again. */
const mostStates = 20;

export function createBoardEvents(): BoardEvents {
  const steps = new Map<string, readonly BoardStep[]>();
  // Asked for and not available.
  const lost = new Set<string>();

  const unknown = (changes: readonly FileChange[]): readonly FileChange[] =>
    changes.filter((change) => {
      const pair = pairOf(change);
      return pair !== undefined && !steps.has(pair) && !lost.has(pair);
    });

  return {
    wanted: (changes) => [
      ...new Set(unknown(changes).flatMap(({ before, after }) => [before ?? [], after ?? []].flat())),
    ],
    learn: async (changes, texts, slices) => {
      const read = createBoardReader();
      const states = new Map<string, BoardState>();
      const stateOf = async (blob: string): Promise<BoardState | undefined> => {
        const text = texts.get(blob);
        const known = states.get(blob);
        if (known || text === undefined) return known;
        const state = await slices.run(() => read(text));
        const [oldest] = states.keys();
        if (oldest !== undefined && states.size >= mostStates) states.delete(oldest);
        states.set(blob, state);
        return state;
      };
      for (const change of unknown(changes)) {
        const pair = pairOf(change) ?? '';
        const after = change.after === undefined ? undefined : await stateOf(change.after);
        const before = change.before === undefined ? emptyBoard : await stateOf(change.before);
        if (before && after) steps.set(pair, compare(before, after));
        else lost.add(pair);
      }
    },
    of: (changes) => {
      const stepsOf = (change: FileChange): readonly BoardStep[] => steps.get(pairOf(change) ?? '') ?? [];
      // Of a merge there is a change for each parent: it did itself what it did to all of them.
      return Array.from(groupBy(changes, ({ commit }) => commit)).flatMap(([commit, [first, ...others]]) =>
        (first ? stepsOf(first) : [])
          .filter((step) => others.every((other) => stepsOf(other).some((one) => isSameStep(one, step))))
          .map((step) => ({ commit, ...step })),
      );
    },
    known: () => steps,
    remember: (known) => {
      for (const [pair, some] of known) steps.set(pair, some);
    },
  };
}

function isSameStep(one: BoardStep, other: BoardStep): boolean {
  return one.item === other.item && one.kind === other.kind && one.task === other.task;
}

/** A board that is deleted, or moved elsewhere, says nothing of its items. */
function pairOf({ before, after }: FileChange): string | undefined {
  return after === undefined ? undefined : `${before ?? ''}:${after}`;
}

const emptyBoard: BoardState = new Map();

function compare(before: BoardState, after: BoardState): BoardStep[] {
  const steps: BoardStep[] = [];
  for (const [item, now] of after) {
    const then = before.get(item);
    if (now === then) continue;
    if (now.inProgress && !then?.inProgress) steps.push({ item, kind: 'started' });
    if (now.done && !then?.done) steps.push({ item, kind: 'done' });
    // An entry that comes with ticked tasks was written elsewhere.
    if (then) for (const task of tickedTasks(then, now)) steps.push({ item, kind: 'ticked', task });
  }
  for (const item of before.keys()) if (!after.has(item)) steps.push({ item, kind: 'archived' });
  return steps;
}

/** A task is the one of the same text; those of new texts are, in their order, the ones whose texts are gone. */
function tickedTasks({ tasks: then }: ItemState, { tasks: now }: ItemState): string[] {
  const left = new Map<string, boolean[]>();
  for (const { text, ticked } of then) left.set(text, [...(left.get(text) ?? []), ticked]);
  const found: { readonly text: string; readonly ticked: boolean; readonly was?: boolean }[] = now.map((task) => {
    const was = left.get(task.text)?.shift();
    return was === undefined ? task : { ...task, was };
  });
  const gone = then.flatMap(({ text }) => left.get(text)?.shift() ?? []);
  return found.flatMap(({ text, ticked, was }) => ((was ?? gone.shift() ?? false) || !ticked ? [] : [text]));
}
