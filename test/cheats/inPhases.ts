import type { Cheat, Stack, Step } from './cheat.js';
import { cheatsOnTests } from './cheats/all.js';
import { resultsAndCauses } from './cheats/causes.js';
import { documentCheats } from './cheats/documents.js';
import { evidenceCheats } from './cheats/evidence.js';
import { historyCheats } from './cheats/history.js';
import { newTestCheats } from './cheats/newTests.js';
import { oldTestCheats } from './cheats/oldTests.js';
import { onlyNode } from './cheats/onlyNode.js';
import { resultCheats } from './cheats/results.js';
import { runCheats } from './cheats/runs.js';
import { settingsCheats } from './cheats/settings.js';
import { onlyCargo } from './cheats/onlyCargo.js';
import { onlyGo } from './cheats/onlyGo.js';
import { onlyPytest } from './cheats/onlyPytest.js';
import { onlyVitest } from './cheats/onlyVitest.js';
import { cargo } from './stacks/cargo.js';
import { go } from './stacks/go.js';
import { node } from './stacks/node.js';
import { pytest } from './stacks/pytest.js';
import { vitest } from './stacks/vitest.js';
import { work } from './story.js';

export type Side = 'cheat' | 'honest';
/** The phases that an item goes through once it is planned, in order. */
export const playedPhases = ['act', 'check', 'done'] as const;
export type PlayedPhase = (typeof playedPhases)[number];

/** A cheat, and the phase in which an agent plays it. */
export interface Placed {
  readonly stack: Stack;
  readonly cheat: Cheat;
  readonly phase: PlayedPhase;
}

const inPhase = (phase: PlayedPhase, ...lists: readonly (readonly Cheat[])[]): readonly Placed[] =>
  lists.flat().map((cheat) => ({ stack: node, cheat, phase }));

/** All that can be done in a project with Node's runner, by the test file that plays it: these run beside each other. */
export const placed = {
  newTests: inPhase('act', newTestCheats(node), resultCheats(node)),
  oldTests: inPhase('act', oldTestCheats(node), runCheats(node), onlyNode),
  history: inPhase('act', historyCheats(node)),
  // A reviewer is to change nothing, and could make what judges milder.
  documents: [...inPhase('act', documentCheats(node)), ...inPhase('check', settingsCheats(node))],
  // What opened the last gate is in the record by then.
  evidence: inPhase('done', evidenceCheats(node)),
} as const satisfies Readonly<Record<string, readonly Placed[]>>;

export const allPlaced: readonly Placed[] = Object.values(placed).flat();

/** The same in projects of other languages and runners, whose cheats are about tests and code alone. */
export const placedElsewhere: readonly Placed[] = (
  [
    [vitest, [...onlyVitest, ...resultsAndCauses(vitest)]],
    [pytest, [...cheatsOnTests(pytest), ...onlyPytest]],
    [go, [...onlyGo, ...resultsAndCauses(go)]],
    [cargo, onlyCargo],
  ] as const
).flatMap(([stack, cheats]) => cheats.map((cheat) => ({ stack, cheat, phase: 'act' as const })));

/**
 * After each turn Pactwright commits what an agent left, so that the cheat comes to the same as the honest work; and what its twin leaves
 * out of the commit breaks a test.
 */
const undoneByPhases: ReadonlySet<string> = new Set(['a file that is not committed']);

/** An agent may do all that its tools can, and cannot speak as a person whom this machine trusts. */
export function canBePlayed({ cheat }: Placed, side: Side): boolean {
  if (undoneByPhases.has(cheat.name)) return false;
  return !cheat[side].some((step) => step.do === 'word' && step.by === 'person');
}

/** What the agent does in a phase: the work on the item in `act`, and what the cheat or its twin is made of, in its own. */
export function partOf({ stack, cheat, phase: own }: Placed, side: Side, phase: PlayedPhase): readonly Step[] {
  return [...(phase === 'act' && cheat.after !== 'start' ? work(stack) : []), ...(phase === own ? cheat[side] : [])];
}
