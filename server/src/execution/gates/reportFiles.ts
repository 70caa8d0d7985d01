import type { Machine } from '../../workspace/machine.js';
import path from 'node:path';
import { contentHash } from '../../base/contentHash.js';
import { mostOutput } from '../programs/runProgram.js';

/** Which of the project's commands write reports. */
export type Reporting = 'coverage' | 'mutation';

/** Where tools write their reports by default. */
const usualPlaces: Readonly<Record<Reporting, readonly string[]>> = {
  coverage: [
    'coverage/lcov.info',
    'coverage/coverage-final.json',
    'coverage/cobertura-coverage.xml',
    'lcov.info',
    'coverage.xml',
    'coverage.lcov',
    'cobertura.xml',
    'coverage.out',
    'cover.out',
    'target/site/jacoco/jacoco.xml',
    'build/reports/jacoco/test/jacocoTestReport.xml',
  ],
  mutation: [
    'reports/mutation/mutation.json',
    'mutants.out/outcomes.json',
    'target/pit-reports/mutations.xml',
    'build/reports/pitest/mutations.xml',
  ],
};

/**
 * Where the reports of a command are looked for.
 *
 * @param declared relative to the root, with `/`; none: the usual places.
 */
export function reportPlaces(command: Reporting, declared: readonly string[]): readonly string[] {
  return declared.length > 0 ? declared : usualPlaces[command];
}

/** Clocks of file systems run behind by as much, in milliseconds. */
const slack = 20;

interface Seen {
  readonly modified: number;
  readonly hash: string;
}

/** The report files of a project by path, each as it is; undefined if it is not there. */
export type ReportsBefore = ReadonlyMap<string, Seen | undefined>;

/** Looks at report files before something is run that writes them. @param places as of {@link reportPlaces}. */
export async function reportsBefore(machine: Machine, root: string, places: readonly string[]): Promise<ReportsBefore> {
  const found = new Map<string, Seen | undefined>();
  for (const name of places) found.set(name, (await look(machine, root, name))?.seen);
  return found;
}

/** The texts of report files, from any author. @param places as of {@link reportPlaces}. */
export async function readReports(
  machine: Machine,
  root: string,
  places: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const name of places) {
    const now = await look(machine, root, name);
    if (now) found.set(name, now.text);
  }
  return found;
}

/**
 * The texts of the reports that were written since.
 *
 * @param began milliseconds since 1970. What is older, or is the same file with the same time as before, was not written by what
 *   ran: it may have been written by hand.
 */
export async function reportsSince(
  machine: Machine,
  root: string,
  before: ReportsBefore,
  began: number,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const [name, was] of before) {
    const now = await look(machine, root, name);
    if (!now || now.seen.modified < began - slack) continue;
    if (was?.modified === now.seen.modified && was.hash === now.seen.hash) continue;
    found.set(name, now.text);
  }
  return found;
}

/** @returns undefined if there is none, or it is too large, or is outside of the project. */
async function look(
  machine: Machine,
  root: string,
  name: string,
): Promise<{ readonly seen: Seen; readonly text: string } | undefined> {
  const file = path.join(root, ...name.split('/'));
  try {
    const real = await machine.disk.realpath(file);
    if (!real.startsWith((await machine.disk.realpath(root)) + path.sep)) return undefined;
    const found = await machine.disk.stat(real);
    if (!found.isFile() || found.size > mostOutput) return undefined;
    const text = await machine.disk.readFile(real, 'utf8');
    return { seen: { modified: found.mtimeMs, hash: contentHash(text) }, text };
  } catch {
    return undefined;
  }
}
