// `node scripts/reach.mjs [how many]`: what `npm run test:changed` would run after a change to one source file, for a sample with a fixed
// seed: how many test files, and how many modules they load; closing with the median. The files that widen it most are named.
import path from 'node:path';
import { loadedBy } from './lib/importGraph.mjs';
import { relatedTests } from './lib/relatedTests.mjs';
import { repository } from './lib/repository.mjs';
import { sampleSources } from './lib/sampleSources.mjs';

const wanted = Number(process.argv[2] ?? 30);

const rows = sampleSources(wanted).map((file) => {
  const { tests, left } = relatedTests([file]);
  const modules = new Set(tests.flatMap((test) => [...loadedBy(path.join(repository, test))]));
  return { file, tests: tests.length, left, modules: modules.size };
});
console.log('tests   left modules');
for (const { file, tests, left, modules } of rows.toSorted((a, b) => a.tests - b.tests))
  console.log(`${[tests, left, modules].map((figure) => String(figure).padStart(5)).join('  ')}  ${file}`);
const median = rows.map(({ tests }) => tests).sort((a, b) => a - b)[Math.floor(rows.length / 2)];
console.log(`the median source file: ${median} test files`);
