// `npm run test:host [-- newest|oldest] [scene …]`, `npm run test:electron`: the host suite by itself.
// Without a version it runs on the newest and on the oldest supported VS Code. It builds what they load.
import { codeServerBackEnd } from './host/codeServerBackEnd.mjs';
import { electronBackEnd } from './host/electronBackEnd.mjs';
import { scenes } from './host/scenes.mjs';
import { runSuite } from './host/suite.mjs';
import { hostVersions } from './host/versions.mjs';
import ensureBuilt from './lib/built.mjs';
import { closingLine, countStates } from './lib/counts.mjs';

const names = process.argv.slice(2).filter((argument) => argument !== '--electron');
const only = names.filter((name) => scenes.some((scene) => scene.name === name));
const wanted = names.filter((name) => !only.includes(name));
const open = process.argv.includes('--electron') ? electronBackEnd : codeServerBackEnd;

try {
  await ensureBuilt();
  /** @type {import('./lib/report.mjs').TestResult[]} */
  const all = [];
  for (const version of wanted.length > 0 ? wanted : hostVersions.map(({ name }) => name)) {
    const backEnd = await open(version);
    console.log(`VS Code ${backEnd.version}`);
    const results = await runSuite(backEnd, { only }).finally(() => backEnd.close());
    for (const { title, state, error } of results) console.log(`  ${state}  ${title}${error ? `\n${error}` : ''}`);
    all.push(...results);
  }
  const counts = countStates(all);
  console.log(closingLine(counts));
  if (counts.failed > 0 || counts.passed === 0) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
