import type { AnyDocument, DocumentKind } from '../documents/document.js';
import type { Located } from '../markdown/span.js';
import type { CompatVersion, Configuration } from '../workspace/configuration.js';
import { compatVersions } from '../workspace/configurationSchema.js';
import type { Project } from '../workspace/project.js';
import { entryTraces } from '../trace/entryTraces.js';
import type { ItemTrace, TraceGraph } from '../trace/graph.js';
import { createTraceGraph } from '../trace/createTraceGraph.js';
import type { Finding, Severity } from './finding.js';
import type { TextFile } from '../markdown/textFile.js';
import { subjectOf } from './identity.js';
import { createReportKeeper } from './reportKeeper.js';
import type { Report, Rule, RuleContext } from './rule.js';
import { areSameReports, joinReports, type RuleReport } from './ruleReport.js';
import { applySuppressions } from './suppression.js';
import { isArchived } from './support/circumstances.js';
import { toFindings } from './toFindings.js';

/** Findings by document path; documents without findings are left out. */
export type FindingsByPath = ReadonlyMap<string, readonly Finding[]>;

export interface Linter {
  /** Judges one document of a project. */
  judge(document: AnyDocument, project: Project): readonly Finding[];
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

/** The rules that concern one kind of document, by when they run. */
interface Passes {
  readonly document: readonly Rule[];
  readonly item: readonly Rule[];
  readonly entry: readonly Rule[];
  readonly project: readonly Rule[];
  readonly last: readonly Rule[];
}

const none: readonly Finding[] = [];

/** What the rules that look at the document alone said of it, and the one circumstance they know of. */
interface Kept {
  readonly archived: boolean;
  readonly reports: readonly RuleReport[];
}

/** What was said of a document last, so that the same again costs no new findings and is known to be the same. */
interface Judged {
  readonly reports: readonly RuleReport[];
  readonly findings: readonly Finding[];
}

const noReports: readonly RuleReport[] = [];

/** The same of a document, with what it was put together from: where all of that is the same, nothing has to be compared. */
interface JudgedDocument extends Judged {
  readonly own: readonly RuleReport[];
  readonly ofItem: readonly RuleReport[];
  readonly ofProject: readonly RuleReport[];
}

/** Whether the rule exists in what is asked for: PactKit's own came with some version of it. */
function isIn({ peer }: Rule, compat: CompatVersion | undefined): boolean {
  return !compat || !peer || compatVersions.indexOf(peer.since) <= compatVersions.indexOf(compat);
}

/** The severity a rule's report has by default, before the configuration speaks. */
function defaultSeverity(rule: Rule, report: Report, compat: CompatVersion | undefined): Severity {
  if (compat === undefined) return report.severity ?? rule.severity;
  if (rule.peer) return rule.peer.severity;
  const severity = report.severity ?? rule.severity;
  // What PactKit passes must pass under its own verdict, so rules it does not have can warn but not fail.
  return severity === 'error' ? 'warning' : severity;
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
  const knownRules = known.map(({ code, name }) => ({ code, name }));
  const settings = new Map<Rule, Severity | undefined>();
  for (const rule of rules) {
    const setting = configuration.rules.get(rule.code) ?? configuration.rules.get(rule.name);
    if (setting !== 'off' && (setting !== undefined || isIn(rule, compat))) settings.set(rule, setting);
  }
  const active = [...settings.keys()];
  // What a rule that does not run now would have said is not known.
  const left = new Set(known.filter((rule) => !rules.includes(rule)).flatMap(({ code, name }) => [code, name]));
  const passes = new Map<DocumentKind, Passes>();
  const kept = new WeakMap<AnyDocument, Kept>();
  const keep = createReportKeeper();
  const judged = new WeakMap<AnyDocument, JudgedDocument>();
  const projectRules = active.filter(({ checkProject }) => checkProject);

  const passesFor = (kind: DocumentKind): Passes => {
    const known = passes.get(kind);
    if (known) return known;
    const concerned = active.filter(({ documents }) => documents.includes(kind));
    const made: Passes = {
      document: concerned.filter((rule) => rule.needs === 'document' && !rule.lastPass),
      item: concerned.filter((rule) => rule.needs !== 'document' && rule.scope === 'item' && !rule.lastPass),
      entry: concerned.filter((rule) => rule.checkEntry),
      project: concerned.filter(
        (rule) =>
          rule.needs !== 'document' &&
          rule.scope !== 'item' &&
          !rule.lastPass &&
          !rule.checkEntry &&
          !rule.checkProject,
      ),
      last: concerned.filter((rule) => rule.lastPass),
    };
    passes.set(kind, made);
    return made;
  };

  const runEach = (some: readonly Rule[], check: (rule: Rule) => Iterable<Report>): readonly RuleReport[] => {
    const reports: RuleReport[] = [];
    for (const rule of some)
      for (const report of check(rule))
        reports.push({ rule, report, severity: settings.get(rule) ?? defaultSeverity(rule, report, compat) });
    return reports.length === 0 ? noReports : reports;
  };
  const run = (some: readonly Rule[], document: AnyDocument, context: RuleContext): readonly RuleReport[] =>
    runEach(some, (rule) => rule.check(document, context));

  let graph: TraceGraph | undefined;
  const traceOf = (project: Project): TraceGraph => {
    if (graph?.project !== project) graph = createTraceGraph(project, configuration, graph);
    return graph;
  };
  /** What may not be asked for is made when it is; in a class, as there is one for every document of every round. */
  class Context implements RuleContext {
    readonly compat = compat;
    readonly configuration = configuration;
    readonly knownRules = knownRules;
    readonly project: Project;
    readonly archived: boolean;
    readonly unusedSuppressions: readonly Located[];
    readonly errors: readonly Report[];
    readonly #item: string | undefined;
    constructor(
      project: Project,
      item?: string,
      archived = false,
      unusedSuppressions: readonly Located[] = [],
      errors: readonly Report[] = [],
    ) {
      this.project = project;
      this.#item = item;
      this.archived = archived;
      this.unusedSuppressions = unusedSuppressions;
      this.errors = errors;
    }
    get trace(): TraceGraph {
      return traceOf(this.project);
    }
    get item(): ItemTrace | undefined {
      return this.#item === undefined ? undefined : this.trace.item(this.#item);
    }
  }

  const itemReports = (
    document: AnyDocument,
    project: Project,
    context: RuleContext,
    some: readonly Rule[],
  ): readonly RuleReport[] => {
    if (some.length === 0) return noReports;
    const { habits, git } = project;
    const { item, archived, trace } = context;
    const { conventions } = trace;
    return keep(document, { item, conventions, habits, git, archived }, () => run(some, document, context));
  };

  const entryReports = (
    document: AnyDocument,
    project: Project,
    context: RuleContext,
    some: readonly Rule[],
  ): readonly RuleReport[] => {
    if (some.length === 0 || (document.kind !== 'board' && document.kind !== 'archive')) return noReports;
    const { habits, git } = project;
    const { trace, archived } = context;
    const { conventions } = trace;
    const reports: RuleReport[] = [];
    for (const { id, trace: entry } of entryTraces(document)) {
      const item = trace.item(id);
      if (!item) continue;
      const own = keep(entry, { item, conventions, habits, git, archived }, () =>
        runEach(some, (rule) => rule.checkEntry?.(entry, { item, conventions, git, configuration }) ?? []),
      );
      for (const report of own) reports.push(report);
    }
    return reports;
  };

  const lintDocument = (document: AnyDocument, project: Project): readonly Finding[] => {
    const archived = isArchived(document.item, project);
    const context = new Context(project, document.item, archived);
    const rulesByPass = passesFor(document.kind);
    let known = kept.get(document);
    if (known?.archived !== archived) {
      known = { archived, reports: run(rulesByPass.document, document, context) };
      kept.set(document, known);
    }
    const own = known.reports;
    const ofItem = itemReports(document, project, context, rulesByPass.item);
    const ofProject = run(rulesByPass.project, document, context);
    const before = judged.get(document);
    if (before && before.own === own && before.ofItem === ofItem && rulesByPass.entry.length === 0)
      if (ofProject.length === 0 && before.ofProject.length === 0) return before.findings;
    const unreadable = document.problems.some(({ kind }) => kind === 'unreadable');
    const all = unreadable
      ? own.filter(({ rule }) => rule.code === 'E000')
      : joinReports(
          joinReports(own, ofItem),
          joinReports(entryReports(document, project, context, rulesByPass.entry), ofProject),
        );
    const { shown, unused } = withoutSuppressed(document, all);
    const errors = shown.flatMap(({ severity, report }) => (severity === 'error' ? [report] : []));
    const last =
      unreadable || (document.suppressions.length === 0 && errors.length === 0)
        ? []
        : run(
            rulesByPass.last,
            document,
            new Context(
              project,
              document.item,
              archived,
              unused.filter(({ value }) => !left.has(value)),
              errors,
            ),
          );
    const reports = joinReports(shown, last);
    // The reports of now in either case: those of before hold on to documents that are gone.
    const findings =
      reports.length === 0
        ? none
        : before && areSameReports(before.reports, reports)
          ? before.findings
          : toFindings(document, subjectOf(document), reports, document.item);
    judged.set(document, { reports, findings, own, ofItem, ofProject });
    return findings;
  };

  let judgedFiles: ReadonlyMap<string, Judged & { readonly file: TextFile }> = new Map();

  const lintProject = (project: Project): readonly Finding[] => {
    const byFile = new Map<string, { readonly file: TextFile; readonly reports: RuleReport[] }>();
    for (const rule of projectRules)
      for (const report of rule.checkProject?.(new Context(project)) ?? []) {
        const severity = settings.get(rule) ?? defaultSeverity(rule, report, compat);
        const { file } = report;
        const known = byFile.get(file.path);
        if (known) known.reports.push({ rule, report, severity });
        else byFile.set(file.path, { file, reports: [{ rule, report, severity }] });
      }
    const before = judgedFiles;
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
    judgedFiles = now;
    return [...now.values()].flatMap(({ findings }) => findings);
  };

  return {
    judge: lintDocument,
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
): { readonly shown: readonly RuleReport[]; readonly unused: readonly Located[] } {
  if (document.suppressions.length === 0) return { shown: reports, unused: [] };
  return applySuppressions(
    document,
    reports.map((entry) => ({ ...entry, code: entry.rule.code, name: entry.rule.name, span: entry.report.span })),
  );
}
