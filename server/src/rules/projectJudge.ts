import type { TextFile } from '../markdown/textFile.js';
import type { Project } from '../workspace/project.js';
import type { Finding } from './finding.js';
import type { RuleContext } from './rule.js';
import { areSameReports, type RuleReport } from './ruleReport.js';
import type { RuleSet } from './ruleSet.js';
import { toFindings } from './toFindings.js';

/** What was said of a document or file last, so that the same again costs no new findings and is known to be the same. */
export interface Judged {
  readonly reports: readonly RuleReport[];
  readonly findings: readonly Finding[];
}

/** Judges a project as a whole, one moment after the other; of a file of which the same is said the findings stay the same objects. */
export function createProjectJudge(
  { ofProject, severityOf }: Pick<RuleSet, 'ofProject' | 'severityOf'>,
  contextOf: (project: Project) => RuleContext,
): (project: Project) => readonly Finding[] {
  let before: ReadonlyMap<string, Judged & { readonly file: TextFile }> = new Map();
  return (project) => {
    const byFile = new Map<string, { readonly file: TextFile; readonly reports: RuleReport[] }>();
    for (const rule of ofProject)
      for (const report of rule.checkProject?.(contextOf(project)) ?? []) {
        const { file } = report;
        const entry = { rule, report, severity: severityOf(rule, report) };
        const known = byFile.get(file.path);
        if (known) known.reports.push(entry);
        else byFile.set(file.path, { file, reports: [entry] });
      }
    const now = new Map<string, Judged & { readonly file: TextFile }>();
    for (const [path, { file, reports }] of byFile) {
      const known = before.get(path);
      now.set(
        path,
        known?.file === file && areSameReports(known.reports, reports)
          ? known
          : { file, reports, findings: toFindings(file, 'project', reports) },
      );
    }
    before = now;
    return [...now.values()].flatMap(({ findings }) => findings);
  };
}
