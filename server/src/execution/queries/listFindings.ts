import path from 'node:path';
import { count } from '../../base/count.js';
import { readBaselineFile } from '../../project/baselineFiles.js';
import { lintProject } from '../../project/lintProject.js';
import { chooseProject } from '../../project/lintTargets.js';
import { openProject } from '../../project/openProject.js';
import { countSeverities } from '../../reports/findings/lintReport.js';
import { formatText } from '../../reports/findings/text.js';
import { isDriftCode } from '../../rules/driftCodes.js';
import type { Finding } from '../../rules/finding.js';
import { createLinter } from '../../rules/lint.js';
import { allRules } from '../../rules/registry.js';
import type { Answer } from '../../operations/operation.js';
import type { QueryScene } from './query.js';

export interface WantedFindings {
  readonly item: string | undefined;
  /** Relative to the project; none: everywhere. */
  readonly path: readonly string[];
  readonly drift: boolean;
  /** How many are listed at most. */
  readonly most: number;
}

/** @throws UsageError */
export async function listFindings(
  { machine, folder }: Pick<QueryScene, 'machine' | 'folder'>,
  { item, path: paths, drift, most }: WantedFindings,
): Promise<Answer> {
  const { root, others: otherRoots } = await chooseProject(folder, machine.files, false);
  const opened = await openProject(machine, { root, otherRoots }, 'documents');
  const linter = createLinter(allRules, opened.configuration, allRules);
  await opened.tracedBy(linter).readFacts('git');
  const wanted = (finding: Finding): boolean =>
    (!drift || isDriftCode(finding.code)) && (item === undefined || finding.item === item);
  const linted = lintProject({
    index: opened.index,
    within: paths.length === 0 ? undefined : paths.map((one) => path.resolve(root, one)),
    linter,
    baseline: await readBaselineFile(path.join(root, ...opened.configuration.baseline.split('/')), machine.files),
    project: () => opened.project,
    only: wanted,
  });
  const shown = linted.findings.slice(0, most);
  const report = {
    root,
    files: linted.files,
    findings: shown,
    counts: countSeverities(linted.findings),
    baselined: linted.baselined.length,
    stale: 0,
    rules: allRules,
  };
  const left = linted.findings.length - shown.length;
  const more = left === 0 ? '' : `${count(left, 'more finding')} not listed.\n`;
  return {
    message: `${formatText(report, false)}${more}`,
    data: { counts: report.counts, notListed: left, findings: shown.map(plainFinding) },
  };
}

/** Lines and characters from 0, as in LSP. */
function plainFinding({ id, code, rule, severity, item, path: file, range, message, fix }: Finding): object {
  return { id, code, rule, severity, item: item ?? null, path: file, range, message, fix: fix?.title ?? null };
}
