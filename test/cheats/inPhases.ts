import type { Cheat, Step } from './cheat.js';
import { documentCheats } from './cheats/documents.js';
import { evidenceCheats } from './cheats/evidence.js';
import { historyCheats } from './cheats/history.js';
import { newTestCheats } from './cheats/newTests.js';
import { oldTestCheats } from './cheats/oldTests.js';
import { onlyNode } from './cheats/onlyNode.js';
import { runCheats } from './cheats/runs.js';
import { settingsCheats } from './cheats/settings.js';
import { missed } from './missed.js';
import { node } from './stacks/node.js';
import { work } from './story.js';

export type Side = 'cheat' | 'honest';
/** The phases that an item goes through once it is planned, in order. */
export const playedPhases = ['act', 'check', 'done'] as const;
export type PlayedPhase = (typeof playedPhases)[number];

/** A cheat, and the phase in which an agent plays it. */
export interface Placed {
  readonly cheat: Cheat;
  readonly phase: PlayedPhase;
}

const lists: readonly { readonly phase: PlayedPhase; readonly cheats: readonly Cheat[] }[] = [
  { phase: 'act', cheats: newTestCheats(node) },
  { phase: 'act', cheats: oldTestCheats(node) },
  { phase: 'act', cheats: runCheats(node) },
  { phase: 'act', cheats: onlyNode },
  { phase: 'act', cheats: documentCheats(node) },
  { phase: 'act', cheats: historyCheats(node) },
  // A reviewer is to change nothing, and could make what judges milder.
  { phase: 'check', cheats: settingsCheats(node) },
  // What opened the last gate is in the record by then.
  { phase: 'done', cheats: evidenceCheats(node) },
];

/** All that can be done in a project with Node's runner. */
export const allPlaced: readonly Placed[] = lists.flatMap(({ phase, cheats }) =>
  cheats.map((cheat) => ({ cheat, phase })),
);

/** Of each list the first that each condition catches, and all that none does. */
export const firstPlaced: readonly Placed[] = lists.flatMap(({ phase, cheats }) =>
  cheats.filter((cheat, index) => isFirst(cheat, index, cheats)).map((cheat) => ({ cheat, phase })),
);

/** An agent may do all that its tools can, and cannot speak as a person whom this machine trusts. */
export function canBePlayed({ cheat }: Placed, side: Side): boolean {
  return !cheat[side].some((step) => step.do === 'word' && step.by === 'person');
}

/** What the agent does in a phase: the work on the item in `act`, and what the cheat or its twin is made of, in its own. */
export function partOf({ cheat, phase: own }: Placed, side: Side, phase: PlayedPhase): readonly Step[] {
  return [...(phase === 'act' && cheat.after !== 'start' ? work(node) : []), ...(phase === own ? cheat[side] : [])];
}

function isFirst({ name, caughtBy }: Cheat, index: number, list: readonly Cheat[]): boolean {
  return missed.has(name) || !list.slice(0, index).some((before) => before.caughtBy === caughtBy);
}
