// What `npm run test:long -- --changed` plays after a change in one room, and what that takes of the processor:
// `node scripts/roomCosts.mjs` prints a line per room, `node scripts/roomCosts.mjs ROOM` each part of it.
// The seconds are those of scripts/longSeconds.json; `--time [part …]` takes them again (all parts: about half an hour), one part after
// the other, each with a Vitest of its own, which costs some two seconds more than in one run of many.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { allLongParts, longParts } from './lib/longParts.mjs';
import { metered } from './lib/meter.mjs';
import { cleanEnvironment, run } from './lib/processes.mjs';
import { repository } from './lib/repository.mjs';

const known = path.join(repository, 'scripts/longSeconds.json');
/** @type {Record<string, number>} seconds of the processor, by part */
const seconds = existsSync(known) ? JSON.parse(readFileSync(known, 'utf8')) : {};

const [first, ...others] = process.argv.slice(2);
if (first === '--time') await timeParts(others.length > 0 ? others : partsOf(allLongParts()));
else if (first === undefined) printRooms();
else printParts(first);

/** @param {import('./lib/longParts.mjs').LongParts} parts */
function partsOf({ tests, workbench, newest, oldest, benchmarks }) {
  return [
    ...tests,
    ...workbench,
    ...newest.map((name) => `newest/${name}`),
    ...oldest.map((name) => `oldest/${name}`),
    ...(benchmarks ? ['test/bench'] : []),
  ];
}

/** @returns {Map<string, string[]>} the files of each room, all of which count as changed: the most that a change there can cost */
function rooms() {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  const listed = execFileSync('git', ['ls-files', 'server/src', 'client', 'server/playbooks', 'server/roles'], {
    cwd: repository,
    encoding: 'utf8',
  });
  for (const file of listed.split('\n')) {
    const room =
      /^(?:server\/src\/(?:execution|doors|documents|workspace|host)\/[^/]+|server\/src\/[^/]+|client\/\w+\/[^/]+|server\/\w+)(?=\/)/u.exec(
        file,
      );
    if (room) found.set(room[0], [...(found.get(room[0]) ?? []), file]);
  }
  return found;
}

function printRooms() {
  const rows = [...rooms()].map(([room, files]) => {
    const parts = longParts(files);
    return { room, parts, cost: costOf(partsOf(parts)) };
  });
  console.log('processor s   tests  views  scenes');
  for (const { room, parts, cost } of rows.toSorted((a, b) => b.cost - a.cost)) {
    const counts = [parts.tests, parts.workbench, [...parts.newest, ...parts.oldest]];
    console.log(
      `${cost.toFixed(0).padStart(11)} ${counts.map(({ length }) => String(length).padStart(7)).join('')}  ${room}`,
    );
  }
  const all = partsOf(allLongParts());
  const untimed = all.filter((part) => seconds[part] === undefined);
  console.log(`${costOf(all).toFixed(0).padStart(11)}  all parts`);
  if (untimed.length > 0) console.log(`Without a time, and counted as 0: ${untimed.join(', ')}`);
}

/** @param {string} room */
function printParts(room) {
  const files = rooms().get(room) ?? [room];
  const parts = partsOf(longParts(files)).toSorted((a, b) => (seconds[b] ?? 0) - (seconds[a] ?? 0));
  for (const part of parts) console.log(`${(seconds[part] ?? 0).toFixed(1).padStart(7)}  ${part}`);
  console.log(`${costOf(parts).toFixed(1).padStart(7)}  in all`);
}

/** @param {readonly string[]} parts */
function costOf(parts) {
  return parts.reduce((sum, part) => sum + (seconds[part] ?? 0), 0);
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
  const kind = part.endsWith('.ui.ts') ? 'ui' : part === 'test/bench' ? 'bench' : 'long';
  return ['node_modules/.bin/vitest', 'run', '--config', `vitest.${kind}.config.ts`, part];
}
