import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { generateProject } from '../support/generateProject.js';
import { gitRepository, openGitRepository } from '../support/gitRepository.js';
import { describeWithShared } from '../support/shared.js';
import { calibrate, type Measured, measureByTurns, ratiosOf, report } from './measure.js';
import { specFile, traceProject } from './traceProject.js';

const cli = path.resolve('dist/cli.js');
const folder = mkdtempSync(path.join(os.tmpdir(), 'pactwright-bench-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
// Node loads no certificates here (test/support/temporaryRoot.ts): with NODE_EXTRA_CA_CERTS, doing nothing takes three times as long.
// What runs have kept before shall not count.
process.env['XDG_CACHE_HOME'] = path.join(folder, 'cache');

const rounds = 7;
const nothing = ['-e', '0'];

/**
 * Prints a row of the table: how many times as much as something else it takes.
 *
 * @param bar of processor time: what we want to reach.
 * @param bound what fails: it keeps what is reached from being lost.
 */
function row(
  name: string,
  one: Measured | undefined,
  base: Measured | undefined,
  bar: number,
  bound: number,
  others: Readonly<Record<string, number>> = {},
): void {
  const { processor, wall } = ratiosOf(one, base);
  const [load = 0] = os.loadavg();
  const memory = (one?.memory ?? 0) / 1024 / 1024;
  report(name, { processor, bar, wall, ...others, 'memory MB': memory, load, 'calibration ms': calibrate() });
  expect(processor).toBeLessThanOrEqual(bound);
}

function writeProject(place: string, items: number): void {
  for (const [file, text] of generateProject(items)) {
    mkdirSync(path.dirname(path.join(place, file)), { recursive: true });
    writeFileSync(path.join(place, file), text);
  }
}

/** A line more in a document: no fact of it changes. */
const edit = (place: string, file: string) => (): void => {
  appendFileSync(path.join(place, file), '\n');
};

describeWithShared('193 real specs', ['corpus', 'pactkit'], (corpus) => {
  it('one changed, and cold', () => {
    const root = path.join(folder, 'corpus');
    cpSync(corpus, root, { recursive: true });
    const args = [cli, 'lint', path.join(root, 'docs', 'specs'), '--root', root];
    const names = readdirSync(path.join(root, 'docs', 'specs'));
    const middle = path.join('docs', 'specs', names[Math.floor(names.length / 2)] ?? '');
    const measured = measureByTurns({ nothing, changed: args, cold: [...args, '--no-cache'] }, rounds, {
      changed: edit(root, middle),
    });
    row('193 specs, one changed: × node', measured['changed'], measured['nothing'], 2.2, 6);
    row('193 specs, cold: × node', measured['cold'], measured['nothing'], 7, 22, { 'bar wall': 4.5 });
  });
});

describe('generated documents', () => {
  it('5,000: one changed, and cold', () => {
    const root = path.join(folder, 'many');
    writeProject(root, 2_500);
    const reader = path.join(folder, 'read.cjs');
    writeFileSync(
      reader,
      `const fs = require('node:fs'), path = require('node:path');
       for (const sub of ['docs/specs', 'docs/test_cases']) {
         const folder = path.join(${JSON.stringify(root)}, sub);
         for (const name of fs.readdirSync(folder)) fs.readFileSync(path.join(folder, name), 'utf8');
       }`,
    );
    const args = [cli, 'lint', '--root', root];
    const programs = { nothing, read: [reader], changed: args, cold: [...args, '--no-cache'] };
    const measured = measureByTurns(programs, rounds, { changed: edit(root, specFile(1_250)) });
    row('5,000 documents, one changed: × node', measured['changed'], measured['nothing'], 6, 20);
    row('5,000 documents, cold: × reading them', measured['cold'], measured['read'], 10, 45);
  });

  it('20,000: memory', () => {
    const root = path.join(folder, 'most');
    writeProject(root, 10_000);
    const args = [cli, 'lint', '--root', root];
    const { cold, changed } = measureByTurns({ cold: [...args, '--no-cache'], changed: args }, 1, {
      changed: edit(root, specFile(5_000)),
    });
    const megabytes = ({ memory }: Measured = { times: [], processor: [], memory: Infinity }): number =>
      memory / 1024 / 1024;
    report('20,000 documents', { 'cold MB': megabytes(cold), 'one changed MB': megabytes(changed), bar: 350 });
    expect(megabytes(cold)).toBeLessThanOrEqual(350);
    expect(megabytes(changed)).toBeLessThanOrEqual(350);
  });
});

describe('1,000 specs and 5,000 commits, one commit and one edit since', () => {
  const root = path.join(folder, 'git');
  const project = traceProject({ items: 1_000, boardVersions: 500, mentions: 200 });
  mkdirSync(root);
  const repository = gitRepository(root);
  repository.write(Object.fromEntries(project.files));
  project.writeHistory(repository);
  const { gitWith, git } = openGitRepository(root);
  const begun = Math.floor(Date.now() / 1000) - 4_000;
  const commits = Array.from({ length: 4_000 }, (_, number) => {
    const person = `Bob Example <bob@example.org> ${begun + number} +0000`;
    const text = `export const other = ${number};\n`;
    const from = number === 0 ? 'from refs/heads/main^0\n' : '';
    return `commit refs/heads/main\nauthor ${person}\ncommitter ${person}\ndata 5\nchore\n${from}M 100644 inline src/other${number % 200}.ts\ndata ${text.length}\n${text}\n`;
  });
  gitWith(commits.join(''), 'fast-import', '--quiet', '--force');
  git('reset', '--quiet', '--hard', 'main');

  it.each([
    ['lint --git', ['lint', '--git'], 45],
    ['drift', ['drift'], 45],
    ['trace', ['trace'], 25],
  ])('%s', (name, args, bound) => {
    let times = 0;
    const since = (): void => {
      appendFileSync(path.join(root, 'src/part1/story1.ts'), `// ${times++}\n`);
      const person = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org'];
      execFileSync('git', [...person, 'commit', '-qam', `feat: more (STORY-0500), ${times}`], { cwd: root });
      edit(root, specFile(700))();
    };
    const programs = { nothing, asked: [cli, ...args, '--root', root] };
    const { nothing: base, asked } = measureByTurns(programs, rounds, { asked: since });
    row(`${name}: × node`, asked, base, 8, bound);
  });
});
