// `node scripts/timeChanged.mjs [how many]`: how long `npm run test:changed` takes after a change to one source file, for a sample with
// a fixed seed, in seconds of the clock and of the processor; closing with the medians. The files are changed by a comment, one by one,
// and are afterwards as they were. Nothing else may be changed, as it would be tested, too.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { changedSince } from './lib/changes.mjs';
import { metered } from './lib/meter.mjs';
import { cleanEnvironment, run } from './lib/processes.mjs';
import { repository } from './lib/repository.mjs';
import { sampleSources } from './lib/sampleSources.mjs';

const wanted = Number(process.argv[2] ?? 12);
const changed = await changedSince('HEAD');
if (changed?.length !== 0) throw new Error('Commit first: what is changed would be tested, too.');

/** @type {Awaited<ReturnType<typeof testChanged>>[]} */
const times = [];
console.log('  wall processor');
for (const name of sampleSources(wanted)) {
  const file = path.join(repository, name);
  const text = readFileSync(file);
  /** @type {Awaited<ReturnType<typeof testChanged>>} */
  let time;
  process.on('exit', restore);
  try {
    writeFileSync(file, `${text.toString()}\n// Changed for a moment.\n`);
    time = await testChanged();
  } finally {
    restore();
    process.off('exit', restore);
  }
  times.push(time);
  console.log(`${figure(time.wall)}  ${figure(time.processor)}  ${name}${time.code === 0 ? '' : ', failed'}`);
  function restore() {
    writeFileSync(file, text);
  }
}
console.log(`the median source file: ${median('wall')} s, of the processor ${median('processor')} s`);

async function testChanged() {
  const { value, spent } = await metered(() =>
    run(process.execPath, ['scripts/testChanged.mjs'], { cwd: repository, env: cleanEnvironment() }),
  );
  return { code: value.code, wall: spent.wall, processor: spent.processor ?? 0 };
}

/** @param {number} seconds */
function figure(seconds) {
  return seconds.toFixed(1).padStart(7);
}

/** @param {'wall' | 'processor'} which */
function median(which) {
  const sorted = times.map((time) => time[which]).sort((a, b) => a - b);
  return (sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(1);
}
