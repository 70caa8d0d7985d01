import type { AnyDocument } from '../documents/document.js';
import type { Configuration } from '../workspace/configuration.js';
import { changesByPath } from '../workspace/changesByPath.js';
import { placeOf, type Project } from '../workspace/project.js';
import { entryTraces } from '../trace/entryTraces.js';
import type { EntryTrace, TraceGraph } from '../trace/graph.js';
import { createTraceGraph } from '../trace/createTraceGraph.js';
import { Context, type ContextOfAll } from './ruleContext.js';
import type { Finding } from './finding.js';
import type { TextFile } from '../markdown/textFile.js';
import { subjectOf } from './identity.js';
import { type Around, aroundOf, isStill, keep, type Kept, type Said, type Surroundings } from './keptReports.js';
import { createProjectJudge, type Judged } from './projectJudge.js';
import type { Report, Rule } from './rule.js';
import { areSameReports, joinReports, type RuleReport } from './ruleReport.js';
import { createRuleSet, type RuleSet } from './ruleSet.js';
import { applySuppressions, type UnusedSuppression } from './suppression.js';
import { isArchived } from './support/circumstances.js';
import { toFindings } from './toFindings.js';

/** Findings by document path; documents without findings are left out. */
export type FindingsByPath = ReadonlyMap<string, readonly Finding[]>;

export interface Linter {
  /** Judges one document of a project. */
  judge(document: AnyDocument, project: Project): readonly Finding[];
  /**
   * The documents of which something else may be said than when `settle` was called last: changed ones, those of items that
   * changed, and those whose rules ask about other documents. All, where anything changed that may concern any.
   */
  outdated(project: Project): readonly AnyDocument[];
  /** The outdated documents of a project have been judged. */
  settle(project: Project): void;
  /** Judges the project as a whole; the findings stand in whatever file they concern, source files too. */
  judgeProject(project: Project): readonly Finding[];
  /** The trace the findings of the project were made with. */
  readonly traceOf: (project: Project) => TraceGraph;
  /**
   * Judges all documents of a project. What rules with `needs: 'document'` said of a document is kept for as long as that
   * very document object lives, so that an edit costs one document and the workspace rules.
   *
   * @param limit judge only these files (all others still serve as what they are compared with).
   */
  lint(project: Project, limit?: (file: Pick<TextFile, 'path'>) => boolean): FindingsByPath;
}

const none: readonly Finding[] = [];

/** After more changes than this all documents are judged. */
const mostChanges = 100;

const noReports: readonly RuleReport[] = [];

/** The same of a document, with what it was put together from: where all of that is the same, nothing has to be compared. */
interface JudgedDocument extends Judged {
  readonly archived: boolean;
  /** By the rules that look at the document alone: `archived` is the one circumstance they know of. */
  readonly own: readonly RuleReport[];
  readonly said: Kept | undefined;
  readonly ofOthers: readonly RuleReport[];
}

/**
 * @param rules those that may run: doors leave out the ones that need git where there is none.
 * @param known all rules there are, so that a comment or setting for one that does not run now is no mistake.
 */
export function createLinter(
  rules: readonly Rule[],
  configuration: Configuration,
  known: readonly Rule[] = rules,
): Linter {
  const { compat } = configuration;
  const ruleSet = createRuleSet(rules, configuration, known);
  const judged = new WeakMap<AnyDocument, JudgedDocument>();
  // By what stays of an entry that moves.
  const saidOfEntries = new WeakMap<EntryTrace['substance'], Kept>();

  const addTo = (reports: RuleReport[], rule: Rule, said: Iterable<Report>): void => {
    for (const report of said) reports.push({ rule, report, severity: ruleSet.severityOf(rule, report) });
  };
  const run = (some: readonly Rule[], document: AnyDocument, context: Context): readonly RuleReport[] => {
    const reports: RuleReport[] = [];
    for (const rule of some) addTo(reports, rule, rule.check(document, context));
    return reports.length === 0 ? noReports : reports;
  };
  /** Runs rules, and tells apart those that asked for more than the document's surroundings. */
  const runSurrounded = (
    some: readonly Rule[],
    document: AnyDocument,
    context: Context,
  ): Said & { readonly ofFurther: readonly RuleReport[] } => {
    const reports: RuleReport[] = [];
    const ofFurther: RuleReport[] = [];
    const further: Rule[] = [];
    for (const rule of some) {
      const own: RuleReport[] = [];
      addTo(own, rule, rule.check(document, context));
      const isFurther = context.takeAskedFurther();
      if (isFurther) further.push(rule);
      for (const report of own) (isFurther ? ofFurther : reports).push(report);
    }
    return { reports, further, ofFurther };
  };

  let graph: TraceGraph | undefined;
  let settled: { readonly project: Project; readonly around: Around } | undefined;
  // Since then.
  const changedItems = new Set<string>();
  // The paths of documents that have to be looked at in any case.
  const restless = new Set<string>();
  const traceOf = (project: Project): TraceGraph => {
    if (graph?.project === project) return graph;
    graph = createTraceGraph(project, configuration, graph);
    if (!graph.changed) settled = undefined;
    else for (const id of graph.changed) changedItems.add(id);
    return graph;
  };
  const contextOfAll: ContextOfAll = { compat, configuration, knownRules: ruleSet.known, traceOf };

  let lastAround: { readonly project: Project; readonly value: Around } | undefined;
  const aroundNow = (project: Project): Around => {
    if (lastAround?.project !== project)
      lastAround = { project, value: aroundOf(project, traceOf(project).conventions, lastAround?.value) };
    return lastAround.value;
  };

  const entryReports = (document: AnyDocument, project: Project, some: readonly Rule[]): readonly RuleReport[] => {
    if (some.length === 0 || (document.kind !== 'board' && document.kind !== 'archive')) return noReports;
    const trace = traceOf(project);
    const around = aroundNow(project);
    const { conventions, git } = around;
    const reports: RuleReport[] = [];
    for (const { id, trace: named } of entryTraces(document)) {
      const item = trace.item(id);
      const entry = item?.entries.find((one) => one.entry === named.entry);
      if (!item || !entry) continue;
      const now = { item, around, archived: false };
      let said = saidOfEntries.get(entry.substance);
      if (!said || !isStill(said, now, document.path)) {
        const own: RuleReport[] = [];
        for (const rule of some)
          addTo(own, rule, rule.checkEntry?.(entry, { item, conventions, git, configuration }) ?? []);
        said = keep({ reports: own, further: [] }, now, document.path);
        saidOfEntries.set(entry.substance, said);
      }
      for (const report of said.reports) reports.push(report);
    }
    return reports;
  };

  const lintDocument = (document: AnyDocument, project: Project): readonly Finding[] => {
    const { item: id, path } = document;
    const archived = isArchived(id, project);
    const rulesByPass = ruleSet.passesFor(document.kind);
    const before = judged.get(document);
    let now: Surroundings | undefined;
    if (rulesByPass.item.length > 0)
      now = { around: aroundNow(project), item: id === undefined ? undefined : traceOf(project).item(id), archived };
    let said = now && before?.said && isStill(before.said, now, path) ? before.said : undefined;
    // So it is with nearly all of thousands of documents.
    if (before && said?.further.length === 0) return before.findings;
    restless.add(path);
    const context = new Context(contextOfAll, project, { item: id, archived });
    const own = before?.archived === archived ? before.own : run(rulesByPass.document, document, context);
    let ofOthers = run(said?.further ?? rulesByPass.others, document, context);
    if (now && !said) {
      const surrounded = runSurrounded(rulesByPass.item, document, context);
      said = keep(surrounded, now, path);
      ofOthers = surrounded.ofFurther;
      // Of two specs of one item the trace holds one.
      const isTraced = document.kind !== 'spec' || id === undefined || project.spec(id) === document;
      if (said.further.length === 0 && !said.item && isTraced) restless.delete(path);
    }
    // Which rules that comments name could speak may be different now.
    const isSaidBefore =
      document.suppressions.length === 0 &&
      before?.own === own &&
      before.said === said &&
      rulesByPass.entry.length === 0;
    if (isSaidBefore && ofOthers.length === 0 && before.ofOthers.length === 0) return before.findings;
    const unreadable = document.problems.some(({ kind }) => kind === 'unreadable');
    const all = unreadable
      ? own.filter(({ rule }) => rule.code === 'E000')
      : joinReports(
          joinReports(own, said?.reports ?? noReports),
          joinReports(entryReports(document, project, rulesByPass.entry), ofOthers),
        );
    const { shown, unused } = withoutSuppressed(document, all, ruleSet, project);
    const errors = shown.flatMap(({ severity, report }) => (severity === 'error' ? [report] : []));
    const last =
      unreadable || (document.suppressions.length === 0 && errors.length === 0)
        ? []
        : run(
            rulesByPass.last,
            document,
            new Context(contextOfAll, project, {
              item: document.item,
              archived,
              unusedSuppressions: unused,
              errors,
            }),
          );
    const reports = joinReports(shown, last);
    // The reports of now in either case: those of before hold on to documents that are gone.
    const findings =
      reports.length === 0
        ? none
        : before && areSameReports(before.reports, reports)
          ? before.findings
          : toFindings(document, subjectOf(document), reports, document.item);
    judged.set(document, { reports, findings, archived, own, said, ofOthers });
    return findings;
  };

  const outdated = (project: Project): readonly AnyDocument[] => {
    traceOf(project);
    if (settled?.around !== aroundNow(project)) return project.documents;
    const changes = changesByPath(settled.project.documents, project.documents, mostChanges);
    if (!changes) return project.documents;
    const found = new Set<AnyDocument>(changes.added);
    const trace = traceOf(project);
    for (const id of changedItems) {
      const { spec, testCases } = trace.item(id) ?? { testCases: [] };
      for (const document of [...(spec ? [spec] : []), ...testCases]) found.add(document);
    }
    for (const path of restless) {
      const document = project.documents[placeOf(project.documents, path)];
      if (document) found.add(document);
      else restless.delete(path);
    }
    return [...found];
  };

  const settle = (project: Project): void => {
    // Where another moment was looked at meanwhile, it is not told what changed since.
    settled = graph?.project === project ? { project, around: aroundNow(project) } : undefined;
    changedItems.clear();
  };

  const lintProject = createProjectJudge(ruleSet, (project) => new Context(contextOfAll, project));

  return {
    judge: lintDocument,
    outdated,
    settle,
    judgeProject: lintProject,
    traceOf,
    lint: (project, limit = () => true) => {
      const result = new Map<string, readonly Finding[]>();
      for (const document of project.documents) {
        if (!limit(document)) continue;
        const findings = lintDocument(document, project);
        if (findings.length > 0) result.set(document.path, findings);
      }
      for (const finding of lintProject(project)) {
        if (!limit(finding)) continue;
        result.set(finding.path, [...(result.get(finding.path) ?? []), finding].sort(byPlace));
      }
      return result;
    },
  };
}

const byPlace = ({ range: { start: a } }: Finding, { range: { start: b } }: Finding): number =>
  a.line - b.line || a.character - b.character;

function withoutSuppressed(
  document: AnyDocument,
  reports: readonly RuleReport[],
  { namedIn }: Pick<RuleSet, 'namedIn'>,
  project: Project,
): { readonly shown: readonly RuleReport[]; readonly unused: readonly UnusedSuppression[] } {
  if (document.suppressions.length === 0) return { shown: reports, unused: [] };
  return applySuppressions(
    document,
    reports.map((entry) => ({ ...entry, code: entry.rule.code, span: entry.report.span })),
    namedIn(project),
  );
}
