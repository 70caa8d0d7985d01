import path from 'node:path';
import { sameList } from '../base/same.js';
import { createTimeSlices } from '../base/timeSlices.js';
import type { AnyDocument } from '../documents/document.js';
import { type Baseline, filterBaselined } from '../rules/baseline.js';
import type { Finding } from '../rules/finding.js';
import type { FindingKeeper } from '../rules/keptJudgement.js';
import { byItem, createLinter, type FindingsByPath, type Linter } from '../rules/lint.js';
import type { Rule } from '../rules/rule.js';
import { saidTogether } from '../rules/together.js';
import type { TraceGraph } from '../trace/graph.js';
import type { Configuration } from '../workspace/configuration.js';
import { placeOf, type Project } from '../workspace/project.js';

/** Of the findings as a person reads them: those of one cause count once, as in the list of problems. */
export interface FindingCounts {
  readonly documents: number;
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  /** Findings of the baseline, hidden unless they are asked for. */
  readonly baselined: number;
  /** The files that these are in. */
  readonly baselinedFiles: number;
}

export interface JudgementOptions {
  /** Absolute path of the project. */
  readonly root: string;
  readonly rules: readonly Rule[];
  readonly log: (message: string) => void;
}

/** Keeps findings from one session to the next. */
export interface JudgementStore {
  /** By as much as is known of the project now; undefined if nothing more is read from it or kept in it. */
  readonly keeper: FindingKeeper | undefined;
  /** All documents were judged. @param keeper the one that was there when that began. */
  readonly settle: (keeper: FindingKeeper | undefined) => void;
}

const sliceMs = 10;
const none: readonly Finding[] = [];

/** The findings of a project when it was last judged. A change costs only what it can affect. */
export class Judgement {
  readonly #options: JudgementOptions;
  readonly #store: JudgementStore | undefined;
  readonly #slices = createTimeSlices(sliceMs);
  readonly #failed = new WeakSet<AnyDocument>();
  #linter: { readonly configuration: Configuration; readonly by: Linter } | undefined;
  /** The one that judged last. */
  #by: Linter | undefined;
  #project: Project;
  #ofDocuments: FindingsByPath = new Map();
  #all: FindingsByPath = new Map();
  #shown: FindingsByPath = new Map();
  #baselined = { findings: 0, files: 0 };
  #showsBaselined = false;

  /** @param project as it is shown until it is judged. */
  constructor(options: JudgementOptions, project: Project, store?: JudgementStore) {
    this.#options = options;
    this.#project = project;
    this.#store = store;
  }

  /** The linter for a configuration. */
  linterFor(configuration: Configuration): Linter {
    if (this.#linter?.configuration !== configuration)
      this.#linter = { configuration, by: this.#createLinter(configuration) };
    return this.#linter.by;
  }

  #createLinter(configuration: Configuration): Linter {
    const { rules } = this.#options;
    return createLinter(rules, configuration, rules);
  }

  get project(): Project {
    return this.#project;
  }

  trace(configuration: Configuration): TraceGraph {
    return (this.#by ?? this.linterFor(configuration)).traceOf(this.#project);
  }

  /** Judges what may have changed, giving way to requests meanwhile. @throws the signal's reason once it is aborted. */
  async judge(
    now: Project,
    configuration: Configuration,
    baseline: Baseline | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const by = this.linterFor(configuration);
    // Of several projects in the workspace, an edit concerns one.
    if (now !== this.#project || by !== this.#by) await this.#judgeAnew(now, by, signal);
    const { shown, ...baselined } = withoutBaselined(this.#all, baseline, this.#shown, this.#options.rules);
    this.#baselined = baselined;
    this.#shown = this.#showsBaselined ? this.#all : shown;
  }

  async #judgeAnew(now: Project, by: Linter, signal: AbortSignal): Promise<void> {
    const judged = new Map(by === this.#by ? this.#ofDocuments : []);
    const keeper = this.#store?.keeper;
    if (keeper) by.recall(keeper, true);
    for (const file of judged.keys()) if (placeOf(now.documents, file) < 0) judged.delete(file);
    for (const documents of byItem(by.outdated(now)).values()) {
      for (const document of documents) {
        const others = this.#slices.turn();
        // Awaiting for each of thousands of documents would take long; most have not changed.
        if (others) await others;
        signal.throwIfAborted();
        const findings = this.#judgeDocument(document, now, by);
        if (findings.length > 0) judged.set(document.path, sameAs(judged.get(document.path), findings));
        else judged.delete(document.path);
      }
      by.forget(documents);
    }
    await this.#slices.turn();
    signal.throwIfAborted();
    const joined = new Map(judged);
    addAll(joined, this.#judgeProject(now, by), this.#all);
    by.settle(now);
    this.#store?.settle(keeper);
    this.#project = now;
    this.#by = by;
    this.#ofDocuments = judged;
    this.#all = joined;
  }

  /** One rule that breaks on one document must not take the findings of all others with it. */
  #judgeDocument(document: AnyDocument, within: Project, by: Linter): readonly Finding[] {
    try {
      return by.judge(document, within);
    } catch (error) {
      if (!this.#failed.has(document)) this.#logFailure(document.path, error);
      this.#failed.add(document);
      return none;
    }
  }

  #judgeProject(within: Project, by: Linter): readonly Finding[] {
    try {
      return by.judgeProject(within);
    } catch (error) {
      this.#logFailure('', error);
      return none;
    }
  }

  #logFailure(file: string, error: unknown): void {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#options.log(`${path.join(this.#options.root, ...file.split('/'))} could not be checked: ${reason}`);
  }

  /** Whether findings of the baseline are shown as well, from the next judging on. */
  showBaselined(show: boolean): void {
    this.#showsBaselined = show;
  }

  /** The paths of the files of which anything is to be shown: documents and source files. */
  files(): Iterable<string> {
    return this.#shown.keys();
  }

  /** What is to be shown; the same array until it changes. */
  findingsOf(file: string): readonly Finding[] {
    return this.#shown.get(file) ?? none;
  }

  /** Everything the rules say, the baseline not applied. */
  allFindings(): readonly Finding[] {
    return [...this.#all.values()].flat();
  }

  /** How many findings a baseline would hide now, counted as in `counts`, and in how many files. */
  countAll(): { readonly findings: number; readonly files: number } {
    let count = 0;
    for (const findings of this.#all.values()) count += saidTogether(findings, this.#options.rules).length;
    return { findings: count, files: this.#all.size };
  }

  counts(): FindingCounts {
    const counts = { errors: 0, warnings: 0, infos: 0 };
    for (const findings of this.#shown.values())
      for (const { severity } of saidTogether(findings, this.#options.rules))
        counts[severity === 'error' ? 'errors' : severity === 'warning' ? 'warnings' : 'infos']++;
    const { findings: baselined, files: baselinedFiles } = this.#baselined;
    return { documents: this.#project.documents.length, baselined, baselinedFiles, ...counts };
  }
}

/** The findings before, where these say the same: what was kept may be read twice. */
function sameAs(before: readonly Finding[] | undefined, now: readonly Finding[]): readonly Finding[] {
  if (!before || before === now || before.length !== now.length) return now;
  return JSON.stringify(before) === JSON.stringify(now) ? before : now;
}

/** Adds findings to those of their files; a file's array is the one before wherever it holds the same. */
function addAll(to: Map<string, readonly Finding[]>, some: readonly Finding[], before: FindingsByPath): void {
  const joined = new Map<string, readonly Finding[]>();
  for (const finding of some)
    joined.set(finding.path, [...(joined.get(finding.path) ?? to.get(finding.path) ?? none), finding]);
  for (const [file, findings] of joined) {
    const last = before.get(file);
    to.set(file, last && sameList(last, findings) ? last : findings);
  }
}

/** What is left of all findings; a document's array is the one before wherever it holds the same. */
function withoutBaselined(
  all: FindingsByPath,
  baseline: Baseline | undefined,
  before: FindingsByPath,
  rules: readonly Rule[],
): { shown: FindingsByPath; findings: number; files: number } {
  if (!baseline) return { shown: all, findings: 0, files: 0 };
  const shown = new Map<string, readonly Finding[]>();
  const hidden = { findings: 0, files: 0 };
  for (const [file, findings] of all) {
    const left = filterBaselined(findings, baseline);
    if (left.length < findings.length) {
      const kept = new Set(left);
      const gone = findings.filter((finding) => !kept.has(finding));
      hidden.findings += saidTogether(gone, rules).length;
      hidden.files++;
    }
    if (left.length === 0) continue;
    const last = before.get(file);
    shown.set(file, last && sameList(last, left) ? last : left);
  }
  return { shown, ...hidden };
}
