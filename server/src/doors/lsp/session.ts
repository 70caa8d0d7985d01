import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AnyDocument } from '../../documents/document.js';
import type { TextFile } from '../../markdown/textFile.js';
import type { AdoptionOffer, BaselineFile, BoardView, LintSummary } from '../../protocol.js';
import { createBaseline, renderBaseline } from '../../rules/baseline.js';
import type { Finding } from '../../rules/finding.js';
import { sameList } from '../../base/same.js';
import { ownWorktree } from '../../workspace/git/ownWorktree.js';
import type { GitRefresh } from '../../workspace/git/gitIndex.js';
import { createInTurn } from '../../base/inTurn.js';
import type { ProjectInsights } from '../../reports/insights/insightsBody.js';
import type { SessionLogs } from './agentRequests.js';
import { type BoardAnswers, createBoardAnswers } from './boardAnswers.js';
import { createGitRefreshes } from './gitRefreshes.js';
import type { FindingCounts } from '../../project/judgement.js';
import type { ProjectWatch } from '../../project/projectWatch.js';
import type { Publisher } from './publisher.js';
import { publishFindings } from './publishFindings.js';
import {
  FollowedProjects,
  type FollowedProjectsOptions,
  type OpenDocument,
  toRelative,
  type WatchedProject,
} from './followedProjects.js';
import { type FileChange, rootsMayDiffer } from './roots.js';
import type { TracedProject } from './tracedProject.js';
import { isInside, toPath } from './uris.js';

/** How long typing must pause before what was typed is judged. */
const debounceMs = 150;

/** A project with more findings than this is offered a baseline. */
const mostUnoffered = 50;

const everything: GitRefresh = { refs: true, status: true, worktrees: true, ignored: true, record: true };

export interface SessionOptions extends FollowedProjectsOptions {
  readonly publisher: Publisher;
  readonly onLinted: (summary: LintSummary) => void;
  /** Boards that were asked for are no longer as they were answered; told once, until they are asked for again. */
  readonly onBoardsChanged: () => void;
  /** Source code and git have been read for the first time: there may be more to watch. */
  readonly onLearnt: () => void;
  /** What is shown beside the text (lenses, colours) may differ for another reason than an edit of that text. */
  readonly onOutdated: () => void;
  readonly onAdoptionOffer: (offer: AdoptionOffer) => void;
}

/** A file with findings: a document, or a source file as it is on disk. */
export interface SettledFile extends TracedProject {
  readonly document: TextFile;
  readonly findings: readonly Finding[];
}

export interface SettledDocument extends SettledFile {
  readonly document: AnyDocument;
  /** The editor's version that `document` was made of; null where the document is not open. */
  readonly version: number | null;
}

export function isDocument(file: TextFile): file is AnyDocument {
  return 'kind' in file;
}

export function isSettledDocument(settled: SettledFile): settled is SettledDocument {
  return isDocument(settled.document);
}

/** Everything the language server knows of its workspace folders, and the one loop that judges it. */
export class Session {
  readonly #options: SessionOptions;
  // By path: editor and server may spell the URI of one file differently.
  readonly #open = new Map<string, OpenDocument>();
  // What was opened, edited or closed (undefined) and is not judged yet, by path.
  readonly #pending = new Map<string, OpenDocument | undefined>();
  #folders: readonly string[] = [];
  readonly #projects: FollowedProjects;
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<LintSummary> | undefined;
  #abort = new AbortController();
  // The last known folders with logs of agent sessions.
  #logsTold: readonly string[] = [];
  // All work on the projects runs through here, one piece after the other: what is judged is always of one moment.
  readonly #enqueue = createInTurn();
  // What takes longer than judging runs through here, beside that work.
  readonly #learnInTurn = createInTurn();
  readonly #offered = new Set<string>();
  readonly #gitRefreshes = createGitRefreshes(
    () => this.#projects.all,
    () => void this.#askGitAgain().catch(this.#logUnlessAborted),
  );
  readonly #boardAnswers: BoardAnswers;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#projects = new FollowedProjects(options);
    this.#boardAnswers = createBoardAnswers(
      () =>
        this.#projects.all.flatMap((project) =>
          project.boards().map((board) => ({ ...this.#projects.traced(project), board, files: () => project.files() })),
        ),
      options.onBoardsChanged,
    );
  }

  /** Finds and reads the projects of these folders; those of other folders are forgotten. */
  setFolders(uris: readonly string[]): Promise<void> {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#folders = uris;
    const { signal } = this.#abort;
    const read = this.#enqueue(async () => {
      await this.#readAllProjects(signal);
      await this.#judge(signal);
    });
    void this.#learnAndJudge(signal);
    return read;
  }

  /** Opened or edited. */
  changed(document: OpenDocument): void {
    const file = toPath(document.uri);
    if (file === undefined) return;
    this.#open.set(file, document);
    this.#schedule(file, document);
  }

  closed(uri: string): void {
    const file = toPath(uri);
    if (file === undefined) return;
    this.#open.delete(file);
    this.#schedule(file, undefined);
  }

  async filesChanged(all: readonly FileChange[]): Promise<void> {
    const logs = this.#projects.allLogs();
    const isLog = (file: string): boolean => logs.some((folder) => isInside(folder, file));
    const changes = all.filter(({ uri }) => {
      const file = toPath(uri);
      return file === undefined || !(isLog(file) || this.#gitRefreshes.note(file));
    });
    if (all.some(({ uri }) => isLog(toPath(uri) ?? ''))) this.#options.agents?.onChanged();
    this.#gitRefreshes.ask();
    if (changes.length > 0) await this.#enqueue(() => this.#takeIn(changes));
  }

  async #takeIn(changes: readonly FileChange[]): Promise<void> {
    const { signal } = this.#abort;
    const roots = this.#projects.all.map(({ root }) => root);
    let rootsDiffer = false;
    for (const change of changes)
      rootsDiffer ||= await rootsMayDiffer(change, roots, this.#folders, this.#options.files);
    if (rootsDiffer) await this.#readProjects(await this.#findProjects(signal), signal);
    const paths = changes.flatMap(({ uri }) => toPath(uri) ?? []);
    for (const project of this.#projects.all) {
      // Something else may be in the place of a folder that was moved away.
      if (paths.some((file) => file === project.root || isInside(file, project.root)))
        await this.#readProjects([project], signal);
      // Every project around a file, as one may have its baseline in another one.
      const inside = paths.flatMap((file) => (isInside(project.root, file) ? [toRelative(project, file)] : []));
      await project.filesChanged(inside, signal);
    }
    if (this.#projects.all.some((project) => project.mayLearn())) void this.#learnAndJudge(signal);
    await this.#judge(signal);
    this.#options.onOutdated();
  }

  /** The workspace is trusted: git may be run from now on. Until this is called it is not. */
  trust(): void {
    if (this.#projects.isTrusted) return;
    this.#projects.trust();
    if (this.#projects.all.length > 0) void this.#learnAndJudge(this.#abort.signal);
  }

  isTrusted(): boolean {
    return this.#projects.isTrusted;
  }

  /** Reads everything again and judges it. */
  async lintWorkspace(): Promise<LintSummary> {
    const { signal } = this.#abort;
    await this.#enqueue(() => this.#readAllProjects(signal));
    return this.#learnAside(async () => {
      await this.#learn(signal);
      for (const project of this.#projects.all)
        await project.gitChanged(everything, signal).catch(this.#logUnlessAborted);
      return this.#judgeLearnt(signal);
    });
  }

  /**
   * What is known of a document once all that was typed is judged; undefined for a file that is no document of a project, and
   * for one that was edited again meanwhile.
   */
  async settled(uri: string): Promise<SettledDocument | undefined> {
    const file = toPath(uri);
    if (file === undefined) return undefined;
    // Between two pieces of work, document and findings are of one moment.
    return this.#onceJudged(() => {
      const project = this.#projects.at(file);
      const document = project?.document(toRelative(project, file));
      if (!project || !document || this.#pending.has(file)) return undefined;
      const traced = this.#projects.traced(project);
      const findings = traced.findingsOf(document.path);
      return { ...traced, document, findings, version: traced.versionOf(document.path) };
    });
  }

  /** As `settled`, for a source file, too. */
  async settledFile(uri: string): Promise<SettledFile | undefined> {
    const settled = await this.settled(uri);
    if (settled) return settled;
    const traced = await this.traceAt(uri);
    const source = traced?.project.code?.sources.find(({ path: other }) => other === traced.path);
    return traced && source && { ...traced, document: source, findings: traced.findingsOf(source.path) };
  }

  /** All projects, once all that was typed is judged. */
  traces(): Promise<readonly TracedProject[]> {
    return this.#onceJudged(() => this.#projects.all.map((project) => this.#projects.traced(project)));
  }

  /** The project that owns a file, document or not, once all that was typed is judged; `path` is the file's in it. */
  async traceAt(uri: string): Promise<(TracedProject & { readonly path: string }) | undefined> {
    const file = toPath(uri);
    if (file === undefined) return undefined;
    return this.#onceJudged(() => {
      const project = this.#projects.at(file);
      return project && { ...this.#projects.traced(project), path: toRelative(project, file) };
    });
  }

  /** The boards once all work under way is done: a project that is still read is not one without a board. */
  boards(): Promise<readonly BoardView[]> {
    return this.#enqueue(() => Promise.resolve(this.#boardAnswers.answer()));
  }

  /** What the histories of the boards say, once git was asked; undefined where it must not be run. */
  insights(): Promise<readonly ProjectInsights[] | undefined> {
    return this.#learnAside(async () => {
      if (!this.#projects.isTrusted) return undefined;
      const { signal } = this.#abort;
      const found: ProjectInsights[] = [];
      for (const project of this.#projects.all) {
        const insights = await project.insights(signal);
        if (insights) found.push(insights);
      }
      return found;
    });
  }

  /** Where the sessions of agents are recorded, by project; nothing where git must not be run. */
  async sessionLogs(): Promise<readonly SessionLogs[]> {
    if (!this.#projects.isTrusted) return [];
    const find = (): readonly SessionLogs[] =>
      this.#projects.all.flatMap((project) => {
        const logs = this.#projects.logsOf(project);
        const folderOf = (id: string): string => this.#folderOf(project, id);
        return logs === undefined
          ? []
          : [{ root: project.root, logs, configuration: project.configuration(), folderOf }];
      });
    // Without one it is not known yet whether there is a repository.
    return this.#projects.all.every((project) => project.repository())
      ? find()
      : this.#learnAside(() => Promise.resolve(find()));
  }

  #folderOf(project: ProjectWatch, id: string): string {
    const item = this.#projects.traced(project).trace.item(id);
    const repository = project.repository();
    const own = item && repository && ownWorktree(item, repository);
    return own === undefined ? project.root : path.join(own, repository?.prefix ?? '');
  }

  /** Every project root with the places of its documents, for the editor's watchers. */
  places(): readonly WatchedProject[] {
    return this.#projects.places();
  }

  /** What baselines would hold, of the project at the root or of each, once source code and git were read. */
  baselines(rootUri: string | undefined): Promise<readonly BaselineFile[]> {
    const root = rootUri === undefined ? undefined : toPath(rootUri);
    return this.#learnAside(() =>
      this.#enqueue(() =>
        Promise.resolve(
          this.#projects.all.filter((project) => rootUri === undefined || project.root === root).map(toBaselineFile),
        ),
      ),
    );
  }

  /** Shows the findings of baselines as well, or hides them again. */
  showHidden(show: boolean): Promise<LintSummary> {
    return this.#enqueue(() => {
      this.#projects.showBaselined(show);
      return this.#judge(this.#abort.signal);
    });
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#gitRefreshes.dispose();
    this.#abort.abort();
  }

  /** Judges all projects and tells what is different. */
  async #judge(signal: AbortSignal): Promise<LintSummary> {
    for (const project of this.#projects.all) await project.judge(signal);
    const versions = {
      isPending: (file: string) => this.#pending.has(file),
      versionOf: (file: string) => this.#projects.versionOf(file),
    };
    await publishFindings(this.#options.publisher, this.#projects.all, versions, signal);
    // What was given up has nobody to tell: the session may be at its end.
    signal.throwIfAborted();
    const counts = this.#projects.all.map((project) => project.counts());
    const result = summaryOf(counts, this.#projects.showsBaselined);
    this.#boardAnswers.announce();
    this.#options.onLinted(result);
    return result;
  }

  /** Offers a baseline to a project with too many findings, once. */
  #offerAdoption(project: ProjectWatch, { errors, warnings, infos }: FindingCounts): void {
    const { root } = project;
    const findings = errors + warnings + infos;
    if (findings <= mostUnoffered || project.hasBaseline() || this.#offered.has(root)) return;
    this.#offered.add(root);
    this.#options.onAdoptionOffer({ root: pathToFileURL(root).href, name: path.basename(root), findings });
  }

  /** Takes over what was typed and judges it; who asks before that has begun shares the one round. */
  #flush(): Promise<LintSummary> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushing ??= this.#enqueue(async () => {
      this.#flushing = undefined;
      const { signal } = this.#abort;
      const now = [...this.#pending];
      this.#pending.clear();
      // One document that cannot be taken over must not keep the others from it.
      for (const [file, document] of now) await this.#projects.takeOver(file, document).catch(this.#logUnlessAborted);
      return this.#judge(signal);
    });
    return this.#flushing;
  }

  #schedule(file: string, document: OpenDocument | undefined): void {
    this.#pending.set(file, document);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#flush().catch(this.#logUnlessAborted), debounceMs);
  }

  /** Answers in line with all other work, once all that was typed is judged. */
  async #onceJudged<T>(answer: () => T): Promise<T> {
    if (this.#pending.size > 0) await this.#flush();
    return this.#enqueue(() => Promise.resolve(answer()));
  }

  readonly #logUnlessAborted = (error: unknown): void => {
    if (!(error instanceof Error && error.name === 'AbortError'))
      this.#options.log(error instanceof Error ? (error.stack ?? error.message) : String(error));
  };

  /** Looks for the projects of the folders. @returns those that were not known. */
  async #findProjects(signal: AbortSignal): Promise<readonly ProjectWatch[]> {
    const found = await this.#projects.find(this.#folders, signal);
    // Before the disk is read: what is open counts from the first look.
    for (const [file, document] of this.#open)
      await this.#projects.takeOver(file, document).catch(this.#logUnlessAborted);
    return found;
  }

  async #readProjects(some: readonly ProjectWatch[], signal: AbortSignal): Promise<void> {
    for (const project of some) await project.load(signal).catch(this.#logUnlessAborted);
  }

  async #readAllProjects(signal: AbortSignal): Promise<void> {
    await this.#findProjects(signal);
    await this.#readProjects(this.#projects.all, signal);
  }

  /**
   * What takes longer than reading the documents. It goes on beside all other work, or whoever asks about a document would wait
   * for git; it begins once that is done which is under way.
   */
  #learnAside<T>(task: () => Promise<T>): Promise<T> {
    return this.#learnInTurn(async () => {
      await this.#enqueue(() => Promise.resolve());
      return task();
    });
  }

  async #learn(signal: AbortSignal): Promise<void> {
    for (const project of this.#projects.all) await project.learn(signal).catch(this.#logUnlessAborted);
  }

  /** Tells what is different now that more is known, and keeps for the next session what was dear to learn. */
  async #judgeLearnt(signal: AbortSignal): Promise<LintSummary> {
    const summary = await this.#enqueue(() => this.#judge(signal));
    // Only now: before, the number of findings would be too low.
    for (const project of this.#projects.all) this.#offerAdoption(project, project.counts());
    this.#options.onLearnt();
    this.#options.onOutdated();
    // Only now it is known where a project that came to be has its sessions.
    const logs = this.#projects.allLogs();
    if (!sameList(logs, this.#logsTold)) this.#options.agents?.onChanged();
    this.#logsTold = logs;
    for (const project of this.#projects.all) await project.save().catch(this.#logUnlessAborted);
    return summary;
  }

  #learnAndJudge(signal: AbortSignal): Promise<unknown> {
    return this.#learnAside(async () => {
      signal.throwIfAborted();
      await this.#learn(signal);
      // What was given up for other folders is still to be asked.
      this.#gitRefreshes.ask();
      return this.#judgeLearnt(signal);
    }).catch(this.#logUnlessAborted);
  }

  #askGitAgain(): Promise<unknown> {
    return this.#learnAside(async () => {
      const { signal } = this.#abort;
      const due = this.#gitRefreshes.take();
      if (due.length === 0) return;
      for (const [project, refresh] of due)
        await project.gitChanged(refresh, signal).catch((error: unknown) => {
          if (signal.aborted) this.#gitRefreshes.add(project, refresh);
          this.#logUnlessAborted(error);
        });
      await this.#judgeLearnt(signal);
    });
  }
}

function toBaselineFile(project: ProjectWatch): BaselineFile {
  return {
    uri: project.uriOf(project.configuration().baseline),
    content: renderBaseline(createBaseline(project.allFindings())),
    name: path.basename(project.root),
    exists: project.hasBaseline(),
    ...project.countAll(),
  };
}

/** What all projects hold together. */
function summaryOf(counts: readonly FindingCounts[], showsHidden: boolean): LintSummary {
  const sum = (key: keyof FindingCounts): number => counts.reduce((total, one) => total + one[key], 0);
  return {
    projects: counts.length,
    documents: sum('documents'),
    errors: sum('errors'),
    warnings: sum('warnings'),
    infos: sum('infos'),
    baselined: sum('baselined'),
    baselinedFiles: sum('baselinedFiles'),
    showsHidden,
  };
}
