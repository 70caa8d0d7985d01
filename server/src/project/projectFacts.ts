import type { TraceGraph } from '../trace/graph.js';
import { wantedBlobs } from '../trace/wantedBlobs.js';
import type { TextFile } from '../markdown/textFile.js';
import { changesByPath } from '../workspace/changesByPath.js';
import { type CodeIndex, createCodeIndex } from '../workspace/codeIndex.js';
import type { CodeFacts } from '../workspace/codeFacts.js';
import type { GitFacts } from '../workspace/git/gitFacts.js';
import { createGitIndex, type GitIndex, type GitRefresh } from '../workspace/git/gitIndex.js';
import type { ProjectIndex } from '../workspace/index.js';
import type { CacheFiles, FileSystem, Git, GitRepository } from '../workspace/ports.js';
import type { Project } from '../workspace/project.js';
import { type RecordedItems, sameRecordedItems } from '../workspace/recordedItems.js';
import type { RecordReader } from './recordReader.js';

/** The documents of a project together with what its source code and git say. */
export interface ProjectFacts {
  /** Reads the source code: at first, and whenever it is not known what changed. @throws the signal's reason once it is aborted. */
  loadCode(signal?: AbortSignal): Promise<void>;
  /** Looks at one source file (or folder) again. @param file relative to the root, with `/`. */
  codeChanged(file: string): Promise<void>;
  /**
   * Asks git what may have changed, and for the earlier texts that are needed to judge by it. Without git nothing happens.
   *
   * @throws the signal's reason once it is aborted.
   */
  refreshGit(what?: GitRefresh, signal?: AbortSignal): Promise<void>;
  /** As it is now; the same object until something changes. */
  project(): Project;
  /** Undefined where there is no repository, or git was not asked. */
  repository(): GitRepository | undefined;
  /** Keeps what git said for the next session. */
  save(): Promise<void>;
}

export interface ProjectFactsOptions {
  readonly index: ProjectIndex;
  readonly files: FileSystem;
  /** Absolute paths of other project roots. */
  readonly otherRoots: readonly string[];
  /** Asked whenever git might be: undefined where it must not be run. */
  readonly git: () => Git | undefined;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Without it nothing is kept between sessions. */
  readonly cache?: CacheFiles;
  /** Read together with git; without it nothing is known of the record. */
  readonly record?: RecordReader;
  /** The trace the project is judged or shown by, so that it is made once. */
  readonly traceOf: (project: Project) => TraceGraph;
}

export function createProjectFacts(options: ProjectFactsOptions): ProjectFacts {
  const { index, files, otherRoots, clock, cache } = options;
  const { root } = index;
  let code: CodeIndex | undefined;
  let gitIndex: { readonly key: string; readonly index: GitIndex } | undefined;
  let record: RecordedItems | undefined;
  let composed: { readonly documents: Project; readonly whole: Project } | undefined;

  /** The index for the configuration in force. */
  const gitIndexFor = (git: Git): GitIndex => {
    const { paths, defaultBranch } = index.configuration().value;
    const key = JSON.stringify([paths, defaultBranch]);
    if (gitIndex?.key !== key)
      gitIndex = {
        key,
        index: createGitIndex({ root, git, clock, paths, defaultBranch, ...(cache ? { cache } : {}) }),
      };
    return gitIndex.index;
  };

  /** So that git need not be asked what is uncommitted. */
  const tellGit = (before: Project, documents: Project, codeFacts: CodeFacts | undefined): void => {
    const tell = (some: readonly TextFile[] = [], others: readonly TextFile[] = []): void => {
      const { removed = [], added = [] } = changesByPath(some, others) ?? {};
      const there = new Set(added.map(({ path }) => path));
      for (const { path } of removed)
        // It may have become a file that is not looked at.
        if (!there.has(path) && codeFacts?.exists(path) !== true) gitIndex?.index.fileChanged(path, undefined);
      for (const { path, text } of added) if (!isUnreadable(path)) gitIndex?.index.fileChanged(path, text);
    };
    tell(before.documents, documents.documents);
    // Before the source code was read for the first time, nothing of it was known.
    if (before.code) tell(before.code.sources, codeFacts?.sources);
  };

  /** Its text is then not the file's. */
  const isUnreadable = (file: string): boolean =>
    index.document(file)?.problems.some(({ kind }) => kind === 'unreadable') === true;

  const project = (): Project => {
    const documents = index.project();
    const codeFacts = code?.facts();
    if (composed && (composed.documents !== documents || composed.whole.code !== codeFacts))
      tellGit(composed.whole, documents, codeFacts);
    const gitFacts: GitFacts | undefined = gitIndex?.index.facts();
    if (
      composed?.documents === documents &&
      composed.whole.code === codeFacts &&
      composed.whole.git === gitFacts &&
      composed.whole.record === record
    )
      return composed.whole;
    const whole: Project = {
      ...documents,
      ...(codeFacts ? { code: codeFacts } : {}),
      ...(gitFacts ? { git: gitFacts } : {}),
      ...(record ? { record } : {}),
    };
    composed = { documents, whole };
    return whole;
  };

  const readRecord = async (repository: GitRepository | undefined, signal: AbortSignal | undefined): Promise<void> => {
    const now = repository && (await options.record?.(repository, signal));
    if (!now || !record || !sameRecordedItems(record, now)) record = now;
  };

  return {
    loadCode: async (signal) => {
      const own = code ?? createCodeIndex({ root, files, otherRoots, ignored: (file) => index.isIgnored(file) });
      await own.load(signal);
      code = own;
    },
    codeChanged: async (file) => {
      await code?.update(file);
    },
    refreshGit: async (what, signal) => {
      const git = options.git();
      if (!git) return;
      const known = gitIndex?.index;
      // What was edited until now is on the disk that git looks at.
      project();
      const own = gitIndexFor(git);
      own.setDocuments(index.project().documents.map(({ path }) => path));
      await own.refresh(own === known ? what : undefined, signal);
      if (own !== known || !what || what.record) await readRecord(own.repository(), signal);
      const now = project();
      await own.fetch(wantedBlobs(now, options.traceOf(now)), signal);
    },
    project,
    repository: () => gitIndex?.index.repository(),
    save: async () => {
      await gitIndex?.index.save();
    },
  };
}
