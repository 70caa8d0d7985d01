import { memo, memoEach, memoFor } from '../base/memo.js';
import { addTo, none } from '../base/same.js';
import type { AnyDocument } from '../documents/document.js';
import { asParsed, forgetText, isUnknown } from '../documents/unreadDocument.js';
import type { TextFile } from '../markdown/textFile.js';
import { createTraceGraph } from '../trace/createTraceGraph.js';
import type { NamedEntry } from '../trace/entryTraces.js';
import type { EntryTrace, ItemTrace, TraceGraph } from '../trace/graph.js';
import type { Configuration } from '../workspace/configuration.js';
import { habitsWith, noHabits, type Project } from '../workspace/project.js';
import { EntryReports } from './entryReports.js';
import type { Finding } from './finding.js';
import { HeldDocuments, type JudgedMoment } from './heldDocuments.js';
import { subjectOf } from './identity.js';
import { type FindingKeeper, type FullJudgement, KeptJudgements, type Moment } from './keptJudgement.js';
import { type Around, aroundOf, isSameAround, keepSaid, leadsOf, type Said, type Surroundings } from './keptReports.js';
import { OutdatedDocuments } from './outdated.js';
import type { Rule, RuleContext } from './rule.js';
import { Context, type ContextOfAll, type ContextOfOne, howMuchIsRead } from './ruleContext.js';
import { areSameReports, joinReports, type RuleReport } from './ruleReport.js';
import { noReports, RuleRunner } from './ruleRunner.js';
import { createRuleSet, type Passes, type RuleSet } from './ruleSet.js';
import { sourceSuppressions } from './sourceSuppressions.js';
import { applySuppressions, type Commented, type UnusedSuppression } from './suppression.js';
import { isArchived } from './support/circumstances.js';
import { toFindings } from './toFindings.js';

/** Findings by document path; documents without findings are left out. */
export type FindingsByPath = ReadonlyMap<string, readonly Finding[]>;

export interface Linter {
  /** Judges one document of a project. */
  judge(document: AnyDocument, project: Project): readonly Finding[];
  /** The items of which specs or test cases have to be judged, as nothing that is kept of them holds; undefined if nothing is kept. */
  unkept(project: Project): ReadonlySet<string> | undefined;
  /**
   * The documents of which something else may be said than when `settle` was called last: changed ones, those of items that
   * changed, and those whose rules ask about other documents. All, where anything changed that may concern any.
   */
  outdated(project: Project): readonly AnyDocument[];
  /** The outdated documents of a project have been judged. */
  settle(project: Project): void;
  /**
   * Begins with what another run, or this one by less, said of documents; until they are settled.
   *
   * @param isFollowed whether `outdated` will be asked.
   */
  recall(keeper: FindingKeeper, isFollowed: boolean): void;
  /** Lets go of what can be read again of documents that were judged, but for those that have to be looked at after every edit. */
  forget(documents: readonly AnyDocument[]): void;
  /** Judges the project as a whole; the findings are in whatever file they concern, source files too. */
  judgeProject(project: Project): readonly Finding[];
  /** The trace the findings of the project were made with. */
  readonly traceOf: (project: Project) => TraceGraph;
  /**
   * Judges all documents of a project. What rules with `needs: 'document'` said of a document is kept for as long as that
   * very document object lives, so that an edit costs one document and the workspace rules.
   *
   * @param limit judge only these files (all others still serve as what they are compared with).
   * @param room so many characters of documents that are read now, and of which something is said, are held with their models; of all
   *   others, what more is asked of them has them parsed again.
   */
  lint(project: Project, limit?: (file: Pick<TextFile, 'path'>) => boolean, room?: number): FindingsByPath;
}

const usualRoom = 8_000_000;

/** What the findings of a document are put together from. */
interface Parts {
  readonly archived: boolean;
  /** By the rules that look at the document alone: `archived` is the one circumstance they know of. */
  readonly own: readonly RuleReport[];
  /** By those that look at its item, too. */
  readonly said: readonly RuleReport[];
  readonly ofEntries: readonly RuleReport[];
  readonly ofOthers: readonly RuleReport[];
  // By these, which rules that comments name could speak.
  readonly codeRead: RuleContext['codeRead'];
  readonly isGitAsked: boolean;
}

interface Reports {
  readonly reports: readonly RuleReport[];
}

/** A file of which the same is said as before keeps its findings, the very objects; the reports held are those of now. */
const keepFindings = {
  isSame: (before: Reports, now: Reports) => areSameReports(before.reports, now.reports),
};

/**
 * @param rules those that may run: doors leave out the ones that need git if there is none.
 * @param known all rules there are, so that a comment or setting for one that does not run now is no mistake.
 * @param keeper keeps findings from one run to the next, until they are settled.
 */
export function createLinter(
  rules: readonly Rule[],
  configuration: Configuration,
  known: readonly Rule[] = rules,
  keeper?: FindingKeeper,
): Linter {
  const linter = new ProjectLinter(createRuleSet(rules, configuration, known), configuration, rules);
  if (keeper) linter.recall(keeper, false);
  return linter;
}

class ProjectLinter implements Linter {
  readonly #ruleSet: RuleSet;
  readonly #runner: RuleRunner;
  readonly #configuration: Configuration;
  readonly #rules: readonly Rule[];
  readonly #contextOfAll: ContextOfAll;
  /** Until all documents were judged: from then on each has what is said of it in memory. */
  #kept: KeptJudgements | undefined;
  #isFollowed = true;
  readonly #outdated = new OutdatedDocuments();
  readonly #entryReports = new EntryReports();
  readonly #held = new HeldDocuments();

  #newestTrace: TraceGraph | undefined;
  readonly #trace = memo<{ readonly project: Project }, TraceGraph>();
  readonly #around = memo<{ readonly project: Project }, Around>({ isEqual: isSameAround });
  // Asked for each document, so that nothing is made for the question.
  readonly #momentOf = memoFor((project: Project) => this.#momentAt(project));
  readonly #own = memoEach<AnyDocument, { readonly archived: boolean }, readonly RuleReport[]>();
  readonly #said = memoEach<AnyDocument, Surroundings, Said>(keepSaid);
  // By what stays of an entry that moves.
  readonly #saidOfEntries = memoEach<EntryTrace['substance'], Surroundings, Said>(keepSaid);
  readonly #reports = memoEach<AnyDocument, Parts, readonly RuleReport[]>();
  readonly #findings = memoEach<TextFile, Reports, readonly Finding[]>(keepFindings);
  readonly #findingsOfProject = memoEach<TextFile, Reports, readonly Finding[]>(keepFindings);

  constructor(ruleSet: RuleSet, configuration: Configuration, rules: readonly Rule[]) {
    const { traceOf } = this;
    this.#rules = rules;
    this.#ruleSet = ruleSet;
    this.#runner = new RuleRunner(ruleSet);
    this.#configuration = configuration;
    this.#contextOfAll = { compat: configuration.compat, configuration, knownRules: ruleSet.known, traceOf };
  }

  readonly traceOf = (project: Project): TraceGraph =>
    this.#trace({ project }, (before) => {
      const trace = createTraceGraph(project, this.#configuration, before?.value);
      this.#outdated.follow(trace);
      this.#entryReports.follow(trace);
      this.#newestTrace = trace;
      return trace;
    });

  outdated(project: Project): readonly AnyDocument[] {
    const [trace, around] = [this.traceOf(project), this.#aroundOf(project)];
    const outdated = this.#outdated.of(project, trace, around);
    const toAsk = this.#held.takeNotAsked();
    // If all are judged again, so are these.
    if (!toAsk || outdated === project.documents) return outdated;
    for (const [document, codes] of toAsk.notAsked) this.#askNow(document, codes, toAsk.moment);
    return this.#outdated.of(project, trace, around);
  }

  /** Notes what rules ask of other documents, which was not necessary to judge this one. */
  #askNow(document: AnyDocument, codes: readonly string[], { project, trace }: JudgedMoment): void {
    const { item } = document;
    const all = { ...this.#contextOfAll, traceOf: () => trace };
    const context = new Context(all, project, { item, archived: isArchived(item, project) });
    this.#runner.run(this.#rulesOf(document, codes), document, context);
    this.#outdated.note(document, context.asked);
  }

  #rulesOf({ kind }: AnyDocument, codes: readonly string[]): readonly Rule[] {
    return this.#ruleSet.passesFor(kind).item.filter(({ code }) => codes.includes(code));
  }

  recall(keeper: FindingKeeper, isFollowed: boolean): void {
    this.#isFollowed = isFollowed;
    this.#held.clear();
    this.#kept = new KeptJudgements(keeper, this.#rules, this.#configuration);
  }

  settle(project: Project): void {
    const kept = this.#kept;
    this.#held.settle(this.#outdated, { project, trace: this.traceOf(project) }, (document) => {
      if (kept?.hasCompared(document) === true) this.#recallEntries(document, project, kept);
      return kept?.leadsToEntries(document) === true || isTwin(document, project);
    });
    this.#kept = undefined;
    this.#outdated.settle(project, this.#aroundOf(project));
  }

  lint(
    project: Project,
    limit: (file: Pick<TextFile, 'path'>) => boolean = () => true,
    room = usualRoom,
  ): FindingsByPath {
    this.#judgeNew(project, limit, room);
    const judged = new Map<AnyDocument, readonly Finding[]>();
    for (const [item, documents] of byItem(project.documents)) {
      for (const document of documents) {
        const findings = limit(document) ? this.judge(document, project) : none;
        if (findings.length > 0) judged.set(document, findings);
      }
      this.#forget(item, documents);
    }
    const result = new Map<string, readonly Finding[]>();
    for (const document of project.documents) {
      const findings = judged.get(document);
      if (findings) result.set(document.path, findings);
    }
    for (const finding of this.judgeProject(project)) {
      if (!limit(finding)) continue;
      result.set(finding.path, [...(result.get(finding.path) ?? []), finding].sort(byPlace));
    }
    return result;
  }

  /** Judges documents that were not read yet, item by item, by all but other documents, and holds no more of most than facts. */
  #judgeNew(project: Project, limit: (file: Pick<TextFile, 'path'>) => boolean, room: number): void {
    if (!project.documents.some(isUnknown)) return;
    const { conventions } = this.traceOf(project);
    const known = project.documents.filter((document) => !isUnknown(document));
    let around: Around = {
      conventions,
      habits: habitsWith(noHabits, known),
      git: project.git,
      codeRead: howMuchIsRead(project.code),
    };
    let left = room;
    for (const [item, documents] of byItem(project.documents)) {
      const some = documents.filter(isUnknown);
      const habits = habitsWith(around.habits, some);
      if (habits !== around.habits) around = { ...around, habits };
      const spoken = some.filter((document) => limit(document) && !this.#isSilent(document, project, around));
      for (const { text } of spoken) left -= text.length;
      this.#forget(item, left > 0 ? some.filter((document) => !spoken.includes(document)) : some);
    }
  }

  /** Judges a document by itself and its item. @returns whether there is nothing to say. */
  #isSilent(document: AnyDocument, project: Project, around: Around): boolean {
    const { kind, item: id, path, problems, suppressions } = document;
    const archived = isArchived(id, project);
    const context = this.#context(project, { item: id, archived, soFar: around.habits });
    const passes = this.#ruleSet.passesFor(kind);
    const own = this.#ownOf(passes.document, document, context);
    const item = id === undefined ? undefined : this.traceOf(project).item(id);
    const now = surroundings(item, around, archived, path);
    const { reports } =
      passes.item.length === 0 ? { reports: noReports } : this.#saidOf(passes.item, document, now, context).said;
    return own.length + reports.length + problems.length + suppressions.length === 0;
  }

  forget(documents: readonly AnyDocument[]): void {
    const settled = documents.filter((document) => !this.#outdated.isRestless(document));
    for (const [item, some] of byItem(settled)) this.#forget(item, some);
  }

  /** What can be read again is not held while others are judged. */
  #forget(item: string | undefined, documents: readonly AnyDocument[]): void {
    const forgotten = documents.filter(forgetText);
    if (item !== undefined && forgotten.length > 0) this.#newestTrace?.forget(item);
  }

  judgeProject(project: Project): readonly Finding[] {
    const byFile = new Map<string, { readonly file: TextFile; readonly reports: RuleReport[] }>();
    for (const rule of this.#ruleSet.ofProject)
      for (const report of rule.checkProject?.(this.#contextOfProject(rule, project)) ?? []) {
        const { file } = report;
        const known = byFile.get(file.path) ?? { file, reports: [] };
        this.#runner.add(known.reports, rule, [report]);
        byFile.set(file.path, known);
      }
    for (const file of project.code?.sources ?? [])
      if (sourceSuppressions(file).length > 0 && !byFile.has(file.path)) byFile.set(file.path, { file, reports: [] });
    this.#kept?.sayOfProject();
    return Array.from(byFile.values()).flatMap(({ file, reports: all }) => {
      // What is said of the project as a whole is in a document only because it has to be somewhere.
      const isSource = !('suppressions' in file);
      const reports = isSource ? this.#shownInSource(file, all, project) : all;
      return this.#findingsOfProject(file, { reports }, () => toFindings(file, 'project', reports));
    });
  }

  judge(document: AnyDocument, project: Project): readonly Finding[] {
    const held = this.#heldOf(document, project);
    if (held) {
      if (this.#isFollowed) this.#held.add(document);
      return held;
    }
    const archived = isArchived(document.item, project);
    const judgement = this.#judgeAgain(document, project, this.#context(project, { item: document.item, archived }));
    if (this.#kept?.keeps(document)) this.#kept.say(document, this.#momentOf(project), judgement);
    return judgement.findings;
  }

  unkept(project: Project): ReadonlySet<string> | undefined {
    if (!this.#kept) return undefined;
    const items = new Set<string>();
    for (const document of project.documents)
      if (document.item !== undefined && !this.#heldOf(document, project)) items.add(document.item);
    return items;
  }

  /** What an earlier run said of a document, where it would say the same now. */
  #heldOf(document: AnyDocument, project: Project): readonly Finding[] | undefined {
    if (!this.#kept?.keeps(document)) return undefined;
    return this.#kept.findings(document, this.#momentOf(project));
  }

  #momentAt(project: Project): Moment {
    return {
      project,
      around: this.#aroundOf(project),
      itemOf: (id) => this.traceOf(project).item(id),
      archived: ({ item }) => isArchived(item, project),
      again: {
        // This does not include the rules that run later.
        further: (document, codes) => {
          const archived = isArchived(document.item, project);
          const context = this.#context(project, { item: document.item, archived });
          const ofFurther = this.#runner.run(this.#rulesOf(document, codes), document, context);
          if (this.#isFollowed) this.#held.asked(document, context.asked);
          return { ofFurther, onlyAsked: context.asked !== undefined };
        },
        notAsked: (document, codes) => {
          if (this.#isFollowed) this.#held.notAsked(document, codes);
        },
        isSilent: (document, { id, entries }) => {
          const rules = this.#ruleSet.passesFor(document.kind).entry;
          const own = entries.filter((entry) => entry.document === document);
          return own.every((entry) => this.#ofEntry(rules, { id, trace: entry }, document, project).length === 0);
        },
      },
    };
  }

  #judgeAgain(document: AnyDocument, project: Project, context: Context): FullJudgement {
    const { archived } = context;
    const passes = this.#ruleSet.passesFor(document.kind);
    const { said, ofOthers, further } = this.#surrounded(passes, document, project, context);
    const own = this.#ownOf(passes.document, document, context);
    const ofEntries = this.#ofEntries(passes.entry, document, project);
    const isSilent = own.length + said.length + ofOthers.length + ofEntries.length === 0;
    // So it is with most documents, and there is nothing to keep.
    const onlyAsked = further.length === 0 || context.asked !== undefined;
    if (isSilent && document.suppressions.length === 0)
      return { findings: none, further, ofFurther: ofOthers, onlyAsked, isQuiet: true };
    const { codeRead } = context;
    const parts: Parts = { archived, own, said, ofOthers, ofEntries, codeRead, isGitAsked: project.git !== undefined };
    const reports = this.#reports(document, parts, () => this.#shown(parts, passes.last, document, project));
    const findings = this.#findings(document, { reports }, () =>
      reports.length === 0 ? none : toFindings(document, subjectOf(document), reports, document.item),
    );
    return { findings, further, ofFurther: ofOthers, onlyAsked, isQuiet: own.length === 0 };
  }

  #shownInSource(file: TextFile, reports: readonly RuleReport[], project: Project): readonly RuleReport[] {
    const suppressions = sourceSuppressions(file);
    if (suppressions.length === 0) return reports;
    const commented = { ...file, suppressions };
    const { shown, unused } = withoutSuppressed(commented, reports, this.#ruleSet, project);
    const context = this.#context(project, { unusedSuppressions: unused });
    const said: RuleReport[] = [];
    for (const rule of this.#ruleSet.ofSources)
      this.#runner.add(said, rule, rule.checkSource?.(commented, context) ?? []);
    return joinReports(shown, said);
  }

  #aroundOf(project: Project): Around {
    return this.#around({ project }, () => aroundOf(project, this.traceOf(project).conventions));
  }

  #context(project: Project, one?: ContextOfOne): Context {
    return new Context(this.#contextOfAll, project, one);
  }

  #contextOfProject({ code }: Rule, project: Project): Context {
    const kept = this.#kept;
    if (!kept) return this.#context(project);
    return this.#context(project, {
      ofItem: (item, compute) => kept.ofItem(code, item, this.#momentOf(project), compute),
    });
  }

  #ownOf(rules: readonly Rule[], document: AnyDocument, context: Context): readonly RuleReport[] {
    const { archived } = context;
    return this.#own(document, { archived }, () => {
      const parsed = asParsed(document);
      const reports = this.#runner.run(rules, parsed, context);
      if (parsed === document || reports.length === 0) return reports;
      return reports.map((said) => leadingTo(document, parsed, said));
    });
  }

  /** What rules say that look at more than the document: of a kind with an item what they say is kept, except for those that ask further. */
  #surrounded(
    { item: rules, others }: Passes,
    document: AnyDocument,
    project: Project,
    context: Context,
  ): Pick<Parts, 'said' | 'ofOthers'> & Pick<FullJudgement, 'further'> {
    if (rules.length === 0) {
      const ofOthers = this.#runner.run(others, document, context);
      this.#outdated.note(document, document.item === undefined ? context.asked : undefined);
      return { said: noReports, ofOthers, further: [] };
    }
    const { item: id, path } = document;
    const item = id === undefined ? undefined : this.traceOf(project).item(id);
    const now = surroundings(item, this.#aroundOf(project), context.archived, path);
    const { said, ofFurther } = this.#saidOf(rules, document, now, context);
    const { reports, further, leads } = said;
    const ofOthers = ofFurther ?? this.#runner.run(further, document, context);
    const asked = further.length === 0 ? none : context.asked;
    this.#outdated.note(document, leads === 'nowhere' && !isTwin(document, project) ? asked : undefined);
    return { said: reports, ofOthers, further };
  }

  /** What they say that do not ask further; what the others say, too, where they had to be run to tell. */
  #saidOf(
    rules: readonly Rule[],
    document: AnyDocument,
    now: Surroundings,
    context: Context,
  ): { readonly said: Said; readonly ofFurther?: readonly RuleReport[] } {
    let ofFurther: readonly RuleReport[] | undefined;
    const said = this.#said(document, now, () => {
      const ran = this.#runner.runSurrounded(rules, document, context);
      ofFurther = ran.ofFurther;
      const { reports, further } = ran.said;
      return { reports, further, leads: leadsOf(reports, now) };
    });
    return { said, ...(ofFurther ? { ofFurther } : {}) };
  }

  /** Has what is known of a board or archive that was held serve the first edit. */
  #recallEntries(document: AnyDocument, project: Project, kept: KeptJudgements): void {
    if (document.kind !== 'board' && document.kind !== 'archive') return;
    const rules = this.#ruleSet.passesFor(document.kind).entry;
    const moment = this.#momentOf(project);
    this.#entryReports.of(document, project, this.#aroundOf(project), (named) => {
      const item = this.traceOf(project).item(named.id);
      const isSilent = item && kept.wasSilent(document, item, moment);
      return isSilent ? noReports : this.#ofEntry(rules, named, document, project);
    });
    if (kept.wasQuiet(document)) this.#own(document, { archived: isArchived(document.item, project) }, () => noReports);
  }

  #ofEntries(rules: readonly Rule[], document: AnyDocument, project: Project): readonly RuleReport[] {
    if (rules.length === 0 || (document.kind !== 'board' && document.kind !== 'archive')) return noReports;
    const around = this.#aroundOf(project);
    const kept = this.#kept;
    return this.#entryReports.of(document, project, around, (named) => {
      const item = kept && this.traceOf(project).item(named.id);
      if (!item) return this.#ofEntry(rules, named, document, project);
      const moment = this.#momentOf(project);
      const isSilent = kept.wasSilent(document, item, moment);
      const reports = isSilent ? noReports : this.#ofEntry(rules, named, document, project);
      kept.noteEntry(document, item, reports.length === 0, moment);
      return reports;
    });
  }

  #ofEntry(
    rules: readonly Rule[],
    { id, trace: named }: NamedEntry,
    document: AnyDocument,
    project: Project,
  ): readonly RuleReport[] {
    const item = this.traceOf(project).item(id);
    const entry = item?.entries.find((one) => one.entry === named.entry);
    if (!item || !entry) return noReports;
    const around = this.#aroundOf(project);
    const now = surroundings(item, around, false, document.path);
    return this.#saidOfEntries(entry.substance, now, () => {
      const reports = this.#runOnEntry(rules, entry, item, around);
      return { reports, further: [], leads: leadsOf(reports, now) };
    }).reports;
  }

  #runOnEntry(
    rules: readonly Rule[],
    entry: EntryTrace,
    item: ItemTrace,
    { conventions, git }: Around,
  ): readonly RuleReport[] {
    const reports: RuleReport[] = [];
    const context = { item, conventions, git, configuration: this.#configuration };
    for (const rule of rules) this.#runner.add(reports, rule, rule.checkEntry?.(entry, context) ?? none);
    return reports;
  }

  /** What is left of the reports where comments suppress some, and what the rules of the last pass say of that. */
  #shown(
    { archived, own, said, ofEntries, ofOthers }: Parts,
    last: readonly Rule[],
    document: AnyDocument,
    project: Project,
  ): readonly RuleReport[] {
    const isUnreadable = document.problems.some(({ kind }) => kind === 'unreadable');
    const all = isUnreadable
      ? own.filter(({ rule }) => rule.code === 'E000')
      : joinReports(joinReports(own, said), joinReports(ofEntries, ofOthers));
    const { shown, unused } = withoutSuppressed(document, all, this.#ruleSet, project);
    const errors = shown.flatMap(({ severity, report }) => (severity === 'error' ? [report] : []));
    if (isUnreadable || (document.suppressions.length === 0 && errors.length === 0)) return shown;
    const context = this.#context(project, { item: document.item, archived, unusedSuppressions: unused, errors });
    return joinReports(shown, this.#runner.run(last, document, context));
  }
}

/** Of two specs of one item the trace holds one. */
function isTwin({ kind, item, path }: AnyDocument, project: Project): boolean {
  return kind === 'spec' && item !== undefined && project.spec(item)?.path !== path;
}

/** What leads into a document as it was parsed leads to the one that can let go of that. */
function leadingTo(document: AnyDocument, parsed: AnyDocument, said: RuleReport): RuleReport {
  const { related } = said.report;
  if (!related?.some((other) => other.document === parsed)) return said;
  const there = related.map((other) => (other.document === parsed ? { ...other, document } : other));
  return { ...said, report: { ...said.report, related: there } };
}

function surroundings(item: ItemTrace | undefined, around: Around, archived: boolean, file: string): Surroundings {
  return { around, item, substance: item?.substance, archived, file };
}

/** The documents of an item together. */
export function byItem(documents: readonly AnyDocument[]): ReadonlyMap<string | undefined, readonly AnyDocument[]> {
  const lists = new Map<string | undefined, AnyDocument[]>();
  for (const document of documents) addTo(lists, document.item, document);
  return lists;
}

const byPlace = ({ range: { start: a } }: Finding, { range: { start: b } }: Finding): number =>
  a.line - b.line || a.character - b.character;

function withoutSuppressed(
  document: Commented,
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
