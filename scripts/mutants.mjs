// Mutation testing by a fixed sample: how many small faults, drawn over all rooms, do the tests notice?
//   node scripts/mutants.mjs <copy of a checkout> [--count 200] [--minutes 60] [--results out/mutants.json] [--drawn earlier.json] [--patience 1]
// The copy is written to. What was found is kept after each mutant, and a later call goes on from there. `--drawn` takes the mutants
// of an earlier run, so that two commits answer for the same ones: they are found again by function and text, not by place.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { drawMutants, findAgain, listMutants } from './lib/mutants/draw.mjs';
import { readImports, relatedTests } from './lib/mutants/relatedTests.mjs';
import { judge } from './lib/mutants/judge.mjs';
import { repository } from './lib/repository.mjs';

/** @typedef {import('./lib/mutants/draw.mjs').Mutant} Mutant */
/** @typedef {{ state?: 'killed' | 'survived' | 'timeout' | 'untested' | 'gone' | undefined }} State */
/** @typedef {Mutant & State & { by?: string | undefined, seconds?: number | undefined }} Result */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '200' },
    minutes: { type: 'string', default: '600' },
    results: { type: 'string', default: path.join(repository, 'out/mutants.json') },
    drawn: { type: 'string' },
    patience: { type: 'string', default: '1' },
  },
});
const tree = path.resolve(positionals[0] ?? '');
if (positionals.length !== 1 || tree === repository)
  throw new Error('Name a copy of the checkout: its files are changed.');

const candidates = listMutants(tree);
const results = readResults();
const imports = readImports(tree);
const until = Date.now() + Number(values.minutes) * 60_000;
for (const result of results) {
  if (Date.now() > until) break;
  if (result.state) continue;
  const mutant = findAgain(candidates, result);
  if (!mutant) result.state = 'gone';
  else Object.assign(result, await judge(tree, mutant, relatedTests(imports, mutant.file), Number(values.patience)));
  console.log(
    `${result.state}  ${result.name}  ${result.before} -> ${result.after}  ${result.seconds ?? 0} s  ${result.by ?? ''}`,
  );
  mkdirSync(path.dirname(values.results), { recursive: true });
  writeFileSync(values.results, JSON.stringify(results, undefined, 1));
}
printTable(results);

/** @returns {Result[]} */
function readResults() {
  if (existsSync(values.results)) return JSON.parse(readFileSync(values.results, 'utf8'));
  if (!values.drawn) return drawMutants(candidates, Number(values.count));
  /** @type {Result[]} */
  const earlier = JSON.parse(readFileSync(values.drawn, 'utf8'));
  return earlier.map((one) => ({ ...one, state: undefined, by: undefined, seconds: undefined }));
}

/** @param {readonly Result[]} all */
function printTable(all) {
  const states = /** @type {const} */ (['killed', 'timeout', 'survived', 'untested', 'gone']);
  /** @param {readonly Result[]} of */
  const row = (of) => states.map((state) => of.filter((one) => one.state === state).length);
  console.log(['room', 'drawn', ...states].join('\t'));
  for (const room of new Set(all.map((one) => one.room))) {
    const here = all.filter((one) => one.room === room);
    console.log([room, here.length, ...row(here)].join('\t'));
  }
  console.log(['all', all.length, ...row(all)].join('\t'));
}
