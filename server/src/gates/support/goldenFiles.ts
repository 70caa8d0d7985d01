import type { WantedTest } from '../../code/runners/runner.js';
import { isSourcePath } from '../../code/otherSyntaxes.js';
import { documentKindOf } from '../../documents/documentKind.js';
import type { GateContext } from '../condition.js';
import type { Work } from '../../workspace/work/work.js';
import type { Problem } from '../gate.js';
import { leftByRuns } from './leftByRuns.js';
import { newTests } from './newTests.js';
import { placeOf } from './places.js';
import { isRunnerFile } from './productFiles.js';
import { approvableName } from '../../workspace/approvableName.js';

/** Tests that pass whatever a file says that they compare with, because they write it. */
export async function goldenProblems(context: GateContext, work: Work): Promise<readonly Problem[]> {
  const golden = goldenFiles(context, work, newTests(context, work));
  if (golden.length === 0) return [];
  const tests = [...new Set(golden.flatMap((file) => file.tests))];
  const overlay = new Map(golden.map(({ path, other }) => [path, other]));
  const { results, written } = await context.lab.runTests(
    tests,
    { kind: 'tree', tree: work.tree, overlay },
    { isSettled: () => true, watched: [...overlay.keys()] },
  );
  return golden
    .filter((file) => written.includes(file.path))
    .flatMap((file) => {
      const passing = file.tests.filter(({ id, file: { text }, test: { span } }) => {
        const own = text.slice(span.start, span.end);
        return results.get(id)?.status === 'passed' && /\b(?:assert|expect|should|Equal|Error|Fatal)/u.test(own);
      });
      return passing.slice(0, 1).map((test) => ({
        message: `${test.id} passes with another content of ${file.path}, too, because the tests write it`,
        place: placeOf(test.file, test.test.name.span),
        approvable: approvableName('golden', file.path, test.id, test.file.text),
      }));
    });
}

/** A file that the work brought, with the tests that name it. */
interface GoldenFile {
  readonly path: string;
  /** Its text with every letter and digit moved on by one. */
  readonly other: string;
  readonly tests: readonly WantedTest[];
}

const largest = 200_000;

/**
 * Added and changed files that are no code, and that tests name: those may compare with them. Snapshots are the runner's own, and what
 * a run left in the folder is no part of the work.
 */
function goldenFiles(context: GateContext, work: Work, tests: readonly WantedTest[]): readonly GoldenFile[] {
  const left = leftByRuns(context, work);
  const { paths } = context.configuration;
  return work.changes.flatMap(({ path, after }): GoldenFile[] => {
    const isData =
      after !== undefined &&
      after.length <= largest &&
      !path.startsWith('../') &&
      !left.has(path) &&
      !isSourcePath(path) &&
      !isRunnerFile(path) &&
      !path.endsWith('.snap') &&
      documentKindOf(path, paths) === undefined;
    const name = path.slice(path.lastIndexOf('/') + 1);
    const naming = isData ? tests.filter(({ file }) => file.text.includes(name)) : [];
    return naming.length > 0 ? [{ path, other: (after ?? '').replace(/[a-z\d]/gu, next), tests: naming }] : [];
  });
}

function next(character: string): string {
  if (character === 'z') return 'a';
  if (character === '9') return '0';
  return String.fromCharCode(character.charCodeAt(0) + 1);
}
