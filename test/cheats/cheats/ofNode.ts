import { allConditions } from '../../../server/src/gates/registry.js';
import type { Cheat } from '../cheat.js';
import { node } from '../stacks/node.js';
import { newTestCheats } from './newTests.js';
import { oldTestCheats } from './oldTests.js';
import { onlyNode } from './onlyNode.js';
import { resultCheats } from './results.js';
import { runCheats } from './runs.js';

const lists = [newTestCheats(node), resultCheats(node), oldTestCheats(node), runCheats(node), onlyNode];

/** Those that need no test to be run; in every change they are asked by tests of their own, in test/unit/gates. */
const runNothing = new Set(allConditions.filter(({ gates }) => gates.includes('commit')).map(({ name }) => name));

/** What is done to tests and by them in Node's runner: the first that each condition that may run them catches, for every change. */
export const firstOfNode: readonly Cheat[] = lists.flat().filter(isEarly);

/** The others, which take longer than anybody waits for. */
export const othersOfNode: readonly Cheat[] = lists.flat().filter((...one) => !isEarly(...one));

function isEarly({ caughtBy }: Cheat, index: number, list: readonly Cheat[]): boolean {
  return !runNothing.has(caughtBy) && !list.slice(0, index).some((before) => before.caughtBy === caughtBy);
}
