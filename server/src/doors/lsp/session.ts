import path from 'node:path';
import type { CancellationToken } from 'vscode-languageserver';
import { createInTurn } from '../../base/inTurn.js';
import type { ProjectWatch } from '../../project/projectWatch.js';
import type { AdoptionOffer, BaselineFile, BoardView, LintSummary } from '../../protocol.js';
import type { ProjectInsights } from '../../reports/insights/insightsBody.js';
import { ownWorktree } from '../../workspace/git/ownWorktree.js';
import type { SessionLogs } from './agentRequests.js';
import { type BoardAnswers, createBoardAnswers } from './boardAnswers.js';
import {
  FollowedProjects,
  type FollowedProjectsOptions,
  type OpenDocument,
  toRelative,
  type WatchedProject,
} from './followedProjects.js';
import { Learning } from './learning.js';
import { OpenTexts } from './openTexts.js';
import { summaryOf, toBaselineFile } from './projectTotals.js';
import type { Publisher } from './publisher.js';
import { publishFindings } from './publishFindings.js';
import { type FileChange, rootsMayDiffer } from './roots.js';
import type { SettledDocument, SettledFile } from './settledFile.js';
import type { TracedProject } from './tracedProject.js';
import { isInside, toPath } from './uris.js';

export interface SessionOptions extends FollowedProjectsOptions {
  readonly publisher: Publisher;
  /** @returns what waits until that, and all that was published before it, has been sent. */
  readonly onLinted: (summary: LintSummary) => Promise<void> | undefined;
  /** Boards differ from the last answer; sent once, until they are requested again. */
  readonly onBoardsChanged: () => void;
  /** Source code and git have been read for the first time: there may be more to watch. */
  readonly onLearnt: () => void;
  /** What is shown beside the text (lenses, colours) may differ for another reason than an edit of that text. */
  readonly onOutdated: () => void;
  readonly onAdoptionOffer: (offer: AdoptionOffer) => void;
}

/** Whether a request is no longer waited for. */
type Canceled = Pick<CancellationToken, 'isCancellationRequested'>;

const waitedFor: Canceled = { isCancellationRequested: false };

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

/** Everything the language server knows of its workspace folders, and the one loop that judges it. */
export class Session {
  readonly #options: SessionOptions;
  readonly #texts = new OpenTexts(() => void this.#flush().catch(this.#logUnlessAborted));
  #folders: readonly string[] = [];
  readonly #projects: FollowedProjects;
  #flushing: Promise<LintSummary> | undefined;
  #abort = new AbortController();
  #told: Promise<void> | undefined;
  // All work on the projects runs through here, one piece after the other: what is judged is always of one moment.
  readonly #enqueue = createInTurn();
  readonly #learning: Learning;
  readonly #boardAnswers: BoardAnswers;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#projects = new FollowedProjects(options);
    this.#learning = new Learning({
      projects: this.#projects,
      enqueue: this.#enqueue,
      judge: (signal) => this.#judge(signal),
      signal: () => this.#abort.signal,
      told: () => this.#told,
      logUnlessAborted: this.#logUnlessAborted,
      onLearnt: () => {
        options.onLearnt();
        options.onOutdated();
      },
      onLogsChanged: () => options.agents?.onChanged(),
      onAdoptionOffer: options.onAdoptionOffer,
    });
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
    void this.#learning.learnAndJudge(signal);
    return read;
  }

  /** Opened or edited. */
  changed(document: OpenDocument): void {
    this.#texts.changed(document);
  }

  closed(uri: string): void {
    this.#texts.closed(uri);
  }

  async filesChanged(all: readonly FileChange[]): Promise<void> {
    const logs = this.#projects.allLogs();
    const isLog = (file: string): boolean => logs.some((folder) => isInside(folder, file));
    const changes = all.filter(({ uri }) => {
      const file = toPath(uri);
      return file === undefined || !(isLog(file) || this.#learning.gitRefreshes.note(file));
    });
    if (all.some(({ uri }) => isLog(toPath(uri) ?? ''))) this.#options.agents?.onChanged();
    this.#learning.gitRefreshes.ask();
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
    if (this.#projects.all.some((project) => project.mayLearn())) void this.#learning.learnAndJudge(signal);
    await this.#judge(signal);
    this.#options.onOutdated();
  }

  /** The workspace is trusted: git may be run from now on. Until this is called it is not. */
  trust(): void {
    if (this.#projects.isTrusted) return;
    this.#projects.trust();
    if (this.#projects.all.length > 0) void this.#learning.learnAndJudge(this.#abort.signal);
  }

  isTrusted(): boolean {
    return this.#projects.isTrusted;
  }

  /** Reads everything again and judges it. */
  async lintWorkspace(): Promise<LintSummary> {
    const { signal } = this.#abort;
    await this.#enqueue(() => this.#readAllProjects(signal));
    return this.#learning.learnAgain(signal);
  }

  /**
   * What is known of a document once all that was typed is judged, even while it was judged; undefined for a file that is no document of
   * a project, and once the request is canceled.
   */
  async settled(uri: string, canceled: Canceled = waitedFor): Promise<SettledDocument | undefined> {
    const file = toPath(uri);
    while (file !== undefined && !canceled.isCancellationRequested) {
      // Between two pieces of work, document and findings are of one moment.
      const judged = await this.#onceJudged(() => (this.#texts.isPending(file) ? 'edited' : this.#documentAt(file)));
      if (judged !== 'edited') return judged;
    }
    return undefined;
  }

  #documentAt(file: string): SettledDocument | undefined {
    const project = this.#projects.at(file);
    const document = project?.document(toRelative(project, file));
    if (!project || !document) return undefined;
    const traced = this.#projects.traced(project);
    const findings = traced.findingsOf(document.path);
    return { ...traced, document, findings, version: traced.versionOf(document.path) };
  }

  /** As `settled`, for a source file, too. */
  async settledFile(uri: string, canceled: Canceled = waitedFor): Promise<SettledFile | undefined> {
    const settled = await this.settled(uri, canceled);
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

  /** What the histories of the boards say, once git was asked; undefined if it must not be run. */
  insights(): Promise<readonly ProjectInsights[] | undefined> {
    return this.#learning.aside(async () => {
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

  /** Where the sessions of agents are recorded, by project; nothing if git must not be run. */
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
      : this.#learning.aside(() => Promise.resolve(find()));
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
    return this.#learning.aside(() =>
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

  /** Gives up what is under way, and keeps for the next session what is known by now. */
  async end(): Promise<void> {
    this.#texts.stopWaiting();
    this.#learning.gitRefreshes.dispose();
    this.#abort.abort();
    await Promise.all(this.#projects.all.map((project) => project.saveRecords()));
  }

  /** Judges all projects and tells what is different. */
  async #judge(signal: AbortSignal): Promise<LintSummary> {
    for (const project of this.#projects.all) await project.judge(signal);
    const versions = {
      isPending: (file: string) => this.#texts.isPending(file),
      versionOf: (file: string) => this.#projects.versionOf(file),
    };
    await publishFindings(this.#options.publisher, this.#projects.all, versions, signal);
    // The result of a canceled task is dropped: the session may be ending.
    signal.throwIfAborted();
    const result = summaryOf(this.#projects.all, this.#projects.showsBaselined);
    this.#boardAnswers.announce();
    this.#told = this.#options.onLinted(result);
    return result;
  }

  /** Takes over what was typed and judges it; requests before that has started share the one round. */
  #flush(): Promise<LintSummary> {
    this.#texts.stopWaiting();
    this.#flushing ??= this.#enqueue(async () => {
      this.#flushing = undefined;
      const { signal } = this.#abort;
      // One document that cannot be taken over must not keep the others from it.
      for (const [file, document] of this.#texts.take())
        await this.#projects.takeOver(file, document).catch(this.#logUnlessAborted);
      return this.#judge(signal);
    });
    return this.#flushing;
  }

  /** Answers in line with all other work, once all that was typed is judged. */
  async #onceJudged<T>(answer: () => T): Promise<T> {
    if (this.#texts.hasPending)
      await this.#flush().catch((error: unknown) => {
        // Where it was given up for other folders, these are judged before the answer.
        if (this.#abort.signal.aborted || !isAbort(error)) throw error;
      });
    return this.#enqueue(() => Promise.resolve(answer()));
  }

  readonly #logUnlessAborted = (error: unknown): void => {
    if (!isAbort(error)) this.#options.log(error instanceof Error ? (error.stack ?? error.message) : String(error));
  };

  /** Looks for the projects of the folders. @returns those that were not known. */
  async #findProjects(signal: AbortSignal): Promise<readonly ProjectWatch[]> {
    const found = await this.#projects.find(this.#folders, signal);
    // Before the disk is read: what is open counts from the first look.
    for (const [file, document] of this.#texts.all)
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
}
