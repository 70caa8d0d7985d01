import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createTimeSlices } from '../base/timeSlices.js';
import { configurationPath } from '../documents/projectMarks.js';
import type { AnyDocument, ParsedDocument } from '../documents/document.js';
import { titlesOf } from '../reports/insights/boardItems.js';
import type { ProjectInsights } from '../reports/insights/insightsBody.js';
import { type Baseline, readBaseline } from '../rules/baseline.js';
import type { Finding } from '../rules/finding.js';
import type { FindingKeeper } from '../rules/keptJudgement.js';
import type { TraceGraph } from '../trace/graph.js';
import type { Configuration } from '../workspace/configuration.js';
import { isBelowFolderNotLookedInto } from '../workspace/foldersNotLookedInto.js';
import type { GitRefresh } from '../workspace/git/gitIndex.js';
import type { FileSystem, GitRepository } from '../workspace/ports.js';
import { placeOf, type Project } from '../workspace/project.js';
import { DocumentStore } from '../workspace/documentStore.js';
import type { Forgetting } from '../workspace/index.js';
import { type FindingCounts, Judgement, type JudgementOptions, type JudgementStore } from './judgement.js';
import { OpenedProject, type ProjectPorts } from './openProject.js';
import { ProjectFacts } from './projectFacts.js';
import { createProjectInsights } from './projectInsights.js';
import type { RecordReader } from './recordReader.js';
import { readRecordsFile, recordsFile, writeRecordsFile } from './recordsFile.js';

export interface ProjectWatchOptions extends JudgementOptions, Omit<ProjectPorts, 'record'> {
  /** Absolute paths of the project roots inside this one, which own their files. */
  readonly nested: readonly string[];
  readonly record?: RecordReader;
  /** Where what is known of documents is kept from session to session; undefined: nowhere. */
  readonly kept?: KeptPlace;
}

/** Where what is known of documents is kept. */
export interface KeptPlace {
  /** The folder of all such files: absolute. */
  readonly folder: string;
  /** Tells one build of Pactwright from any other. */
  readonly build: string;
  /** Answers at once. */
  readonly files: FileSystem;
  /** Of very many documents only those that are open are held with their models. */
  readonly forgets: Forgetting;
}

/** Looking at one source file again takes about as long as reading ten: above this all are read. */
const mostSingleFiles = 100;
/** How long records are made before requests have their turn. */
const saveSliceMs = 10;
/** A baseline of a hundred thousand findings has about ten megabytes. */
const baselineMaxBytes = 32 * 1024 * 1024;

/**
 * One project as the language server follows it: an opened project, and what the rules say of it now. Paths of files are relative to
 * the root, with `/`.
 */
export class ProjectWatch {
  readonly #options: ProjectWatchOptions;
  readonly #opened: OpenedProject;
  readonly #facts: ProjectFacts;
  readonly #judgement: Judgement;
  readonly #store: DocumentStore | undefined;
  /** How far the documents have come, which decides what of the store is asked and added to. */
  #stage: 'unread' | 'read' | 'judged' | 'learnt' | 'judgedLearnt' = 'unread';
  #saving: Promise<void> | undefined;
  readonly #insights: ReturnType<typeof createProjectInsights>;
  readonly #paths = new Map<string, { readonly path: string; readonly uri: string }>();
  // What is to be learnt: at first everything, git as soon as it may be asked.
  #codeDue = true;
  #gitDue = true;
  /** The settings that it was learnt with. */
  #learntWith = '';
  #repository: GitRepository | undefined;
  /** Files that changed while all source code is read. */
  #meanwhile: string[] | undefined;
  #baseline: Baseline | undefined;
  #hasBaseline = false;

  constructor(options: ProjectWatchOptions) {
    const { root, nested, record, cache, kept } = options;
    this.#options = options;
    const { files, git, clock } = options;
    const store = kept && cache ? new DocumentStore(undefined, clock()) : undefined;
    this.#store = store;
    this.#opened = new OpenedProject(
      {
        files,
        git,
        clock,
        ...(cache ? { cache } : {}),
        ...(kept ? { atOnce: kept.files, forgets: kept.forgets } : {}),
      },
      {
        root,
        otherRoots: nested,
        ...(store ? { store } : {}),
        tracerFor: (configuration) => (project) => this.#judgement.linterFor(configuration).traceOf(project),
      },
    );
    this.#facts = this.#opened.factsBy(ProjectFacts, record);
    this.#judgement = new Judgement(options, this.#opened.project, store && this.#judgementStore(store));
    this.#insights = createProjectInsights(cache);
  }

  /** Absolute path. */
  get root(): string {
    return this.#options.root;
  }

  get nested(): readonly string[] {
    return this.#options.nested;
  }

  #judgementStore(store: DocumentStore): JudgementStore {
    const learnt = learntKeeper(store);
    const keeperOf = (): FindingKeeper | undefined =>
      this.#stage === 'read' ? store : this.#stage === 'learnt' ? learnt : undefined;
    return {
      get keeper() {
        return store.isClosed ? undefined : keeperOf();
      },
      // What was learnt while documents were judged is not what they were judged by.
      settle: (keeper) => {
        if (keeper && keeper === keeperOf()) this.#stage = keeper === store ? 'judged' : 'judgedLearnt';
      },
    };
  }

  /** Keeps what is known by now for the next session: once, as from now on documents change. */
  saveRecords(): Promise<void> {
    const { kept, cache } = this.#options;
    const store = this.#store;
    const isWhole = this.#stage === 'judgedLearnt';
    if (!kept || !cache || !store || store.isClosed || this.#stage === 'unread')
      return this.#saving ?? Promise.resolve();
    const change = store.change(!isWhole, createTimeSlices(saveSliceMs));
    store.close();
    return (this.#saving = change.then((made) => writeRecordsFile(this.#recordsFile(kept), made, cache)));
  }

  #recordsFile({ folder, build }: KeptPlace): string {
    return recordsFile(folder, build, this.root, 'server');
  }

  /** Reads all documents; the source code is then read again by `learn`. */
  async load(signal: AbortSignal): Promise<void> {
    const { kept } = this.#options;
    if (kept && this.#store?.isClosed === false)
      this.#store.recall(await readRecordsFile(this.#recordsFile(kept), this.#options.files));
    this.#codeDue = true;
    await this.#opened.index.load(signal);
    if (this.#stage === 'unread') this.#stage = 'read';
    await this.#loadBaseline();
  }

  /**
   * Reads the source code and asks git, where that is due and git may run: expensive, so documents are judged before, and whatever
   * else is asked of the project goes on meanwhile.
   */
  async learn(signal: AbortSignal): Promise<void> {
    this.#learntWith = this.#settings();
    if (this.#codeDue) await this.#learnCode(signal);
    if (this.#gitDue && this.#options.git()) await this.#learnGit(signal);
    if (this.#stage !== 'judgedLearnt') this.#stage = 'learnt';
  }

  /** Whether `learn` has something to do. */
  mayLearn(): boolean {
    return this.#codeDue || (this.#gitDue && this.#options.git() !== undefined);
  }

  async #learnCode(signal: AbortSignal): Promise<void> {
    this.#codeDue = false;
    const meanwhile: string[] = (this.#meanwhile = []);
    try {
      await this.#facts.loadCode(signal);
      for (let file = meanwhile.shift(); file !== undefined; file = meanwhile.shift())
        await this.#facts.codeChanged(file);
    } catch (error) {
      this.#codeDue = true;
      throw error;
    } finally {
      this.#meanwhile = undefined;
    }
  }

  async #learnGit(signal: AbortSignal): Promise<void> {
    this.#gitDue = false;
    try {
      await this.#facts.refreshGit({ status: true, worktrees: true, ignored: true, record: true }, signal);
    } catch (error) {
      this.#gitDue = true;
      throw error;
    }
  }

  /** What source code and git are asked by. A configuration that is edited counts for them once it is saved. */
  #settings(): string {
    const { ignore, paths, defaultBranch } = this.configuration();
    return JSON.stringify([ignore, paths, defaultBranch]);
  }

  /** Something that git keeps has changed. */
  gitChanged(what: GitRefresh, signal: AbortSignal): Promise<void> {
    return this.#facts.refreshGit(what, signal);
  }

  /** Where git keeps what is to be watched, or kept it when it last answered; undefined if there never was a repository. */
  repository(): GitRepository | undefined {
    return (this.#repository = this.#opened.repository ?? this.#repository);
  }

  /** Saves what was expensive to read for the next session. */
  async save(): Promise<void> {
    const wasSaved = this.#saving !== undefined;
    await this.saveRecords();
    await this.#facts.save();
    const { forgets } = this.#options.kept ?? {};
    if (forgets && !wasSaved && this.#saving && this.project().documents.length > forgets.mostWhole)
      forgets.settled?.();
  }

  async filesChanged(changed: readonly string[], signal: AbortSignal): Promise<void> {
    let rebased = changed.includes(this.configuration().baseline);
    for (const file of changed) {
      const { configuration: reconfigured } = await this.#opened.index.update(file, signal);
      rebased ||= reconfigured;
    }
    if (rebased) await this.#loadBaseline();
    if ((rebased || changed.includes(configurationPath)) && this.#settings() !== this.#learntWith)
      this.#codeDue = this.#gitDue = true;
    const ofCode = changed.filter((file) => file.endsWith('/.git') || !isBelowFolderNotLookedInto(file));
    if (ofCode.length > mostSingleFiles) this.#codeDue = true;
    else if (this.#meanwhile) this.#meanwhile.push(...ofCode);
    else if (!this.#codeDue) for (const file of ofCode) await this.#facts.codeChanged(file);
  }

  /** @param text as the editor shows it; undefined: what is on the disk counts again. */
  async setOverlay(file: string, text: string | undefined): Promise<void> {
    const { index } = this.#opened;
    const { configuration } = await (text === undefined ? index.clearOverlay(file) : index.setOverlay(file, text));
    if (configuration) await this.#loadBaseline();
  }

  async #loadBaseline(): Promise<void> {
    const { root, files, log } = this.#options;
    const file = this.pathOf(this.configuration().baseline);
    const within = (await files.realPath(root)) ?? root;
    const result = await files.read(file, { within, maxBytes: baselineMaxBytes });
    this.#baseline = undefined;
    this.#hasBaseline = result.kind !== 'missing';
    if (result.kind !== 'file') return;
    const parsed = readBaseline(new TextDecoder().decode(result.bytes));
    if (parsed.kind === 'baseline') this.#baseline = parsed.baseline;
    else log(`${file}: ${parsed.message}`);
  }

  /** Judges every document, giving way to requests meanwhile. @throws the signal's reason once it is aborted. */
  judge(signal: AbortSignal): Promise<void> {
    return this.#judgement.judge(this.#opened.project, this.configuration(), this.#baseline, signal);
  }

  /** As it was judged last, as is everything below. */
  project(): Project {
    return this.#judgement.project;
  }

  document(file: string): AnyDocument | undefined {
    const { documents } = this.project();
    return documents[placeOf(documents, file)];
  }

  trace(): TraceGraph {
    return this.#judgement.trace(this.configuration());
  }

  /** The paths of the files of which anything is to be shown: documents and source files. */
  files(): Iterable<string> {
    return this.#judgement.files();
  }

  /** What is to be shown; the same array until it changes. */
  readonly findingsOf = (file: string): readonly Finding[] => this.#judgement.findingsOf(file);

  /** Everything the rules say, the baseline not applied. */
  allFindings(): readonly Finding[] {
    return this.#judgement.allFindings();
  }

  /** How many findings a baseline would hide now, counted as in `counts`, and in how many files. */
  countAll(): { readonly findings: number; readonly files: number } {
    return this.#judgement.countAll();
  }

  boards(): readonly ParsedDocument<'board'>[] {
    return this.project().ofKind('board');
  }

  /** What the history of the board says; undefined if git must not be run. @throws the signal's reason once it is aborted. */
  async insights(signal: AbortSignal): Promise<ProjectInsights | undefined> {
    const git = this.#options.git();
    if (!git) return undefined;
    const { project, repository } = this.#opened;
    const { board } = this.configuration().paths;
    const question = { git, project, repository, board, now: this.#options.clock() };
    return {
      name: path.basename(this.root),
      report: await this.#insights.read(question, signal),
      titleOf: titlesOf(project),
    };
  }

  counts(): FindingCounts {
    return this.#judgement.counts();
  }

  configuration(): Configuration {
    return this.#opened.index.configuration().value;
  }

  /** Whether findings of the baseline are shown as well, from the next judging on. */
  showBaselined(show: boolean): void {
    this.#judgement.showBaselined(show);
  }

  /** Whether there is a file, readable or not. */
  hasBaseline(): boolean {
    return this.#hasBaseline;
  }

  readonly uriOf = (file: string): string => this.#placeOf(file).uri;

  /** Absolute. */
  readonly pathOf = (file: string): string => this.#placeOf(file).path;

  #placeOf(file: string): { readonly path: string; readonly uri: string } {
    const known = this.#paths.get(file);
    if (known) return known;
    const absolute = path.join(this.root, ...file.split('/'));
    const place = { path: absolute, uri: pathToFileURL(absolute).href };
    this.#paths.set(file, place);
    return place;
  }
}

const learntPrefix = 'learnt ';

/** Keeps what was said of documents by source code and git, too, beside what was said by documents alone. */
function learntKeeper(store: DocumentStore): FindingKeeper {
  return {
    hashOf: (path) => store.hashOf(path),
    factsOf: (path) => store.factsOf(path),
    // No two worlds with source code are known to be the same.
    saidIn: () => undefined,
    said: (path) => store.noteOfWords(learntPrefix + path),
    say: (path, _, words) => store.keepNoteOfWords(learntPrefix + path, words),
    note: (name) => store.note(learntPrefix + name),
    keepNote: (name, note) => store.keepNote(learntPrefix + name, note),
  };
}
