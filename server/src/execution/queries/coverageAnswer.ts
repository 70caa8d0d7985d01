import path from 'node:path';
import type { FileCoverage } from '../../code/coverageReports/fileCoverage.js';
import { readCoverage } from '../../code/coverageReports/readCoverage.js';
import { coverageOf } from '../../gates/support/coverageOf.js';
import { isProductSource } from '../../gates/support/productFiles.js';
import { Refused } from '../../operations/errorCodes.js';
import { changedLinesSince } from '../../project/changedLines.js';
import { changedPaths, type CodeFolder, openCodeFolder } from '../../project/codeFolder.js';
import { type CoveredFile, formatCoverage, tierOf } from '../../reports/code/coverage.js';
import { readReports, reportPlaces, reportsBefore, reportsSince } from '../gates/reportFiles.js';
import { codeQuestion } from './codeQuestion.js';
import { configurationAt, requireEnd, runDeclared } from './projectCommand.js';
import type { QueryAnswer, QueryScene } from './query.js';

interface AskedCoverage {
  readonly files: readonly string[];
  readonly base: string | undefined;
  readonly run: boolean;
  readonly report: readonly string[];
  readonly pass: number | undefined;
  readonly block: number | undefined;
}

/** How much of files, or of what changed in them, tests run. */
export async function coverageAnswer(scene: QueryScene, asked: AskedCoverage): Promise<QueryAnswer> {
  const { machine, folder, signal } = scene;
  const { pass = 80, block = 50 } = asked;
  if (block < 0 || pass > 100 || block > pass)
    throw new Refused('invalid-input', 'pass and block are percents, and block is not above pass');
  const code = await openCodeFolder(machine, folder, signal);
  const found = await reportsOf(scene, code, asked);
  const covered = [...found].flatMap(([name, text]) => readOne(name, text));
  const wanted = await wantedFiles(scene, code, asked, covered);
  const changed =
    asked.base === undefined ? undefined : await changedLinesSince(machine, code, asked.base, wanted, signal);
  const root = (await machine.disk.realpath(code.root)).split(path.sep).join('/');
  const files = wanted.map((file): CoveredFile => {
    const lines = coverageOf(file, covered, root, code.paths);
    const only = changed?.get(file) ?? 'all';
    const counted = [...(lines ?? [])].filter(([line]) => only === 'all' || only.has(line));
    const missed = counted.flatMap(([line, hits]) => (hits === 0 ? [line] : [])).sort((a, b) => a - b);
    return {
      path: file,
      lines: counted.length,
      missed,
      tier: lines ? tierOf(counted.length, missed.length, { pass, block }) : 'unknown',
    };
  });
  const shown = files.map(({ missed, ...file }) => ({ ...file, missed: missed.map((line) => line + 1) }));
  return {
    message: formatCoverage(files, [...found.keys()], { pass, block }, asked.base),
    data: { root: code.root, reports: [...found.keys()], base: asked.base ?? null, pass, block, files: shown },
    isBad: files.some(({ tier }) => tier === 'block'),
  };
}

function readOne(name: string, text: string): readonly FileCoverage[] {
  const files = readCoverage(text);
  if (!files) throw new Refused('unreadable', `${name} is not a coverage report in a known format`);
  return files;
}

async function reportsOf(
  scene: QueryScene,
  code: CodeFolder,
  { run, report }: AskedCoverage,
): Promise<ReadonlyMap<string, string>> {
  const { machine, signal } = scene;
  const configuration = await configurationAt(machine, scene.folder);
  const names = report.length > 0 ? report : configuration.gates.coverageReports;
  const places = reportPlaces('coverage', names);
  if (!run) {
    const found = await readReports(machine, code.root, places);
    if (found.size > 0) return found;
    throw new Refused(
      'not-found',
      `there is no coverage report${names.length > 0 ? ` (${names.join(', ')})` : ' in the usual places'}: run the tests with coverage, pass --run, or name it with --report`,
    );
  }
  const before = await reportsBefore(machine, code.root, places);
  const began = machine.clock();
  const end = requireEnd(await runDeclared(scene, code, configuration, 'coverage'), 'the coverage command', signal);
  const found = await reportsSince(machine, code.root, before, began);
  if (end.code !== 0)
    throw new Refused(
      'failed',
      `the coverage command exited with code ${String(end.code)}: ${end.said.trim().slice(-500)}`,
    );
  if (found.size > 0) return found;
  throw new Refused('failed', 'the coverage command wrote no report: name it in `gates.coverageReports`');
}

/** Those named; else product code that changed; else what the reports name of the project. */
async function wantedFiles(
  scene: QueryScene,
  code: CodeFolder,
  { files, base }: AskedCoverage,
  covered: readonly FileCoverage[],
): Promise<readonly string[]> {
  if (files.length > 0) return (await codeQuestion(scene, { files })).wanted;
  if (base !== undefined) {
    const all = await changedPaths(scene.machine, code, base, scene.signal);
    const there = new Set(code.paths);
    return all.filter((file) => there.has(file) && isProductSource(file));
  }
  const root = (await scene.machine.disk.realpath(code.root)).split(path.sep).join('/');
  return code.paths.filter((file) => isProductSource(file) && coverageOf(file, covered, root, code.paths));
}
