import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sameList } from '../../base/same.js';
import { ProjectWatch, type ProjectWatchOptions } from '../../project/projectWatch.js';
import { type GitWatch, gitWatches, sessionLogs } from '../../workspace/git/watchPaths.js';
import type { Git, GitRepository } from '../../workspace/ports.js';
import { findRoots } from './roots.js';
import type { TracedProject } from './tracedProject.js';
import { isInside } from './uris.js';

/** An open document of the editor. */
export interface OpenDocument {
  readonly uri: string;
  readonly version: number;
  getText(): string;
}

/** What is to be watched of a project. */
export interface WatchedProject {
  readonly rootUri: string;
  /** Where its documents are, relative to the root. */
  readonly places: readonly string[];
  /** Where git keeps what is asked of it. */
  readonly git: readonly GitWatch[];
}

export interface FollowedProjectsOptions extends Omit<ProjectWatchOptions, 'root' | 'nested' | 'git'> {
  readonly git: Git;
  /** Without it no sessions of agents are known. */
  readonly agents?: {
    /** The folder of the logs of their sessions: absolute. */
    readonly logsOf: (root: string, repository: GitRepository | undefined) => string;
    /** Such a log was written to. */
    readonly onChanged: () => void;
  };
}

/** The projects in the workspace folders, and what the editor shows of their documents. Files are absolute paths. */
export class FollowedProjects {
  readonly #options: FollowedProjectsOptions;
  // The versions in the indexes; the open documents may be newer.
  readonly #judgedVersions = new Map<string, number>();
  #all: readonly ProjectWatch[] = [];
  // Until the workspace is trusted, git is not run.
  #isTrusted = false;
  #showsBaselined = false;

  constructor(options: FollowedProjectsOptions) {
    this.#options = options;
  }

  get all(): readonly ProjectWatch[] {
    return this.#all;
  }

  get isTrusted(): boolean {
    return this.#isTrusted;
  }

  trust(): void {
    this.#isTrusted = true;
  }

  get showsBaselined(): boolean {
    return this.#showsBaselined;
  }

  /** Whether findings of baselines are shown as well, from the next judging on. */
  showBaselined(show: boolean): void {
    this.#showsBaselined = show;
    for (const project of this.#all) project.showBaselined(show);
  }

  /** The project that owns a file: one inside another owns its files. */
  at(file: string): ProjectWatch | undefined {
    return this.#all
      .filter(({ root }) => isInside(root, file))
      .reduce<ProjectWatch | undefined>(
        (best, one) => (best && best.root.length > one.root.length ? best : one),
        undefined,
      );
  }

  /** Looks for the projects of some folders (URIs). @returns those that were not known, not read yet. */
  async find(folders: readonly string[], signal: AbortSignal): Promise<readonly ProjectWatch[]> {
    const roots = await findRoots(folders, this.#options.files, signal);
    const before = this.#all;
    const git = (): Git | undefined => (this.#isTrusted ? this.#options.git : undefined);
    // A project that is known already keeps what it knows, e.g. its last good configuration.
    this.#all = roots.map((root) => {
      const nested = roots.filter((other) => isInside(root, other));
      const known = before.find((project) => project.root === root && sameList(project.nested, nested));
      if (known) return known;
      const made = new ProjectWatch({ ...this.#options, root, nested, git });
      made.showBaselined(this.#showsBaselined);
      return made;
    });
    return this.#all.filter((project) => !before.includes(project));
  }

  /** Takes over the text in the editor; a document outside all projects is ignored. */
  async takeOver(file: string, document: OpenDocument | undefined): Promise<void> {
    const project = this.at(file);
    if (!project) return;
    const relative = toRelative(project, file);
    if (document) {
      const { version } = document;
      await project.setOverlay(relative, document.getText());
      this.#judgedVersions.set(file, version);
    } else {
      this.#judgedVersions.delete(file);
      await project.setOverlay(relative, undefined);
    }
  }

  /** The editor's version of a file that is judged; undefined if it is not open. */
  versionOf(file: string): number | undefined {
    return this.#judgedVersions.get(file);
  }

  traced(project: ProjectWatch): TracedProject {
    return {
      rootUri: pathToFileURL(project.root).href,
      name: path.basename(project.root),
      project: project.project(),
      trace: project.trace(),
      configuration: project.configuration(),
      findingsOf: project.findingsOf,
      versionOf: (relative) => this.versionOf(project.pathOf(relative)) ?? null,
      uriOf: project.uriOf,
    };
  }

  /** Where the sessions of agents are recorded. */
  logsOf(project: ProjectWatch): string | undefined {
    return this.#options.agents?.logsOf(project.root, project.repository());
  }

  allLogs(): readonly string[] {
    return this.#all.flatMap((project) => this.logsOf(project) ?? []);
  }

  /** Every project root with the places of its documents, for the editor's watchers. */
  places(): readonly WatchedProject[] {
    return this.#all.map((project) => {
      const { paths, baseline } = project.configuration();
      return {
        rootUri: pathToFileURL(project.root).href,
        places: [...Object.values<string>({ ...paths }), baseline],
        git: gitWatchesOf(project, this.logsOf(project)),
      };
    });
  }
}

/** @param logs of the sessions of agents, which are somewhere else where there is no git. */
function gitWatchesOf(project: ProjectWatch, logs: string | undefined): readonly GitWatch[] {
  const repository = project.repository();
  if (repository) return gitWatches(repository);
  return logs === undefined ? [] : [{ folder: path.resolve(logs, '../..'), globs: [sessionLogs] }];
}

/** A file of a project, relative to its root, with `/`. */
export function toRelative(project: ProjectWatch, file: string): string {
  return path.relative(project.root, file).split(path.sep).join('/');
}
