// The process that runs tests with faults; where one hangs, it is ended with all it has started, and another takes its place.
import { fork } from 'node:child_process';
import path from 'node:path';
import { repository } from '../repository.mjs';

/** @typedef {import('./tester.mjs').Told} Told */
/** @typedef {{ on: readonly number[], test: string }} Order */

/**
 * @param {string} tree absolute
 * @returns {Promise<{ tests: readonly string[], ask: (order: Order, seconds: number) => Promise<Told>, end: () => void }>}
 */
export async function startTester(tree) {
  let { child, tests } = await start(tree);
  const end = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  };
  return {
    tests,
    end,
    async ask(order, seconds) {
      child.send(order);
      const answer = await answerOf(child, seconds);
      if (answer) return answer;
      end();
      ({ child } = await start(tree));
      return { passed: false, seconds, failures: [{ id: '', by: `no answer in ${seconds} s` }] };
    },
  };
}

/** @param {string} tree @returns {Promise<{ child: import('node:child_process').ChildProcess, tests: string[] }>} */
async function start(tree) {
  const program = path.join(repository, 'scripts/lib/mutants/tester.mjs');
  const child = fork(program, [tree], { detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return { child, tests: await new Promise((resolve) => child.once('message', resolve)) };
}

/** @param {import('node:child_process').ChildProcess} child @param {number} seconds @returns {Promise<Told | undefined>} */
function answerOf(child, seconds) {
  return new Promise((resolve) => {
    const settle = (/** @type {Told | undefined} */ answer) => {
      clearTimeout(timer);
      child.off('message', settle).off('exit', gone);
      resolve(answer);
    };
    const gone = () => settle(undefined);
    const timer = setTimeout(gone, seconds * 1000);
    child.on('message', settle).on('exit', gone);
  });
}
