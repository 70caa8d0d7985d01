import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AnyDocument } from '../../documents/document.js';
import type { AdoptionOffer, BaselineFile, BoardView, LintSummary } from '../../protocol.js';
import { createBaseline, renderBaseline } from '../../rules/baseline.js';
import type { Finding } from '../../rules/finding.js';
import type { Rule } from '../../rules/rule.js';
import { sameList } from '../../base/same.js';
import type { GitRefresh } from '../../workspace/git/gitIndex.js';
import { type GitWatch, gitWatches, sessionLogs } from '../../workspace/git/watchPaths.js';
import type { CacheFiles, FileSystem, Git, GitRepository } from '../../workspace/ports.js';
import { createInTurn } from '../../base/inTurn.js';
import type { ProjectInsights } from '../../reports/insights/insightsBody.js';
import type { RecordReader } from '../../project/recordReader.js';
import { createAdoptionOffers } from './adoptionOffers.js';
import type { SessionLogs } from './agentRequests.js';
import { createBoardAnswers } from './boardAnswers.js';
import { createGitRefreshes } from './gitRefreshes.js';
import { createProjectWatch, type FindingCounts, type ProjectWatch } from '../../project/projectWatch.js';
import type { Publisher } from './publisher.js';
import { publishFindings } from './publishFindings.js';
import { type FileChange, findRoots, rootsMayDiffer } from './roots.js';
import type { TracedProject } from './tracedProject.js';
import { isInside, toPath } from './uris.js';

/** How long typing must pause before what was typed is judged. */
const debounceMs = 150;

const everything: GitRefresh = { refs: true, status: true, worktrees: true, ignored: true, record: true };

/** An open document of the editor. */
export interface OpenDocument {
  readonly uri: string;
  readonly version: number;
  getText(): string;
}

export interface SessionOptions {
  readonly files: FileSystem;
  readonly rules: readonly Rule[];
  readonly publisher: Publisher;
  readonly log: (message: string) => void;
  readonly git: Git;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly cache?: CacheFiles;
  readonly record?: RecordReader;
  /** Without it no sessions of agents are known. */
  readonly agents?: {
    /** The folder of the logs of their sessions: absolute. */
    readonly logsOf: (root: string, repository: GitRepository | undefined) => string;
    /** Such a log was written to. */
    readonly onChanged: () => void;
  };
  readonly onLinted: (summary: LintSummary) => void;
  /** Boards that were asked for are no longer as they were answered; told once, until they are asked for again. */
  readonly onBoardsChanged: () => void;
  /** Source code and git have been read for the first time: there may be more to watch. */
  readonly onLearnt: () => void;
  /** What is shown beside the text (lenses, colours) may differ for another reason than an edit of that text. */
  readonly onOutdated: () => void;
  readonly onAdoptionOffer: (offer: AdoptionOffer) => void;
}

/** Everything the language server knows of its workspace folders, and the one loop that judges it. */
export interface Session {
  /** Finds and reads the projects of these folders; those of other folders are forgotten. */
  setFolders(uris: readonly string[]): Promise<void>;
  /** Opened or edited. */
  changed(document: OpenDocument): void;
  closed(uri: string): void;
  filesChanged(changes: readonly FileChange[]): Promise<void>;
  /** The workspace is trusted: git may be run from now on. Until this is called it is not. */
  trust(): void;
  isTrusted(): boolean;
  /** Reads everything again and judges it. */
  lintWorkspace(): Promise<LintSummary>;
  /**
   * What is known of a document once all that was typed is judged; undefined for a file that is no document of a project, and
   * for one that was edited again meanwhile.
   */
  settled(uri: string): Promise<SettledDocument | undefined>;
  /** All projects, once all that was typed is judged. */
  traces(): Promise<readonly TracedProject[]>;
  /** The project that owns a file, document or not, once all that was typed is judged; `path` is the file's in it. */
  traceAt(uri: string): Promise<(TracedProject & { readonly path: string }) | undefined>;
  /** The boards once all work under way is done: a project that is still read is not one without a board. */
  boards(): Promise<readonly BoardView[]>;
  /** What the histories of the boards say, once git was asked; undefined where it must not be run. */
  insights(): Promise<readonly ProjectInsights[] | undefined>;
  /** Where the sessions of agents are recorded, by project; nothing where git must not be run. */
  sessionLogs(): Promise<readonly SessionLogs[]>;
  /** Every project root with the places of its documents, for the editor's watchers. */
  places(): readonly WatchedProject[];
  /** What baselines would hold, of the project at the root or of each, once source code and git were read. */
  baselines(rootUri: string | undefined): Promise<readonly BaselineFile[]>;
  /** Shows the findings of baselines as well, or hides them again. */
  showHidden(show: boolean): Promise<LintSummary>;
  dispose(): void;
}

/** What is to be watched of a project. */
export interface WatchedProject {
  readonly rootUri: string;
  /** Where its documents are, relative to the root. */
  readonly places: readonly string[];
  /** Where git keeps what is asked of it. */
  readonly git: readonly GitWatch[];
}

export interface SettledDocument extends TracedProject {
  readonly document: AnyDocument;
  readonly findings: readonly Finding[];
  /** The editor's version that `document` was made of; null where the document is not open. */
  readonly version: number | null;
}

export function createSession(options: SessionOptions): Session {
  const { files, rules, publisher, log, clock, cache, record } = options;
  let trusted = false;
  let showsHidden = false;
  // By path: editor and server may spell the URI of one file differently.
  const open = new Map<string, OpenDocument>();
  // What was opened, edited or closed (undefined) and is not judged yet, by path.
  const pending = new Map<string, OpenDocument | undefined>();
  // The versions that the indexes hold; the open documents themselves may be further on.
  const judgedVersions = new Map<string, number>();
  let folders: readonly string[] = [];
  let projects: readonly ProjectWatch[] = [];
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<LintSummary> | undefined;
  let abort = new AbortController();
  // Where sessions of agents were recorded, when that was last looked at.
  let logsTold: readonly string[] = [];
  // All work on the projects runs through here, one piece after the other: what is judged is always of one moment.
  const enqueue = createInTurn();
  // What takes longer than judging runs through here, beside that work.
  const learnInTurn = createInTurn();
  const offerAdoption = createAdoptionOffers(options.onAdoptionOffer);

  /** A project inside another one owns its files. */
  const projectOf = (file: string): ProjectWatch | undefined =>
    projects
      .filter(({ root }) => isInside(root, file))
      .reduce<ProjectWatch | undefined>(
        (best, one) => (best && best.root.length > one.root.length ? best : one),
        undefined,
      );

  /** Judges all projects and tells what is different. */
  const judge = async (signal: AbortSignal): Promise<LintSummary> => {
    for (const project of projects) await project.judge(signal);
    await publishFindings(
      publisher,
      projects,
      { isPending: (file) => pending.has(file), versionOf: (file) => judgedVersions.get(file) },
      signal,
    );
    // What was given up has nobody to tell: the session may be at its end.
    signal.throwIfAborted();
    const result = summaryOf(
      projects.map((project) => project.counts()),
      showsHidden,
    );
    boardAnswers.announce();
    options.onLinted(result);
    return result;
  };

  /** Takes over what the editor shows; a document that is not of a project is left alone. */
  const takeOver = async (file: string, document: OpenDocument | undefined): Promise<void> => {
    const project = projectOf(file);
    if (!project) return;
    const relative = toRelative(project, file);
    if (document) {
      const { version } = document;
      await project.setOverlay(relative, document.getText());
      judgedVersions.set(file, version);
    } else {
      judgedVersions.delete(file);
      await project.clearOverlay(relative);
    }
  };

  /** Takes over what was typed and judges it; who asks before that has begun shares the one round. */
  const flush = (): Promise<LintSummary> => {
    clearTimeout(timer);
    timer = undefined;
    flushing ??= enqueue(async () => {
      flushing = undefined;
      const { signal } = abort;
      const now = [...pending];
      pending.clear();
      // One document that cannot be taken over must not keep the others from it.
      for (const [file, document] of now) await takeOver(file, document).catch(logUnlessAborted);
      return judge(signal);
    });
    return flushing;
  };

  const schedule = (file: string, document: OpenDocument | undefined): void => {
    pending.set(file, document);
    clearTimeout(timer);
    timer = setTimeout(() => void flush().catch(logUnlessAborted), debounceMs);
  };

  const logUnlessAborted = (error: unknown): void => {
    if (!(error instanceof Error && error.name === 'AbortError'))
      log(error instanceof Error ? (error.stack ?? error.message) : String(error));
  };

  /** Looks for the projects of the folders. @returns those that were not known. */
  const findProjects = async (signal: AbortSignal): Promise<readonly ProjectWatch[]> => {
    const roots = await findRoots(folders, files, signal);
    const before = projects;
    // A project that is known already keeps what it knows, e.g. its last good configuration.
    projects = roots.map((root) => {
      const nested = roots.filter((other) => isInside(root, other));
      const known = before.find((project) => project.root === root && sameList(project.nested, nested));
      if (known) return known;
      const git = (): Git | undefined => (trusted ? options.git : undefined);
      const made = createProjectWatch({
        root,
        nested,
        files,
        rules,
        log,
        git,
        clock,
        ...(cache ? { cache } : {}),
        ...(record ? { record } : {}),
      });
      made.showBaselined(showsHidden);
      return made;
    });
    // Before the disk is read: what is open counts from the first look.
    for (const [file, document] of open) await takeOver(file, document).catch(logUnlessAborted);
    return projects.filter((project) => !before.includes(project));
  };

  const readProjects = async (some: readonly ProjectWatch[], signal: AbortSignal): Promise<void> => {
    for (const project of some) await project.load(signal).catch(logUnlessAborted);
  };

  const readAllProjects = async (signal: AbortSignal): Promise<void> => {
    await findProjects(signal);
    await readProjects(projects, signal);
  };

  /**
   * What takes longer than reading the documents. It goes on beside all other work, or whoever asks about a document would wait
   * for git; it begins once that is done which is under way.
   */
  const learnAside = <T>(task: () => Promise<T>): Promise<T> =>
    learnInTurn(async () => {
      await enqueue(() => Promise.resolve());
      return task();
    });

  const learn = async (signal: AbortSignal): Promise<void> => {
    for (const project of projects) await project.learn(signal).catch(logUnlessAborted);
  };

  const logsOf = (project: ProjectWatch): string | undefined =>
    options.agents?.logsOf(project.root, project.repository());

  /** Tells what is different now that more is known, and keeps for the next session what was dear to learn. */
  const judgeLearnt = async (signal: AbortSignal): Promise<LintSummary> => {
    const summary = await enqueue(() => judge(signal));
    // Not before: what is still to be read would make it more than the offer says.
    for (const project of projects) offerAdoption(project, project.counts());
    options.onLearnt();
    options.onOutdated();
    // Only now it is known where a project that came to be has its sessions.
    const logs = projects.flatMap((project) => logsOf(project) ?? []);
    if (!sameList(logs, logsTold)) options.agents?.onChanged();
    logsTold = logs;
    for (const project of projects) await project.save().catch(logUnlessAborted);
    return summary;
  };

  const learnAndJudge = (signal: AbortSignal): Promise<unknown> =>
    learnAside(async () => {
      signal.throwIfAborted();
      await learn(signal);
      // What was given up for other folders is still to be asked.
      gitRefreshes.ask();
      return judgeLearnt(signal);
    }).catch(logUnlessAborted);

  const gitRefreshes = createGitRefreshes(
    () => projects,
    () =>
      void learnAside(async () => {
        const { signal } = abort;
        const due = gitRefreshes.take();
        if (due.length === 0) return;
        for (const [project, refresh] of due)
          await project.gitChanged(refresh, signal).catch((error: unknown) => {
            if (signal.aborted) gitRefreshes.add(project, refresh);
            logUnlessAborted(error);
          });
        await judgeLearnt(signal);
      }).catch(logUnlessAborted),
  );

  const toTraced = (project: ProjectWatch): TracedProject => ({
    rootUri: pathToFileURL(project.root).href,
    name: path.basename(project.root),
    project: project.project(),
    trace: project.trace(),
    configuration: project.configuration(),
    findingsOf: project.findingsOf,
    versionOf: (relative) => judgedVersions.get(project.pathOf(relative)) ?? null,
    uriOf: project.uriOf,
  });

  const boardAnswers = createBoardAnswers(
    () =>
      projects.flatMap((project) =>
        project.boards().map((board) => ({ ...toTraced(project), board, files: () => project.files() })),
      ),
    options.onBoardsChanged,
  );

  return {
    setFolders: (uris) => {
      abort.abort();
      abort = new AbortController();
      folders = uris;
      const { signal } = abort;
      const read = enqueue(async () => {
        await readAllProjects(signal);
        await judge(signal);
      });
      void learnAndJudge(signal);
      return read;
    },
    trust: () => {
      if (trusted) return;
      trusted = true;
      if (projects.length > 0) void learnAndJudge(abort.signal);
    },
    isTrusted: () => trusted,
    changed: (document) => {
      const file = toPath(document.uri);
      if (file === undefined) return;
      open.set(file, document);
      schedule(file, document);
    },
    closed: (uri) => {
      const file = toPath(uri);
      if (file === undefined) return;
      open.delete(file);
      schedule(file, undefined);
    },
    filesChanged: (all) => {
      const logs = projects.flatMap((project) => logsOf(project) ?? []);
      const isLog = (file: string): boolean => logs.some((folder) => isInside(folder, file));
      const changes = all.filter(({ uri }) => {
        const file = toPath(uri);
        return file === undefined || !(isLog(file) || gitRefreshes.note(file));
      });
      if (all.some(({ uri }) => isLog(toPath(uri) ?? ''))) options.agents?.onChanged();
      gitRefreshes.ask();
      if (changes.length === 0) return Promise.resolve();
      return enqueue(async () => {
        const { signal } = abort;
        const roots = projects.map(({ root }) => root);
        let anew = false;
        for (const change of changes) anew ||= await rootsMayDiffer(change, roots, folders, files);
        if (anew) await readProjects(await findProjects(signal), signal);
        const paths = changes.flatMap(({ uri }) => toPath(uri) ?? []);
        for (const project of projects) {
          // Something else may be in the place of a folder that was moved away.
          if (paths.some((file) => file === project.root || isInside(file, project.root)))
            await readProjects([project], signal);
          // Every project around a file, as one may have its baseline in another one.
          const inside = paths.flatMap((file) => (isInside(project.root, file) ? [toRelative(project, file)] : []));
          await project.filesChanged(inside, signal);
        }
        if (projects.some((project) => project.mayLearn())) void learnAndJudge(signal);
        await judge(signal);
        options.onOutdated();
      });
    },
    lintWorkspace: async () => {
      const { signal } = abort;
      await enqueue(() => readAllProjects(signal));
      return learnAside(async () => {
        await learn(signal);
        for (const project of projects) await project.gitChanged(everything, signal).catch(logUnlessAborted);
        return judgeLearnt(signal);
      });
    },
    settled: async (uri) => {
      const file = toPath(uri);
      if (file === undefined) return undefined;
      if (pending.size > 0) await flush();
      // In line with all other work: between two pieces of it, document and findings are of one moment.
      return enqueue(() => {
        const project = projectOf(file);
        const document = project?.document(toRelative(project, file));
        if (!project || !document || pending.has(file)) return Promise.resolve(undefined);
        const traced = toTraced(project);
        return Promise.resolve({
          ...traced,
          document,
          findings: traced.findingsOf(document.path),
          version: traced.versionOf(document.path),
        });
      });
    },
    traces: async () => {
      if (pending.size > 0) await flush();
      return enqueue(() => Promise.resolve(projects.map(toTraced)));
    },
    traceAt: async (uri) => {
      const file = toPath(uri);
      if (file === undefined) return undefined;
      if (pending.size > 0) await flush();
      return enqueue(() => {
        const project = projectOf(file);
        return Promise.resolve(project && { ...toTraced(project), path: toRelative(project, file) });
      });
    },
    boards: () => enqueue(() => Promise.resolve(boardAnswers.answer())),
    insights: () =>
      learnAside(async () => {
        if (!trusted) return undefined;
        const { signal } = abort;
        const found: ProjectInsights[] = [];
        for (const project of projects) {
          const insights = await project.insights(signal);
          if (insights) found.push(insights);
        }
        return found;
      }),
    sessionLogs: async () => {
      if (!trusted) return [];
      const find = (): readonly SessionLogs[] =>
        projects.flatMap((project) => {
          const logs = logsOf(project);
          return logs === undefined ? [] : [{ root: project.root, logs, configuration: project.configuration() }];
        });
      // Without one it is not known yet whether there is a repository.
      return projects.every((project) => project.repository()) ? find() : learnAside(() => Promise.resolve(find()));
    },
    places: () =>
      projects.map((project) => {
        const { paths, baseline } = project.configuration();
        return {
          rootUri: pathToFileURL(project.root).href,
          places: [...Object.values<string>({ ...paths }), baseline],
          git: gitWatchesOf(project, logsOf(project)),
        };
      }),
    baselines: (rootUri) =>
      learnAside(() =>
        enqueue(() => {
          const root = rootUri === undefined ? undefined : toPath(rootUri);
          return Promise.resolve(
            projects.filter((project) => rootUri === undefined || project.root === root).map(toBaselineFile),
          );
        }),
      ),
    showHidden: (show) =>
      enqueue(() => {
        showsHidden = show;
        for (const project of projects) project.showBaselined(show);
        return judge(abort.signal);
      }),
    dispose: () => {
      clearTimeout(timer);
      gitRefreshes.dispose();
      abort.abort();
    },
  };
}

function toBaselineFile(project: ProjectWatch): BaselineFile {
  const findings = project.allFindings();
  return {
    uri: project.uriOf(project.configuration().baseline),
    content: renderBaseline(createBaseline(findings)),
    name: path.basename(project.root),
    exists: project.hasBaseline(),
    findings: findings.length,
    files: new Set(findings.map((finding) => finding.path)).size,
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

/** @param logs of the sessions of agents, which are somewhere else where there is no git. */
function gitWatchesOf(project: ProjectWatch, logs: string | undefined): readonly GitWatch[] {
  const repository = project.repository();
  if (repository) return gitWatches(repository);
  return logs === undefined ? [] : [{ folder: path.resolve(logs, '../..'), globs: [sessionLogs] }];
}

function toRelative(project: ProjectWatch, file: string): string {
  return path.relative(project.root, file).split(path.sep).join('/');
}
