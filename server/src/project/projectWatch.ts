import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AnyDocument, ParsedDocument } from '../documents/document.js';
import { type Baseline, filterBaselined, readBaseline } from '../rules/baseline.js';
import type { Finding } from '../rules/finding.js';
import { createLinter, type FindingsByPath, type Linter } from '../rules/lint.js';
import type { Rule } from '../rules/rule.js';
import type { TraceGraph } from '../trace/graph.js';
import { sameList } from '../base/same.js';
import { configurationPath } from '../documents/config/kind.js';
import type { Configuration } from '../workspace/configuration.js';
import { isBelowFolderNotLookedInto } from '../workspace/foldersNotLookedInto.js';
import type { GitRefresh } from '../workspace/git/gitIndex.js';
import { createProjectIndex } from '../workspace/index.js';
import type { CacheFiles, FileSystem, Git, GitRepository } from '../workspace/ports.js';
import { placeOf, type Project } from '../workspace/project.js';
import { createTimeSlices } from '../base/timeSlices.js';
import { createProjectFacts } from './projectFacts.js';
import type { ProjectInsights } from '../reports/insights/insightsBody.js';
import { titlesOf } from '../reports/insights/boardItems.js';
import type { RecordReader } from './recordReader.js';
import { createProjectInsights } from './projectInsights.js';

/** One project as the language server follows it: its index, and what the rules say of it now. */
export interface ProjectWatch {
  /** Absolute path. */
  readonly root: string;
  /** Absolute paths of the project roots inside this one, which own their files. */
  readonly nested: readonly string[];
  /** Reads all documents; the source code is then read again by `learn`. */
  load(signal: AbortSignal): Promise<void>;
  /**
   * Reads the source code and asks git, where that is due and git may be asked: dear, so documents are judged before, and whatever
   * else is asked of the project goes on meanwhile.
   */
  learn(signal: AbortSignal): Promise<void>;
  /** Whether `learn` has something to do. */
  mayLearn(): boolean;
  /** Something that git keeps has changed. */
  gitChanged(what: GitRefresh, signal: AbortSignal): Promise<void>;
  /** Where git keeps what is to be watched, or kept it when it last answered; undefined where there never was a repository. */
  repository(): GitRepository | undefined;
  /** Keeps for the next session what was dear to learn. */
  save(): Promise<void>;
  /** @param changed relative to the root, with `/`, as all paths here. */
  filesChanged(changed: readonly string[], signal: AbortSignal): Promise<void>;
  setOverlay(file: string, text: string): Promise<void>;
  clearOverlay(file: string): Promise<void>;
  /** Judges every document, giving way to requests meanwhile. @throws the signal's reason once it is aborted. */
  judge(signal: AbortSignal): Promise<void>;
  /** As it was judged last, as is everything below. */
  project(): Project;
  document(file: string): AnyDocument | undefined;
  trace(): TraceGraph;
  /** The paths of the files of which anything is to be shown: documents and source files. */
  files(): Iterable<string>;
  /** What is to be shown; the same array until it changes. */
  readonly findingsOf: (file: string) => readonly Finding[];
  /** Everything the rules say, the baseline not applied. */
  allFindings(): readonly Finding[];
  boards(): readonly ParsedDocument<'board'>[];
  /** What the history of the board says; undefined where git must not be run. @throws the signal's reason once it is aborted. */
  insights(signal: AbortSignal): Promise<ProjectInsights | undefined>;
  counts(): FindingCounts;
  configuration(): Configuration;
  /** Whether there is a file, readable or not. */
  hasBaseline(): boolean;
  /** Whether findings of the baseline are shown as well, from the next judging on. */
  showBaselined(show: boolean): void;
  readonly uriOf: (file: string) => string;
  /** Absolute. */
  readonly pathOf: (file: string) => string;
}

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

export interface ProjectWatchOptions {
  readonly root: string;
  readonly nested: readonly string[];
  readonly files: FileSystem;
  readonly rules: readonly Rule[];
  readonly log: (message: string) => void;
  /** Undefined where git must not be run. */
  readonly git: () => Git | undefined;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly cache?: CacheFiles;
  readonly record?: RecordReader;
}

const sliceMs = 10;
const none: readonly Finding[] = [];
/** Looking at one source file again takes about as long as reading ten: above this all are read. */
const mostSingleFiles = 100;
/** A baseline of a hundred thousand findings has about ten megabytes. */
const baselineMaxBytes = 32 * 1024 * 1024;

export function createProjectWatch(options: ProjectWatchOptions): ProjectWatch {
  const { root, nested, files, rules, log } = options;
  const index = createProjectIndex({ root, otherRoots: nested, files });
  const traceOf = (within: Project): TraceGraph => linterNow().traceOf(within);
  const insights = createProjectInsights(options.cache);
  const facts = createProjectFacts({ ...options, index, otherRoots: nested, traceOf });
  // What is to be learnt: at first everything, git as soon as it may be asked.
  let codeDue = true;
  let gitDue = true;
  // The settings that it was learnt with.
  let learntWith = '';
  let repository: GitRepository | undefined;
  // Files that changed while all source code is read.
  let meanwhile: string[] | undefined;
  const slices = createTimeSlices(sliceMs);
  let linter: { readonly configuration: Configuration; readonly by: Linter } | undefined;
  // The one that judged last.
  let judgedBy: Linter | undefined;
  let baseline: Baseline | undefined;
  let hasBaseline = false;
  let project = facts.project();
  const failed = new WeakSet<AnyDocument>();
  let ofDocuments: FindingsByPath = new Map();
  let all: FindingsByPath = new Map();
  let shown: FindingsByPath = new Map();
  let baselined = 0;
  let baselinedFiles = 0;
  let showsBaselined = false;

  const configuration = (): Configuration => index.configuration().value;

  /** The linter for the configuration in force. */
  const linterNow = (): Linter => {
    const wanted = configuration();
    if (linter?.configuration !== wanted) linter = { configuration: wanted, by: createLinter(rules, wanted) };
    return linter.by;
  };

  /** What source code and git are asked by. A configuration that is edited counts for them once it is saved. */
  const settings = (): string => {
    const { ignore, paths, defaultBranch } = configuration();
    return JSON.stringify([ignore, paths, defaultBranch]);
  };

  const mayLearn = (): boolean => codeDue || (gitDue && options.git() !== undefined);

  const learnCode = async (signal: AbortSignal): Promise<void> => {
    codeDue = false;
    meanwhile = [];
    try {
      await facts.loadCode(signal);
      for (let file = meanwhile.shift(); file !== undefined; file = meanwhile.shift()) await facts.codeChanged(file);
    } catch (error) {
      codeDue = true;
      throw error;
    } finally {
      meanwhile = undefined;
    }
  };

  const learnGit = async (signal: AbortSignal): Promise<void> => {
    gitDue = false;
    try {
      await facts.refreshGit({ status: true, worktrees: true, ignored: true, record: true }, signal);
    } catch (error) {
      gitDue = true;
      throw error;
    }
  };

  const pathOf = remembered((file: string) => path.join(root, ...file.split('/')));
  const uriOf = remembered((file: string) => pathToFileURL(pathOf(file)).href);

  const loadBaseline = async (): Promise<void> => {
    const file = pathOf(configuration().baseline);
    const within = (await files.realPath(root)) ?? root;
    const result = await files.read(file, { within, maxBytes: baselineMaxBytes });
    baseline = undefined;
    hasBaseline = result.kind !== 'missing';
    if (result.kind !== 'file') return;
    const parsed = readBaseline(new TextDecoder().decode(result.bytes));
    if (parsed.kind === 'baseline') baseline = parsed.baseline;
    else log(`${file}: ${parsed.message}`);
  };

  /** One rule that breaks on one document must not take the findings of all others with it. */
  const judgeDocument = (document: AnyDocument, within: Project, by: Linter): readonly Finding[] => {
    try {
      return by.judge(document, within);
    } catch (error) {
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
      if (!failed.has(document)) log(`${pathOf(document.path)} could not be checked: ${reason}`);
      failed.add(document);
      return none;
    }
  };

  const judgeProject = (within: Project, by: Linter): readonly Finding[] => {
    try {
      return by.judgeProject(within);
    } catch (error) {
      log(`${root} could not be checked: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      return none;
    }
  };

  return {
    root,
    nested,
    load: async (signal) => {
      codeDue = true;
      await index.load(signal);
      await loadBaseline();
    },
    learn: async (signal) => {
      learntWith = settings();
      if (codeDue) await learnCode(signal);
      if (gitDue && options.git()) await learnGit(signal);
    },
    mayLearn,
    gitChanged: (what, signal) => facts.refreshGit(what, signal),
    repository: () => (repository = facts.repository() ?? repository),
    save: () => facts.save(),
    filesChanged: async (changed, signal) => {
      let rebased = changed.includes(configuration().baseline);
      for (const file of changed) {
        const { configuration: reconfigured } = await index.update(file, signal);
        rebased ||= reconfigured;
      }
      if (rebased) await loadBaseline();
      if ((rebased || changed.includes(configurationPath)) && settings() !== learntWith) codeDue = gitDue = true;
      const ofCode = changed.filter((file) => file.endsWith('/.git') || !isBelowFolderNotLookedInto(file));
      if (ofCode.length > mostSingleFiles) codeDue = true;
      else if (meanwhile) meanwhile.push(...ofCode);
      else if (!codeDue) for (const file of ofCode) await facts.codeChanged(file);
    },
    setOverlay: async (file, text) => {
      if ((await index.setOverlay(file, text)).configuration) await loadBaseline();
    },
    clearOverlay: async (file) => {
      if ((await index.clearOverlay(file)).configuration) await loadBaseline();
    },
    judge: async (signal) => {
      const now = facts.project();
      const by = linterNow();
      // Of several projects in the workspace, an edit concerns one.
      if (now !== project || by !== judgedBy) {
        const judged = new Map(by === judgedBy ? ofDocuments : []);
        for (const file of judged.keys()) if (placeOf(now.documents, file) < 0) judged.delete(file);
        for (const document of by.outdated(now)) {
          const others = slices.turn();
          // Not for each of thousands of documents: most of them are told at once that nothing changed.
          if (others) await others;
          signal.throwIfAborted();
          const findings = judgeDocument(document, now, by);
          if (findings.length > 0) judged.set(document.path, findings);
          else judged.delete(document.path);
        }
        await slices.turn();
        signal.throwIfAborted();
        const joined = new Map(judged);
        addAll(joined, judgeProject(now, by), all);
        by.settle(now);
        project = now;
        judgedBy = by;
        ofDocuments = judged;
        all = joined;
      }
      const without = withoutBaselined(all, baseline, shown);
      ({ baselined, baselinedFiles } = without);
      shown = showsBaselined ? all : without.shown;
    },
    project: () => project,
    document: (file) => project.documents[placeOf(project.documents, file)],
    trace: () => (judgedBy ?? linterNow()).traceOf(project),
    files: () => shown.keys(),
    findingsOf: (file) => shown.get(file) ?? none,
    allFindings: () => [...all.values()].flat(),
    boards: () => project.ofKind('board'),
    insights: async (signal) => {
      const git = options.git();
      if (!git) return undefined;
      const now = facts.project();
      const { board } = configuration().paths;
      const question = { git, project: now, repository: facts.repository(), board, now: options.clock() };
      return {
        name: path.basename(root),
        report: await insights.read(question, signal),
        titleOf: titlesOf(now),
      };
    },
    counts: () => {
      const counts = { errors: 0, warnings: 0, infos: 0 };
      for (const findings of shown.values())
        for (const { severity } of findings)
          counts[severity === 'error' ? 'errors' : severity === 'warning' ? 'warnings' : 'infos']++;
      return { documents: project.documents.length, baselined, baselinedFiles, ...counts };
    },
    configuration,
    hasBaseline: () => hasBaseline,
    showBaselined: (show) => {
      showsBaselined = show;
    },
    uriOf,
    pathOf,
  };
}

/** A function that answers the same question once. */
function remembered(compute: (key: string) => string): (key: string) => string {
  const known = new Map<string, string>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const value = compute(key);
    known.set(key, value);
    return value;
  };
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
): { shown: FindingsByPath; baselined: number; baselinedFiles: number } {
  if (!baseline) return { shown: all, baselined: 0, baselinedFiles: 0 };
  const shown = new Map<string, readonly Finding[]>();
  let baselined = 0;
  let baselinedFiles = 0;
  for (const [file, findings] of all) {
    const left = filterBaselined(findings, baseline);
    baselined += findings.length - left.length;
    if (left.length < findings.length) baselinedFiles++;
    if (left.length === 0) continue;
    const last = before.get(file);
    shown.set(file, last && sameList(last, left) ? last : left);
  }
  return { shown, baselined, baselinedFiles };
}
