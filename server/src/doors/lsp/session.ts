import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { AnyDocument, ParsedDocument } from '../../documents/document.js';
import type { AdoptionOffer, BaselineFile, BoardView, LintSummary } from '../../protocol.js';
import { createBaseline, renderBaseline } from '../../rules/baseline.js';
import type { Finding } from '../../rules/finding.js';
import type { Rule } from '../../rules/rule.js';
import { findProjects } from '../../workspace/findProjects.js';
import type { FileSystem } from '../../workspace/ports.js';
import type { Project } from '../../workspace/project.js';
import { toBoardView } from './boardView.js';
import { toDiagnostic } from './diagnostic.js';
import { createProjectWatch, type ProjectWatch } from './projectWatch.js';
import type { Publisher } from './publisher.js';

/** A project with more findings than this is offered a baseline: nobody reads that many at a first look. */
const adoptionThreshold = 50;

/** How long typing must pause before what was typed is judged. */
const debounceMs = 150;

/** A change of a file on disk, as the editor's watcher tells it. */
export interface FileChange {
  readonly uri: string;
}

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
  readonly onLinted: (summary: LintSummary) => void;
  readonly onBoardsChanged: () => void;
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
  /** Reads everything anew and judges it. */
  lintWorkspace(): Promise<LintSummary>;
  /** What is known of a document once all that was typed is judged; undefined for a file that is no document of a project. */
  settled(uri: string): Promise<SettledDocument | undefined>;
  boards(): readonly BoardView[];
  /** Every project root with the places of its documents, for the editor's watchers. */
  places(): readonly { readonly rootUri: string; readonly places: readonly string[] }[];
  baseline(rootUri: string): Promise<BaselineFile | undefined>;
  dispose(): void;
}

export interface SettledDocument {
  readonly document: AnyDocument;
  readonly project: Project;
  readonly findings: readonly Finding[];
  /** The editor's version; null where the document is not open. */
  readonly version: number | null;
  readonly uriOf: (path: string) => string;
}

export function createSession(options: SessionOptions): Session {
  const { files, rules, publisher, log } = options;
  // By path: editor and server may spell the URI of one file differently.
  const open = new Map<string, OpenDocument>();
  let folders: readonly string[] = [];
  let projects: readonly ProjectWatch[] = [];
  let timer: NodeJS.Timeout | undefined;
  let abort = new AbortController();
  // All work on the projects runs through here, one piece after the other: what is judged is always of one moment.
  let work: Promise<unknown> = Promise.resolve();
  const offered = new Set<string>();
  // The boards as of the last `onBoardsChanged`.
  let announced: readonly ParsedDocument<'board'>[] = [];

  const enqueue = <T>(task: () => Promise<T>): Promise<T> => {
    const result = work.then(task);
    work = result.catch(() => undefined);
    return result;
  };

  const projectOf = (uri: string): { project: ProjectWatch; relative: string } | undefined => {
    const file = toPath(uri);
    if (file === undefined) return undefined;
    let best: { project: ProjectWatch; relative: string } | undefined;
    for (const project of projects) {
      const relative = path.relative(project.root, file).split(path.sep).join('/');
      if (relative === '' || relative.startsWith('../') || relative === '..' || path.isAbsolute(relative)) continue;
      // A project inside another one owns its files.
      if (!best || project.root.length > best.project.root.length) best = { project, relative };
    }
    return best;
  };

  const publishAll = (): void => {
    const uris = new Set<string>();
    for (const project of projects)
      for (const document of project.project().documents) {
        const uri = project.uriOf(document.path);
        uris.add(uri);
        const version = open.get(project.pathOf(document.path))?.version;
        publisher.publish(uri, version, project.findingsOf(document.path), (finding) =>
          toDiagnostic(finding, project.uriOf),
        );
      }
    publisher.keepOnly(uris);
  };

  const summary = (): LintSummary => {
    const all = projects.map((project) => project.counts());
    const sum = (key: 'errors' | 'warnings' | 'infos' | 'baselined' | 'documents'): number =>
      all.reduce((total, counts) => total + counts[key], 0);
    return {
      projects: projects.length,
      documents: sum('documents'),
      errors: sum('errors'),
      warnings: sum('warnings'),
      infos: sum('infos'),
      baselined: sum('baselined'),
    };
  };

  const offerAdoption = (): void => {
    for (const project of projects) {
      const { errors, warnings, infos } = project.counts();
      const findings = errors + warnings + infos;
      if (findings <= adoptionThreshold || project.hasBaseline() || offered.has(project.root)) continue;
      offered.add(project.root);
      options.onAdoptionOffer({ root: pathToFileURL(project.root).href, name: path.basename(project.root), findings });
    }
  };

  /** Brings open documents that changed into the index and judges all projects that are not judged yet. */
  const judge = async (): Promise<LintSummary> => {
    const { signal } = abort;
    for (const project of projects) await project.judge(signal);
    publishAll();
    const boards = projects.flatMap((project) => project.boards());
    if (boards.length !== announced.length || boards.some((board, index) => board !== announced[index])) {
      announced = boards;
      options.onBoardsChanged();
    }
    const result = summary();
    options.onLinted(result);
    offerAdoption();
    return result;
  };

  /** Takes over what the editor shows; a document that is not of a project is left alone. */
  const takeOver = async (document: OpenDocument): Promise<void> => {
    const found = projectOf(document.uri);
    await found?.project.setOverlay(found.relative, document.getText());
  };

  const pending = new Map<string, OpenDocument | undefined>();

  const flush = (): Promise<LintSummary> => {
    clearTimeout(timer);
    timer = undefined;
    return enqueue(async () => {
      const now = [...pending];
      pending.clear();
      for (const [uri, document] of now) {
        if (document) await takeOver(document);
        else {
          const found = projectOf(uri);
          await found?.project.clearOverlay(found.relative);
        }
      }
      return judge();
    });
  };

  const schedule = (uri: string, document: OpenDocument | undefined): void => {
    pending.set(uri, document);
    clearTimeout(timer);
    timer = setTimeout(() => void flush().catch(logUnlessAborted), debounceMs);
  };

  const logUnlessAborted = (error: unknown): void => {
    if (!abort.signal.aborted) log(error instanceof Error ? (error.stack ?? error.message) : String(error));
  };

  const findRoots = async (): Promise<string[]> => {
    const found: string[] = [];
    for (const folder of folders) {
      const folderPath = toPath(folder);
      if (folderPath !== undefined) found.push(...(await findProjects(folderPath, files, abort.signal)));
    }
    return [...new Set(found)].sort();
  };

  const readProjects = async (): Promise<void> => {
    const roots = await findRoots();
    const known = new Map(projects.map((project) => [project.root, project]));
    const sameRoots = roots.length === projects.length && roots.every((root) => known.has(root));
    if (!sameRoots) projects = roots.map((root) => createProjectWatch({ root, otherRoots: roots, files, rules, log }));
    for (const project of projects) await project.load(abort.signal);
    if (!sameRoots) for (const document of open.values()) await takeOver(document);
  };

  /** Whether a change on disk may have made or unmade a project root. */
  const rootsMayDiffer = ({ uri }: FileChange): boolean => {
    const file = toPath(uri)?.split(path.sep).join('/') ?? '';
    const rootOf = /^(.*)\/(?:docs\/specs\/[^/]+|\.pactwright\/config\.yaml)$/.exec(file)?.[1];
    if (rootOf !== undefined) return projects.every(({ root }) => root.split(path.sep).join('/') !== rootOf);
    return /\/(docs|docs\/specs|\.pactwright)$/.test(file);
  };

  return {
    setFolders: (uris) => {
      abort.abort();
      abort = new AbortController();
      folders = uris;
      return enqueue(async () => {
        await readProjects();
        await judge();
      });
    },
    changed: (document) => {
      const file = toPath(document.uri);
      if (file === undefined) return;
      open.set(file, document);
      schedule(document.uri, document);
    },
    closed: (uri) => {
      const file = toPath(uri);
      if (file === undefined) return;
      open.delete(file);
      schedule(uri, undefined);
    },
    filesChanged: (changes) =>
      enqueue(async () => {
        if (changes.some(rootsMayDiffer)) await readProjects();
        else
          for (const { uri } of changes) {
            const found = projectOf(uri);
            await found?.project.fileChanged(found.relative, abort.signal);
          }
        await judge();
      }),
    lintWorkspace: () =>
      enqueue(async () => {
        await readProjects();
        return judge();
      }),
    settled: async (uri) => {
      if (pending.size > 0) await flush();
      else await work;
      const found = projectOf(uri);
      const document = found?.project.document(found.relative);
      if (!found || !document) return undefined;
      return {
        document,
        project: found.project.project(),
        findings: found.project.findingsOf(document.path),
        version: open.get(found.project.pathOf(document.path))?.version ?? null,
        uriOf: found.project.uriOf,
      };
    },
    boards: () =>
      projects.flatMap((project) =>
        project.boards().map((board) =>
          toBoardView(board, {
            uri: project.uriOf(board.path),
            root: pathToFileURL(project.root).href,
            name: path.basename(project.root),
          }),
        ),
      ),
    places: () =>
      projects.map((project) => {
        const { paths, baseline } = project.configuration();
        return {
          rootUri: pathToFileURL(project.root).href,
          places: [...Object.values<string>({ ...paths }), baseline],
        };
      }),
    baseline: (rootUri) =>
      enqueue(() => {
        const root = toPath(rootUri);
        const project = projects.find((candidate) => candidate.root === root);
        if (!project) return Promise.resolve(undefined);
        const findings = project.allFindings();
        return Promise.resolve({
          uri: project.uriOf(project.configuration().baseline),
          content: renderBaseline(createBaseline(findings)),
          findings: findings.length,
        });
      }),
    dispose: () => {
      clearTimeout(timer);
      abort.abort();
    },
  };
}

function toPath(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined;
  try {
    return fileURLToPath(uri);
  } catch {
    // A file URI with a host or an encoded separator names nothing on this machine.
    return undefined;
  }
}
