import type { Cheat } from '../cheat.js';
import { node } from '../stacks/node.js';
import { newTestCheats } from './newTests.js';
import { oldTestCheats } from './oldTests.js';
import { onlyNode } from './onlyNode.js';
import { runCheats } from './runs.js';

const lists = [newTestCheats(node), oldTestCheats(node), runCheats(node), onlyNode];

/** What is done to tests and by them in Node's runner: the first that each condition catches, for every change. */
export const firstOfNode: readonly Cheat[] = lists.flat().filter(isEarly);

/** The others, which take longer than anybody waits for. */
export const othersOfNode: readonly Cheat[] = lists.flat().filter((...one) => !isEarly(...one));

function isEarly({ caughtBy }: Cheat, index: number, list: readonly Cheat[]): boolean {
  return !list.slice(0, index).some((before) => before.caughtBy === caughtBy);
}
