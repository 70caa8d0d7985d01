// `node scripts/installAgents.mjs [claude codex …]`: fetches the agents' programs that npm has into `.agent-programs/<id>`, each in the
// version that `test/agents/programs.json` names, for the tests that play them.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cleanEnvironment, run } from './lib/processes.mjs';
import { repository } from './lib/repository.mjs';

const folder = path.join(repository, '.agent-programs');

/** @type {Record<string, { package: string, version: string }>} */
const programs = JSON.parse(readFileSync(path.join(repository, 'test/agents/programs.json'), 'utf8'));
const wanted = process.argv.slice(2);
for (const id of wanted)
  if (!(id in programs)) throw new Error(`There is no agent ${id}; there are ${Object.keys(programs).join(', ')}.`);

for (const [id, program] of Object.entries(programs))
  if (wanted.length === 0 || wanted.includes(id)) await install(id, program);

/**
 * Does nothing where that version is there already.
 * @param {string} id
 * @param {{ package: string, version: string }} program
 */
async function install(id, { package: name, version }) {
  const place = path.join(folder, id);
  const stamp = path.join(place, 'complete');
  const what = `${name}@${version}`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === what) return;
  console.log(`Fetching ${what} …`);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  writeFileSync(path.join(place, 'package.json'), '{ "name": "agent", "private": true, "version": "0.0.0" }\n');
  // Each brings its program as a package of its own for this machine; no script of theirs has to run.
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', what];
  const { code, output } = await run('npm', args, { cwd: place, env: cleanEnvironment() });
  if (code === 0) writeFileSync(stamp, what);
  else {
    console.error(`${what} could not be fetched: ${output.trim()}`);
    process.exitCode = 1;
  }
}
