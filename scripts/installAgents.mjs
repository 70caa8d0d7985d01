// `node scripts/installAgents.mjs [claude codex …]`: installs the agents' programs from npm into `.agent-programs/<id>`, in the versions of
// `test/agents/programs.json`, for the tests that run them.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cleanEnvironment, run } from './lib/processes.mjs';
import { repository } from './lib/repository.mjs';

const folder = path.join(repository, '.agent-programs');

/** `with`: what else the program needs, as a newer Node. @type {Record<string, { package: string, version: string, with?: string }>} */
const programs = JSON.parse(readFileSync(path.join(repository, 'test/agents/programs.json'), 'utf8'));
const wanted = process.argv.slice(2);
for (const id of wanted)
  if (!(id in programs)) throw new Error(`There is no agent ${id}; there are ${Object.keys(programs).join(', ')}.`);

for (const [id, program] of Object.entries(programs))
  if (wanted.length === 0 || wanted.includes(id)) await install(id, program);

/**
 * Does nothing if that version is already installed.
 * @param {string} id
 * @param {{ package: string, version: string, with?: string }} program
 */
async function install(id, { package: name, version, with: other }) {
  const place = path.join(folder, id);
  const stamp = path.join(place, 'complete');
  const what = `${name}@${version}`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === what) return;
  console.log(`Fetching ${what} …`);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  writeFileSync(path.join(place, 'package.json'), '{ "name": "agent", "private": true, "version": "0.0.0" }\n');
  // Its own script links the program for this platform; those of its dependencies would compile what no test needs.
  const calls = [
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', what, ...(other ? [other] : [])],
    ['rebuild', name],
  ];
  for (const args of calls) {
    const { code, output } = await run('npm', args, { cwd: place, env: cleanEnvironment() });
    if (code === 0) continue;
    console.error(`${what} could not be fetched: ${output.trim()}`);
    process.exitCode = 1;
    return;
  }
  writeFileSync(stamp, what);
}
