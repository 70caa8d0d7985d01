// `npm test`: everything, one group of steps after the other, closing with `N passed, N failed`. `--long`: the long suites instead;
// `--long --changed`: those that the work since origin/main, or since the last commit, can break.
// `--without-ui` leaves out what runs in VS Code, which else needs a browser.
// A summary for programs is left in out/test-summary.json (out/test-summary-long.json).
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { eachAtOnce } from './lib/atOnce.mjs';
import { closingLine, countStates } from './lib/counts.mjs';
import { repository } from './lib/repository.mjs';
import { changedSince, headCommit, landedBefore } from './lib/changes.mjs';
import { costOf, fitting, namesOf } from './lib/longBudget.mjs';
import { allLongParts, leftToAll, longParts } from './lib/longParts.mjs';
import { metered } from './lib/meter.mjs';
import { longSteps, steps } from './lib/steps.mjs';
import { timeTable } from './lib/timeTable.mjs';

/** @typedef {import('./lib/report.mjs').TestResult} TestResult */

const long = process.argv.includes('--long');

/** @type {TestResult[]} */
const all = [];
let built = true;
/** @type {import('./lib/timeTable.mjs').PartTime[]} */
const times = [];
for (const group of long ? await stepsOfLong() : steps)
  await eachAtOnce(group, 2, async ({ heading, needsBuild = false, results }) => {
    console.log(`\n=== ${heading} ===`);
    const { value: found, spent } = await metered(() => attempt(heading, needsBuild, results));
    times.push({ heading, ...spent });
    if (heading === 'build') built = found.every(({ state }) => state === 'passed');
    for (const { title, error } of found.filter(({ state }) => state === 'failed'))
      console.log(`FAILED ${title}\n${error}`);
    console.log(`${heading}: ${closingLine(countStates(found))} (${spent.wall.toFixed(1)} s)`);
    all.push(...found);
  });

const counts = countStates(all);
const failed = all.filter(({ state }) => state === 'failed');
const skipped = all.filter(({ state }) => state === 'skipped');
const again = all.filter(({ firstError }) => firstError !== undefined);
mkdirSync(path.join(repository, 'out'), { recursive: true });
writeFileSync(
  path.join(repository, 'out', long ? 'test-summary-long.json' : 'test-summary.json'),
  JSON.stringify({ counts, failed, skipped, again }, undefined, 2),
);
console.log(`\n=== time ===\n${timeTable(times)}`);
console.log('\n=== in all ===');
for (const { title, reason } of skipped) console.log(`skipped  ${title}: ${reason}`);
for (const { title, firstError } of again)
  console.log(`again    ${title}: passed only when it was run once more, after ${firstError}`);
for (const { title } of failed) console.log(`failed   ${title}`);
console.log(closingLine(counts));
if (counts.failed > 0 || counts.passed === 0) process.exitCode = 1;

async function stepsOfLong() {
  const base = process.argv.includes('--changed') ? await landedBefore() : undefined;
  const changed = base === undefined ? undefined : await changedSince(base);
  if (!changed) {
    console.log('The long suites run as a whole.');
    return longSteps(allLongParts());
  }
  const { chosen, left } = fitting(longParts(changed), changed, await headCommit());
  const about = (/** @type {readonly string[]} */ names) => `about ${costOf(names).toFixed(0)} s of the processor`;
  console.log(`Since ${base?.slice(0, 10)} ${changed.length} files have changed. Of the long suites run:`);
  console.log(JSON.stringify(chosen, undefined, 2), about(namesOf(chosen)));
  console.log(leftToAll(chosen));
  if (left.length > 0)
    console.log(`- of what the change can break, for want of time, ${about(left)}:\n  ${left.join('\n  ')}`);
  return longSteps(chosen, changed);
}

/**
 * @param {string} heading
 * @param {boolean} needsBuild
 * @param {() => Promise<TestResult[]>} results
 * @returns {Promise<TestResult[]>}
 */
async function attempt(heading, needsBuild, results) {
  if (needsBuild && !built) return [{ title: heading, state: 'failed', error: 'Not run, because the build failed.' }];
  try {
    return await results();
  } catch (error) {
    return [{ title: heading, state: 'failed', error: error instanceof Error ? error.message : String(error) }];
  }
}
