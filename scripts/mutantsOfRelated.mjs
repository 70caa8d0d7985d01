// Mutation testing in under an hour: each of the small faults that `mutants.mjs` draws is judged by the tests that `npm run test:changed`
// would choose for its file, in two copies of HEAD side by side, which are removed at the end.
//   node scripts/mutantsOfRelated.mjs [--count 200] [--minutes 40]
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { drawMutants, listMutants } from './lib/mutants/draw.mjs';
import { tableOf } from './lib/mutants/tableOf.mjs';
import { cleanEnvironment, removeAtExit, run } from './lib/processes.mjs';
import { relatedTests } from './lib/relatedTests.mjs';
import { repository } from './lib/repository.mjs';

const { values } = parseArgs({
  options: { count: { type: 'string', default: '200' }, minutes: { type: 'string', default: '40' } },
});
const copies = 2;
const folder = mkdtempSync(path.join(os.tmpdir(), 'mutants-'));
removeAtExit(folder);
const drawn = drawMutants(listMutants(repository), Number(values.count)).map((one) => ({
  ...one,
  tests: relatedTests([one.file]).tests,
}));
const began = Date.now();
const parts = await Promise.all(Array.from({ length: copies }, (_, part) => judge(part)));
const mutants = parts.flat();
console.log(tableOf(mutants));
for (const { state, name, file, before, after } of mutants)
  if (state !== 'killed') console.log(`${state ?? 'open'}\t${file}\t${name}\t${JSON.stringify([before, after])}`);
console.log(`${Math.round((Date.now() - began) / 1000)} s for ${mutants.length} mutants`);

/** @param {number} part @returns {Promise<import('./mutants.mjs').Results['mutants']>} */
async function judge(part) {
  const tree = path.join(folder, String(part));
  execFileSync('git', ['clone', '--quiet', '--shared', repository, tree]);
  symlinkSync(path.join(repository, 'node_modules'), path.join(tree, 'node_modules'));
  const [asked, results] = [path.join(folder, `${part}.drawn.json`), path.join(folder, `${part}.json`)];
  writeFileSync(asked, JSON.stringify({ mutants: drawn.filter((_, number) => number % copies === part) }));
  const { code, output } = await run(
    process.execPath,
    ['scripts/mutants.mjs', tree, '--results', results, '--drawn', asked, '--minutes', values.minutes],
    { cwd: repository, env: cleanEnvironment() },
  );
  if (code !== 0 || !existsSync(results)) throw new Error(output);
  return JSON.parse(readFileSync(results, 'utf8')).mutants;
}
