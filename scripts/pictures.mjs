// `npm run pictures [-- NAME …]`: takes the pictures of docs/images again, all or those named, with the workbench tests that show
// them, and makes them small.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cleanEnvironment, run } from './lib/processes.mjs';
import { reducePng } from './lib/reducePng.mjs';
import { repository } from './lib/repository.mjs';

const images = path.join(repository, 'docs/images');
const taken = path.join(repository, 'out/ui');
/** In bytes: a guide has several of them. */
const mostBytes = 80 * 1024;

const known = readdirSync(images).map((file) => path.parse(file).name);
const named = process.argv.slice(2);
const wanted = named.length > 0 ? named : known;
const tests = readdirSync(path.join(repository, 'test/ui'), { encoding: 'utf8', recursive: true })
  .filter((file) => file.endsWith('.ui.ts'))
  .map((file) => path.join('test/ui', file))
  .filter((file) => wanted.some((name) => takes(file, name)));
const begin = Date.now();
const { code } = await run('npx', ['vitest', 'run', '--config', 'vitest.ui.config.mts', ...tests], {
  cwd: repository,
  env: cleanEnvironment(),
  stdio: 'inherit',
});
if (code !== 0) process.exitCode = 1;
for (const name of wanted) keep(`${name}.png`);

/** Whether a test takes a picture, or the light one of a pair. @param {string} file @param {string} name */
function takes(file, name) {
  return readFileSync(path.join(repository, file), 'utf8').includes(`'${name.replace(/-dark$/u, '')}'`);
}

/** @param {string} file */
function keep(file) {
  const from = path.join(taken, file);
  const to = path.join(images, file);
  if (!existsSync(from) || statSync(from).mtimeMs < begin) {
    console.error(`${file} was not taken.`);
    process.exitCode = 1;
    return;
  }
  writeFileSync(to, reducePng(readFileSync(from)));
  const { size } = statSync(to);
  console.log(`${file}: ${Math.round(size / 1024)} KB`);
  if (size <= mostBytes) return;
  console.error(`${file} is larger than ${mostBytes / 1024} KB.`);
  process.exitCode = 1;
}
