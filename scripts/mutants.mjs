// Mutation testing by a fixed sample: how many small faults, drawn over all rooms, do the tests of `npm test` notice outside of VS Code?
//   node scripts/mutants.mjs <copy of a checkout> --results FILE [--count 200] [--common TREE] [--drawn FILE] [--minutes 60]
// The copy is written to: all faults are built into it, behind switches. What was found is kept after each test file, and a later call
// goes on from there. `--common` draws from what is the same in another checkout; `--drawn` takes the faults of an earlier run, so that
// two commits answer for the same ones.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { drawMutants, findAgain, listMutants } from './lib/mutants/draw.mjs';
import { judgeTogether } from './lib/mutants/judge.mjs';
import { withSwitches } from './lib/mutants/schemata.mjs';
import { startTester } from './lib/mutants/startTester.mjs';
import { tableOf } from './lib/mutants/tableOf.mjs';
import { repository } from './lib/repository.mjs';

/** @typedef {import('./lib/mutants/draw.mjs').Mutant} Mutant */
/** @typedef {import('./lib/mutants/judge.mjs').Answer} Answer */
/** @typedef {import('./lib/mutants/tableOf.mjs').State} State */
/**
 * @typedef {object} Judged
 * @property {number} number
 * @property {State} [state]
 * @property {string[]} reached
 * @property {string[]} left
 * @property {readonly string[]} [tests] the only test files that are to judge it; otherwise all that reach it
 * @property {string} [test]
 * @property {string} [by]
 */
/** @typedef {{ tests: Record<string, Answer>, mutants: (Mutant & Judged)[] }} Results tests: what they say without any fault */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '200' },
    minutes: { type: 'string', default: '600' },
    results: { type: 'string' },
    drawn: { type: 'string' },
    common: { type: 'string' },
  },
});
const tree = path.resolve(positionals[0] ?? '');
const file = values.results;
if (positionals.length !== 1 || tree === repository || file === undefined)
  throw new Error('Name a copy of the checkout (its files are changed) and a file for the results.');
const folder = path.join(tree, 'out/mutants');
const log = path.join(folder, 'reached');
const until = Date.now() + Number(values.minutes) * 60_000;
const results = existsSync(file) ? read(file) : prepared();
const tester = await startTester(tree);

const tests = tester.tests.filter((test) => results.mutants.some((one) => mayJudge(one, test)));
for (const test of tests) await recordReach(test);
const seconds = (/** @type {string} */ test) => results.tests[test]?.seconds ?? 0;
for (const test of [...tests].sort((a, b) => seconds(a) - seconds(b)))
  await judgeTogether(
    results.mutants.filter(({ state, left }) => !state && left.includes(test)).map(judged),
    test,
    ask,
  );
for (const one of results.mutants) one.state ??= one.reached.length > 0 ? 'survived' : 'unreached';
finish();

/** @param {string} from @returns {Results} */
function read(from) {
  return JSON.parse(readFileSync(from, 'utf8'));
}

/** Builds the faults in. @returns {Results} */
function prepared() {
  if (existsSync(folder)) throw new Error('This copy has faults already: give their results, or take a fresh one.');
  mkdirSync(folder, { recursive: true });
  const candidates = listMutants(tree);
  const names = new Set(
    (values.common === undefined ? candidates : listMutants(values.common)).map(({ name }) => name),
  );
  const common = candidates.filter(({ name }) => names.has(name));
  /** @type {readonly (Mutant & Pick<Judged, 'tests'>)[]} */
  const drawn = values.drawn === undefined ? drawMutants(common, Number(values.count)) : read(values.drawn).mutants;
  /** @type {Results['mutants']} */
  const mutants = drawn.map((one, number) => {
    const { name, room, file: source, inside, kind, start, before, after } = findAgain(candidates, one) ?? one;
    const only = one.tests ? { tests: one.tests } : {};
    const mutant = {
      name,
      room,
      file: source,
      inside,
      kind,
      start,
      before,
      after,
      number,
      reached: [],
      left: [],
      ...only,
    };
    return candidates.some((other) => other.name === name) ? mutant : { ...mutant, state: 'gone' };
  });
  const present = mutants.filter(({ state }) => state === undefined);
  for (const source of new Set(present.map((one) => one.file))) {
    const text = readFileSync(path.join(tree, source), 'utf8');
    const numbered = present.filter((one) => one.file === source).map((mutant) => ({ number: mutant.number, mutant }));
    writeFileSync(path.join(tree, source), withSwitches(text, numbered, folder));
  }
  writeFileSync(path.join(folder, 'run.json'), JSON.stringify({ on: [], test: 'build' }));
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: tree, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return { tests: {}, mutants };
}

/** Who comes by what without any fault. What fails so cannot notice any. @param {string} test */
async function recordReach(test) {
  if (results.tests[test]) return;
  const { passed, seconds, failures } = await ask(test, []);
  results.tests[test] = { passed, seconds, failures };
  const reached = new Set(readReached().map(({ number }) => number));
  for (const one of results.mutants) {
    if (!reached.has(one.number) || !mayJudge(one, test)) continue;
    one.reached.push(test);
    if (passed) one.left.push(test);
  }
}

/** @param {Judged} one @param {string} test */
function mayJudge({ state, tests: only }, test) {
  return state !== 'gone' && (only === undefined || only.includes(test));
}

/** @returns {{ number: number, test: string, id: string }[]} */
function readReached() {
  return readFileSync(log, 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .map(([number, test = '', id = '']) => ({ number: Number(number), test, id }));
}

/** @param {string} test @param {readonly number[]} on @returns {Promise<Answer>} */
async function ask(test, on) {
  save();
  if (Date.now() > until) finish();
  writeFileSync(log, '');
  const { passed, seconds, failures } = await tester.ask({ test, on }, 30 + 5 * (results.tests[test]?.seconds ?? 100));
  const reached = readReached().filter((one) => one.test === test);
  const reachedBy = (/** @type {string} */ id) =>
    reached.filter((one) => one.id === id || one.id === '' || id === '').map(({ number }) => number);
  console.log(`${passed ? '-' : 'X'} [${on.join(' ')}]  ${test}  ${seconds} s  ${failures[0]?.by ?? ''}`);
  return { passed, seconds, failures: failures.map(({ id, by }) => ({ by, reached: reachedBy(id) })) };
}

/** @param {Results['mutants'][number]} one @returns {import('./lib/mutants/judge.mjs').Open} */
function judged(one) {
  const kill = (/** @type {string} */ test, /** @type {string} */ by) =>
    void Object.assign(one, { state: 'killed', test, by });
  return { number: one.number, left: one.left, kill };
}

function save() {
  writeFileSync(file ?? '', JSON.stringify(results, undefined, 1));
}

/** @returns {never} */
function finish() {
  save();
  tester.end();
  console.log(tableOf(results.mutants));
  process.exit();
}
