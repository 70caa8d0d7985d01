// `node scripts/reach.mjs [how many]`: what `npm run test:changed` would run after a change to one source file, for a sample with a fixed
// seed: how many test files, and how many modules they load; closing with the median. The files that widen it most are named.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { loadedBy } from './lib/importGraph.mjs';
import { relatedTests } from './lib/relatedTests.mjs';
import { repository } from './lib/repository.mjs';

const wanted = Number(process.argv[2] ?? 30);

const sources = ['server/src', 'client/src', 'client/webview']
  .flatMap((folder) =>
    readdirSync(path.join(repository, folder), { encoding: 'utf8', recursive: true }).map((name) =>
      path.posix.join(folder, name.split(path.sep).join('/')),
    ),
  )
  .filter((name) => /\.tsx?$/u.test(name))
  .sort();

// The same files in each run, as long as there are as many (Lehmer).
let seed = 20_261_123;
const sample = Array.from({ length: wanted }, () => {
  seed = (seed * 48_271) % 2_147_483_647;
  return sources[seed % sources.length] ?? '';
});

const rows = sample.map((file) => {
  const { tests, left } = relatedTests([file]);
  const modules = new Set(tests.flatMap((test) => [...loadedBy(path.join(repository, test))]));
  return { file, tests: tests.length, left, modules: modules.size };
});
console.log('tests   left modules');
for (const { file, tests, left, modules } of rows.toSorted((a, b) => a.tests - b.tests))
  console.log(`${[tests, left, modules].map((figure) => String(figure).padStart(5)).join('  ')}  ${file}`);
const median = rows.map(({ tests }) => tests).sort((a, b) => a - b)[Math.floor(rows.length / 2)];
console.log(`the median source file: ${median} test files`);
