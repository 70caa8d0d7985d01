import { count } from '../../base/count.js';
import { readBaselineFile } from '../../project/baselineFiles.js';
import { lintProject } from '../../project/lintProject.js';
import path from 'node:path';
import type { Flaw } from '../../reports/flaws.js';
import { isDriftCode } from '../../rules/driftCodes.js';
import type { Finding } from '../../rules/finding.js';
import { createLinter } from '../../rules/lint.js';
import { allRules } from '../../rules/registry.js';
import type { Examination } from './patient.js';
import { staleDocuments } from './staleDocuments.js';

/** More is a matter for `lint`. */
const most = 50;

/** Board, specs, test cases and the other documents: errors, and places that disagree. */
export const documents: Examination = {
  title: 'board, specs and documents',
  examine: async ({ machine, code, project, signal }) => {
    const stale = await staleDocuments(machine, code, signal);
    if (!project) return stale;
    const linter = createLinter(allRules, project.configuration, allRules);
    await project.tracedBy(linter).readFacts('git', signal);
    const baseline = path.join(project.root, ...project.configuration.baseline.split('/'));
    const { findings } = lintProject({
      index: project.index,
      linter,
      within: undefined,
      baseline: await readBaselineFile(baseline, machine.files),
      project: () => project.project,
      only: ({ code: rule, severity }) => severity === 'error' || isDriftCode(rule),
    });
    const left = findings.length - most;
    return [
      ...findings.slice(0, most).map(flawOf),
      ...(left > 0 ? [more(left)] : []),
      // Rules report a spec that names missing files, too.
      ...stale.filter(({ check }) => check !== 'case-without-spec'),
    ];
  },
};

function flawOf({ code, severity, path: file, range, message, fix }: Finding): Flaw {
  return {
    check: code,
    severity,
    path: file,
    line: range.start.line,
    message,
    next: fix?.title ?? `\`pactwright rules ${code}\` explains it`,
    ...(fix ? { fix: { title: fix.title, command: ['pactwright', 'lint', '--fix', file] } } : {}),
  };
}

function more(left: number): Flaw {
  return {
    check: 'documents',
    severity: 'info',
    message: `${count(left, 'more finding')} not listed`,
    next: '`pactwright lint` and `pactwright drift` list all',
  };
}
