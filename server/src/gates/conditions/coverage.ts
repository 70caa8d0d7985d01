import { type FileCoverage } from '../../code/coverageReports/fileCoverage.js';
import { readCoverage } from '../../code/coverageReports/readCoverage.js';
import { languageOf } from '../../code/languageOf.js';
import { count } from '../../base/count.js';
import type { Work, WorkChange } from '../../workspace/work/work.js';
import type { Condition, GateContext } from '../condition.js';
import type { Outcome, Problem } from '../gate.js';
import { addedLines, linesOf } from '../support/addedLines.js';
import { approvedWords, sortByApproval } from '../support/approvals.js';
import { changedLines } from '../support/changedLines.js';
import { askCommand, howItEnded, type RanCommand } from '../support/commandRuns.js';
import { coverageOf } from '../support/coverageOf.js';
import { judgeWork, lookedAt, outcomeOf } from '../support/outcomes.js';
import { lineOf } from '../support/places.js';
import { isProductSource } from '../support/productFiles.js';
import { approvableName } from '../../workspace/approvableName.js';

export const coverage: Condition = {
  name: 'coverage',
  title: 'Every changed line of source code is run by a test',
  why: 'Runs `gates.commands.coverage` and reads the reports it writes: lcov, Cobertura, Istanbul JSON, Go cover profile or JaCoCo. Reports from earlier runs do not count. A person has to approve new comments that exclude lines (`istanbul ignore`, `pragma: no cover`).',
  gates: ['check', 'done'],
  required: false,
  backtrack: 'repeat',
  check: (context) => judgeWork(context, (work) => judge(context, work)),
};

async function judge(context: GateContext, work: Work): Promise<Outcome> {
  const sources = work.changes.filter(
    ({ path, after, claimed }) =>
      !claimed && after !== undefined && languageOf(path) !== undefined && isProductSource(path),
  );
  if (sources.length === 0)
    return {
      state: 'pass',
      summary: 'the item changes no source code',
      evidence: [lookedAt(context, count(work.changes.length, 'changed file'), work)],
    };
  const asked = await askCommand(context, 'coverage');
  if (asked.kind === 'unknown') return asked.outcome;
  const { run } = asked;
  const reports = [...run.reports].map(([path, text]) => ({ path, files: readCoverage(text) }));
  const problems: readonly Problem[] = [
    ...asked.problems,
    ...(asked.problems.length > 0 ? [] : unreadable(run, reports)),
  ];
  const evidence = [{ ...run.evidence, what: `${run.evidence.what}, ${[...run.reports.keys()].join(', ')}` }];
  if (problems.length > 0)
    return outcomeOf(
      problems,
      {
        pass: '',
        fail:
          run.code === 0 ? 'the coverage command wrote no usable report' : `the coverage command ${howItEnded(run)}`,
        next: 'Make the coverage command pass and write a report, and name the report in `gates.coverageReports`',
      },
      [run.evidence],
    );
  const files = reports.flatMap((report) => report.files ?? []);
  const { open: uncovered, approved } = sortByApproval(context, [
    ...sources.flatMap((change) => uncoveredIn(change, files, run.root, context)),
    ...sources.flatMap(leftOutIn),
  ]);
  return outcomeOf(
    uncovered,
    {
      pass: `the changed lines of ${count(sources.length, 'file')} are covered by tests${approvedWords({ approved })}`,
      fail: `changed lines of ${count(new Set(uncovered.map(({ place }) => place?.path)).size, 'file')} are not covered by a test, or are excluded${approvedWords({ approved })}`,
      next: 'Write tests that cover these lines, or remove unused code',
    },
    evidence,
  );
}

function unreadable(
  run: RanCommand,
  reports: readonly { readonly path: string; readonly files: readonly FileCoverage[] | undefined }[],
): readonly Problem[] {
  if (run.reports.size === 0)
    return [
      {
        message:
          'The coverage command wrote no report in the expected places. Reports from before the run do not count',
      },
    ];
  return reports.flatMap(({ path, files }) =>
    files ? [] : [{ message: `${path} is not a coverage report in a known format`, place: { path } }],
  );
}

function uncoveredIn(
  change: WorkChange,
  files: readonly FileCoverage[],
  root: string,
  { project }: GateContext,
): readonly Problem[] {
  const { path, after = '' } = change;
  const texts = linesOf(after);
  const changed = changedLines(change);
  const lines = coverageOf(path, files, root, project.code?.paths ?? []);
  if (!lines && changed.every((line) => neverRun.test(texts[line] ?? ''))) return [];
  if (!lines)
    return [
      {
        message: `No coverage report includes ${path}, so nothing shows that a test covers its changes`,
        place: { path },
      },
    ];
  const missed = changed.filter((line) => lines.get(line) === 0);
  return stretches(missed).map(([first, last]) => ({
    message: `${path}:${first === last ? `${first + 1} is` : `${first + 1}-${last + 1} are`} not covered by any test`,
    place: lineOf(path, first, texts[first]?.length ?? 0),
  }));
}

/**
 * What has tools leave lines out of their reports: Istanbul, c8, Vitest and Node.js; coverage.py; lcov and gcovr; Rust; .NET; JaCoCo;
 * SimpleCov.
 */
const leavesOut =
  /\b(?:istanbul|c8|v8|node:coverage)\s+(?:ignore|disable)\b|#\s*(?:pragma|PRAGMA)[:\s]?\s*(?:no|NO)\s*(?:cover|COVER|branch|BRANCH)\b|\b(?:LCOV|GCOVR?)_EXCL_|#!?\[\s*coverage\(off\)|\btarpaulin(?:_include|::skip)\b|\bExcludeFromCodeCoverage\b|@[\w.]*Generated\b|#\s*:nocov:/u;

function leftOutIn(change: WorkChange): readonly Problem[] {
  const { path } = change;
  return addedLines(change)
    .filter(({ text }) => leavesOut.test(text))
    .map(({ line, text }) => ({
      message: `${path}:${line + 1} excludes code from coverage, so nothing shows that a test covers it`,
      place: lineOf(path, line, text.length),
      approvable: approvableName('coverage', path, text.trim(), change.after ?? ''),
    }));
}

/** What a line holds that is never run by itself: imports, types, comments, brackets. */
const neverRun =
  /^\s*(?:$|\/\/|\/\*|\*|#(?!\[)|"""|[{}()[\];,]+\s*$|import\b|from\b|use\b|package\b|export\s+(?:type|interface|\*|\{)|(?:declare|interface|type|namespace)\b|(?:readonly\s+)?[\w$]+\??:\s*[^=>()]*[;,]?\s*$|else\s*[:{]|\}\s*else\s*\{)/u;

/** Neighbouring lines as first and last. */
function stretches(lines: readonly number[]): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  for (const line of lines) {
    const open = found.at(-1);
    if (open?.[1] === line - 1) open[1] = line;
    else found.push([line, line]);
  }
  return found;
}
