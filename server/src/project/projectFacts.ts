import type { TraceGraph } from '../trace/graph.js';
import { wantedBlobs } from '../trace/wantedBlobs.js';
import type { TextFile } from '../markdown/textFile.js';
import { changesByPath } from '../workspace/changesByPath.js';
import { type CodeIndex, createCodeIndex } from '../workspace/codeIndex.js';
import type { CodeFacts } from '../workspace/codeFacts.js';
import type { GitFacts } from '../workspace/git/gitFacts.js';
import { isSameSet } from '../workspace/git/gitState.js';
import { createGitIndex, type GitIndex, type GitRefresh } from '../workspace/git/gitIndex.js';
import type { ProjectIndex } from '../workspace/index.js';
import type { CacheFiles, FileSystem, Git, GitRepository } from '../workspace/ports.js';
import type { Project } from '../workspace/project.js';
import { type RecordedItems, sameRecordedItems } from '../workspace/recordedItems.js';
import type { DocumentStore } from '../workspace/documentStore.js';
import { HookWatch } from './hookWatch.js';
import { keptSources } from './keptSources.js';
import type { ReadRecord, RecordReader } from './recordReader.js';

export interface ProjectFactsOptions {
  readonly index: ProjectIndex;
  readonly files: FileSystem;
  /** The same for a project that is followed, answering at once. */
  readonly atOnce?: FileSystem;
  /** Absolute paths of other project roots. */
  readonly otherRoots: readonly string[];
  /** Asked whenever git might be: undefined if it must not be run. */
  readonly git: () => Git | undefined;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Without it nothing is kept between sessions. */
  readonly cache?: CacheFiles;
  /** Read together with git; without it nothing is known of the record. */
  readonly record?: RecordReader;
  /** The trace the project is judged or shown by, so that it is made once. */
  readonly traceOf: (project: Project) => TraceGraph;
  /** What is known of the files from an earlier run. */
  readonly store?: DocumentStore | undefined;
  /** The items of which documents are judged; undefined: all. */
  readonly judged?: ((project: Project) => ReadonlySet<string> | undefined) | undefined;
}

/** The documents of a project together with what its source code and git say. */
export class ProjectFacts {
  readonly #options: ProjectFactsOptions;
  #code: CodeIndex | undefined;
  #gitIndex: { readonly key: string; readonly index: GitIndex } | undefined;
  #record: RecordedItems | undefined;
  #hooked: ReadRecord['hooked'] = [];
  #aroundHooks: ReadonlySet<string> | undefined;
  readonly #hookWatch = new HookWatch();
  #composed: { readonly documents: Project; readonly whole: Project } | undefined;

  constructor(options: ProjectFactsOptions) {
    this.#options = options;
  }

  /** Reads the source code: at first, and whenever it is not known what changed. @throws the signal's reason once it is aborted. */
  async loadCode(signal?: AbortSignal): Promise<void> {
    const { index, files, atOnce, otherRoots, store } = this.#options;
    const ignored = (file: string): boolean => index.isIgnored(file);
    const blocking = atOnce ?? (files.blocking ? files : undefined);
    const kept = store && blocking ? keptSources(store, blocking, atOnce !== undefined) : undefined;
    const own = this.#code ?? createCodeIndex({ root: index.root, files, otherRoots, ignored, kept });
    await own.load(signal);
    this.#code = own;
  }

  /** Looks at one source file (or folder) again. @param file relative to the root, with `/`. */
  async codeChanged(file: string): Promise<void> {
    await this.#code?.update(file);
  }

  /**
   * Asks git what may have changed, and for the earlier texts that are needed to judge by it. Without git nothing happens.
   *
   * @throws the signal's reason once it is aborted.
   */
  async refreshGit(what?: GitRefresh, signal?: AbortSignal): Promise<void> {
    const { index, traceOf, judged } = this.#options;
    const git = this.#options.git();
    if (!git) return;
    const known = this.#gitIndex?.index;
    // What was edited until now is on the disk that git looks at.
    this.project();
    const own = this.#gitIndexFor(git);
    own.setDocuments(index.project().documents.map(({ path }) => path));
    await own.refresh(own === known ? what : undefined, signal);
    if (own !== known || !what || what.record) await this.#readRecord(own.repository(), signal);
    await this.#lookAtHooks(git, own, signal);
    const now = this.project();
    await own.fetch(wantedBlobs(now, traceOf(now), judged?.(now)), signal);
  }

  /** As it is now; the same object until something changes. */
  project(): Project {
    const composed = this.#composed;
    const documents = this.#options.index.project();
    const code = this.#code?.facts();
    if (composed && (composed.documents !== documents || composed.whole.code !== code))
      this.#tellGit(composed.whole, documents, code);
    const git: GitFacts | undefined = this.#gitIndex?.index.facts();
    const record = this.#record;
    const aroundHooks = this.#aroundHooks;
    if (
      composed?.documents === documents &&
      composed.whole.code === code &&
      composed.whole.git === git &&
      composed.whole.record === record &&
      composed.whole.aroundHooks === aroundHooks
    )
      return composed.whole;
    const whole: Project = {
      ...documents,
      ...(code ? { code } : {}),
      ...(git ? { git } : {}),
      ...(record ? { record } : {}),
      ...(aroundHooks ? { aroundHooks } : {}),
    };
    this.#composed = { documents, whole };
    return whole;
  }

  /** Undefined if there is no repository, or git was not asked. */
  repository(): GitRepository | undefined {
    return this.#gitIndex?.index.repository();
  }

  /** Keeps what git said for the next session. */
  async save(): Promise<void> {
    await this.#gitIndex?.index.save();
  }

  /** The index for the configuration in force. */
  #gitIndexFor(git: Git): GitIndex {
    const { index, clock, cache } = this.#options;
    const { paths, defaultBranch } = index.configuration().value;
    const key = JSON.stringify([paths, defaultBranch]);
    if (this.#gitIndex?.key !== key)
      this.#gitIndex = {
        key,
        index: createGitIndex({ root: index.root, git, clock, paths, defaultBranch, ...(cache ? { cache } : {}) }),
      };
    return this.#gitIndex.index;
  }

  /** So that git need not be asked what is uncommitted. */
  #tellGit(before: Project, documents: Project, code: CodeFacts | undefined): void {
    const git = this.#gitIndex?.index;
    // Before it was asked, it knows of nothing that could be other than it says.
    if (!git) return;
    const tell = (some: readonly TextFile[] = [], others: readonly TextFile[] = []): void => {
      const { removed = [], added = [] } = changesByPath(some, others) ?? {};
      const there = new Set(added.map(({ path }) => path));
      for (const { path } of removed)
        // It may have become a file that is not looked at.
        if (!there.has(path) && code?.exists(path) !== true) git.fileChanged(path, undefined);
      for (const { path, text } of added) if (!this.#isUnreadable(path)) git.fileChanged(path, text);
    };
    tell(before.documents, documents.documents);
    // Before the source code was read for the first time, nothing of it was known.
    if (before.code) tell(before.code.sources, code?.sources);
  }

  /** Its text is then not the file's. */
  #isUnreadable(file: string): boolean {
    return this.#options.index.document(file)?.problems.some(({ kind }) => kind === 'unreadable') === true;
  }

  async #readRecord(repository: GitRepository | undefined, signal: AbortSignal | undefined): Promise<void> {
    const read = repository && (await this.#options.record?.(repository, signal));
    this.#hooked = read?.hooked ?? [];
    if (!read || !this.#record || !sameRecordedItems(this.#record, read.items)) this.#record = read?.items;
  }

  async #lookAtHooks(git: Git, index: GitIndex, signal: AbortSignal | undefined): Promise<void> {
    const repository = index.repository();
    const history = index.facts().history;
    const before = this.#aroundHooks;
    const now = repository && history && (await this.#hookWatch.around(git, repository, history, this.#hooked, signal));
    if (!before || !now || !isSameSet(before, now)) this.#aroundHooks = now;
  }
}
