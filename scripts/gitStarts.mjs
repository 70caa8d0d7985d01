// `node scripts/gitStarts.mjs [test file …]`: how often each test file of `npm run test:unit` has git started, the most first, with the
// seconds it took. A program named `git` that comes first in the PATH notes the moment of each start; the files run one after the other.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cleanEnvironment, removeAtExit, run } from './lib/processes.mjs';
import { repository } from './lib/repository.mjs';

const folder = mkdtempSync(path.join(os.tmpdir(), 'git-starts-'));
removeAtExit(folder);
const log = path.join(folder, 'log');
const wrapper = path.join(folder, 'git');
const report = path.join(folder, 'report.json');
const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
writeFileSync(wrapper, `#!/bin/bash\necho "$EPOCHREALTIME" >> '${log}'\nexec '${git}' "$@"\n`);
chmodSync(wrapper, 0o755);

const vitest = path.join(repository, 'node_modules/.bin/vitest');
const { code, output } = await run(
  vitest,
  ['run', '--no-file-parallelism', '--reporter=json', `--outputFile=${report}`, ...process.argv.slice(2)],
  { cwd: repository, env: cleanEnvironment({ PATH: `${folder}${path.delimiter}${process.env['PATH'] ?? ''}` }) },
);
if (code !== 0) {
  console.log(output);
  process.exitCode = 1;
}
/** @type {{ testResults: { name: string, startTime: number, endTime: number }[] }} */
const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
const moments = existsSync(log)
  ? readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .map((line) => Number(line) * 1000)
  : [];
const inOrder = testResults.toSorted((a, b) => a.startTime - b.startTime);
/** @type {Map<string, number>} */
const starts = new Map();
// What is started between two files, as at the import of one, belongs to the later one.
for (const moment of moments) {
  const file = inOrder.find(({ endTime }) => endTime >= moment) ?? inOrder.at(-1);
  if (file) starts.set(file.name, (starts.get(file.name) ?? 0) + 1);
}
for (const { name, startTime, endTime } of inOrder.toSorted(
  (a, b) => (starts.get(b.name) ?? 0) - (starts.get(a.name) ?? 0),
)) {
  const seconds = ((endTime - startTime) / 1000).toFixed(1);
  console.log(
    `${String(starts.get(name) ?? 0).padStart(6)} ${seconds.padStart(6)} s  ${path.relative(repository, name)}`,
  );
}
console.log(`${String(moments.length).padStart(6)} in all, of ${testResults.length} test files`);
