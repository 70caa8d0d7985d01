// What `npm run test:long -- --changed` plays after a change in one room, and what that takes of the processor:
// `node scripts/roomCosts.mjs` prints a line per room, `node scripts/roomCosts.mjs ROOM` each part of it.
// The seconds are those of scripts/longSeconds.json; `--time [part …]` takes them again (all parts: about half an hour), one part after
// the other, each with a Vitest of its own, which costs some two seconds more than in one run of many.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { costOf, fitting, namesOf, roomOf, seconds } from './lib/longBudget.mjs';
import { allLongParts, longParts } from './lib/longParts.mjs';
import { metered } from './lib/meter.mjs';
import { cleanEnvironment, run } from './lib/processes.mjs';
import { repository } from './lib/repository.mjs';

const known = path.join(repository, 'scripts/longSeconds.json');

const [first, ...others] = process.argv.slice(2);
if (first === '--time') await timeParts(others.length > 0 ? others : namesOf(allLongParts()));
else if (first === undefined) printRooms();
else printParts(first);

/** @returns {Map<string, string[]>} the files of each room, all of which count as changed: the most that a change there can cost */
function rooms() {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  const listed = execFileSync('git', ['ls-files', 'server/src', 'client', 'server/playbooks', 'server/roles'], {
    cwd: repository,
    encoding: 'utf8',
  });
  for (const file of listed.split('\n')) {
    const room = roomOf(file);
    if (room !== undefined) found.set(room, [...(found.get(room) ?? []), file]);
  }
  return found;
}

function printRooms() {
  const rows = [...rooms()].map(([room, files]) => {
    const parts = longParts(files);
    const { chosen, left } = fitting(parts, files, 'any');
    return { room, chosen, left, all: costOf(namesOf(parts)), cost: costOf(namesOf(chosen)) };
  });
  console.log('seconds of the processor: all that can break, and what is played of it');
  console.log('      all   played  tests  views scenes  bench   left');
  for (const { room, chosen, left, all, cost } of rows.toSorted((a, b) => b.all - a.all)) {
    const counts = [chosen.tests, chosen.workbench, [...chosen.newest, ...chosen.oldest], chosen.benchmarks, left];
    const figures = counts.map(({ length }) => String(length).padStart(7)).join('');
    console.log(`${[all, cost].map((figure) => figure.toFixed(0).padStart(9)).join('')}${figures}  ${room}`);
  }
  const all = namesOf(allLongParts());
  const untimed = all.filter((part) => seconds[part] === undefined);
  console.log(`${costOf(all).toFixed(0).padStart(9)}  all parts`);
  if (untimed.length > 0) console.log(`Without a time, and estimated: ${untimed.join(', ')}`);
}

/** @param {string} room */
function printParts(room) {
  const files = rooms().get(room) ?? [room];
  const parts = namesOf(longParts(files)).toSorted((a, b) => costOf([b]) - costOf([a]));
  for (const part of parts) console.log(`${costOf([part]).toFixed(1).padStart(7)}  ${part}`);
  console.log(`${costOf(parts).toFixed(1).padStart(7)}  in all`);
}

/** @param {readonly string[]} parts */
async function timeParts(parts) {
  for (const part of parts) {
    const [program, ...args] = commandOf(part);
    const { value, spent } = await metered(() =>
      run(program, args, {
        cwd: repository,
        env: cleanEnvironment({ PACTWRIGHT_BUILT: '1', PROPERTY_RUNS: 'sample' }),
      }),
    );
    seconds[part] = Math.round((spent.processor ?? 0) * 10) / 10;
    console.log(`${seconds[part].toFixed(1).padStart(7)}  ${part}${value.code === 0 ? '' : ', failed'}`);
    const sorted = Object.entries(seconds).sort(([a], [b]) => (a < b ? -1 : 1));
    writeFileSync(known, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`);
  }
}

/**
 * @param {string} part
 * @returns {[string, ...string[]]}
 */
function commandOf(part) {
  const scene = /^(newest|oldest)\/(\w+)$/u.exec(part);
  if (scene) return [process.execPath, 'scripts/testHost.mjs', scene[1] ?? '', scene[2] ?? ''];
  const kind = part.endsWith('.ui.ts') ? 'ui' : part.startsWith('test/bench/') ? 'bench' : 'long';
  return ['node_modules/.bin/vitest', 'run', '--config', `vitest.${kind}.config.mts`, part];
}
