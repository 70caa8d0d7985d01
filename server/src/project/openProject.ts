import type { DocumentKind } from '../documents/document.js';
import { createTraceGraph } from '../trace/createTraceGraph.js';
import type { TraceGraph } from '../trace/graph.js';
import type { Configuration } from '../workspace/configuration.js';
import type { GitRefresh } from '../workspace/git/gitIndex.js';
import type { ParsedTexts } from '../workspace/parsedTexts.js';
import type { DocumentStore } from '../workspace/documentStore.js';
import { createProjectIndex, type Forgetting, type ProjectIndex } from '../workspace/index.js';
import type { Machine } from '../workspace/machine.js';
import type { CacheFiles, FileSystem, Git, GitRepository } from '../workspace/ports.js';
import type { Project } from '../workspace/project.js';
import type { Operation } from '../operations/operation.js';
import type { Linter } from '../rules/lint.js';
import type { OneProject } from './lintTargets.js';
import { configurationInForce } from './configurationInForce.js';
import type { ProjectFacts } from './projectFacts.js';
import type { RecordReader } from './recordReader.js';

/** How much of a project is read: documents alone, the source code too, or also what git and the record say. */
export type ProjectNeeds = 'documents' | 'code' | 'git';

/** What a project is read with. */
export interface ProjectPorts {
  readonly files: FileSystem;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Asked whenever git might be: undefined if it must not be run. */
  readonly git: () => Git | undefined;
  /** Read together with git; undefined: nothing is known of the record. Loaded when it is first needed. */
  readonly record?: () => Promise<RecordReader | undefined>;
  /** Without it nothing is kept between sessions. */
  readonly cache?: CacheFiles;
  /** @see ProjectIndexOptions.parsed */
  readonly parsed?: ParsedTexts;
  /** Opens what is known of the documents of a project from an earlier run. @param root absolute. */
  readonly openStore?: (root: string) => Promise<DocumentStore>;
  /** @see ProjectIndexOptions.atOnce */
  readonly atOnce?: FileSystem;
  /** @see ProjectIndexOptions.forgets */
  readonly forgets?: Forgetting;
}

export interface ProjectChoice {
  /** Absolute. */
  readonly root: string;
  /** Other project roots, absolute: those inside this one own their files. */
  readonly otherRoots: readonly string[];
  /** Instead of the project's own. */
  readonly configuration?: Configuration;
  /** Which kinds of documents are read, given those that are there, by path; undefined: all. */
  readonly kindsToRead?: (kinds: ReadonlyMap<string, DocumentKind>) => ReadonlySet<DocumentKind>;
  /** What is known of its documents from an earlier run. */
  readonly store?: DocumentStore;
  /** Who makes its traces; undefined: the project itself. */
  readonly tracerFor?: (configuration: Configuration) => Tracer;
}

type Tracer = (project: Project) => TraceGraph;

const everything: GitRefresh = { refs: true, status: 'always', worktrees: true, ignored: true, record: true };

/**
 * A project as a door works on it: opened once, and refreshed where something may have changed. Commands, operations, gates and
 * phases open projects by this class and by nothing else, and so does the language server, which follows them (`ProjectWatch`).
 */
export class OpenedProject {
  readonly root: string;
  readonly index: ProjectIndex;
  readonly #ports: ProjectPorts;
  readonly #choice: ProjectChoice;
  #facts: ProjectFacts | undefined;
  #tracer: { readonly configuration: Configuration; readonly traceOf: Tracer } | undefined;
  #judge: Pick<Linter, 'unkept'> | undefined;

  constructor(ports: ProjectPorts, choice: ProjectChoice) {
    const { root, otherRoots, configuration, kindsToRead, store } = choice;
    this.root = root;
    this.#ports = ports;
    this.#choice = choice;
    this.index = createProjectIndex({
      root,
      otherRoots,
      files: ports.files,
      ...(configuration ? { configuration } : {}),
      ...(kindsToRead ? { kindsToRead } : {}),
      ...(store ? { store } : {}),
      ...(ports.parsed ? { parsed: ports.parsed } : {}),
      ...(ports.forgets ? { forgets: ports.forgets } : {}),
      ...(ports.atOnce ? { atOnce: ports.atOnce } : {}),
    });
  }

  /**
   * Reads what is beside the documents; what was read before is read again, and git asked only for what may have changed.
   *
   * @throws the signal's reason once it is aborted.
   */
  async readFacts(needs: ProjectNeeds, signal?: AbortSignal): Promise<void> {
    if (needs === 'documents') return;
    const facts = await this.#readers();
    await facts.loadCode(signal);
    if (needs === 'git') await facts.refreshGit(everything, signal);
  }

  /** What is kept of documents beyond this project; undefined: nothing. */
  get parsed(): ParsedTexts | undefined {
    return this.#ports.parsed;
  }

  /** What its files are read by. */
  get files(): FileSystem {
    return this.#ports.files;
  }

  /** What follows source code and git; made once. @param record read together with git. */
  factsBy(Facts: typeof ProjectFacts, record?: RecordReader): ProjectFacts {
    const { files, atOnce, clock, git, cache } = this.#ports;
    return (this.#facts ??= new Facts({
      index: this.index,
      files,
      ...(atOnce ? { atOnce } : {}),
      otherRoots: this.#choice.otherRoots,
      git,
      clock,
      ...(cache ? { cache } : {}),
      ...(record ? { record } : {}),
      traceOf: (project) => this.traceOf(project),
      store: this.#choice.store,
      judged: (project) => this.#judge?.unkept(project),
    }));
  }

  /** Most runs judge documents alone and must not pay for loading this. */
  async #readers(): Promise<ProjectFacts> {
    const { ProjectFacts: Facts } = await import('./projectFacts.js');
    return this.#facts ?? this.factsBy(Facts, await this.#ports.record?.());
  }

  /** @throws UsageError for a configuration that does not parse. */
  get configuration(): Configuration {
    return configurationInForce(this.index);
  }

  /** @throws UsageError for a configuration that does not parse. */
  requireConfiguration(): void {
    configurationInForce(this.index);
  }

  /** As it is known now; the same object until something changes. */
  get project(): Project {
    return this.#facts?.project() ?? this.index.project();
  }

  get trace(): TraceGraph {
    return this.traceOf(this.project);
  }

  /** Undefined if there is no repository, or git was not asked. */
  get repository(): GitRepository | undefined {
    return this.#facts?.repository();
  }

  /** Keeps what git said for the next run, as far as it may be kept. */
  async save(): Promise<void> {
    await this.#facts?.save();
  }

  /** Takes the traces of who judges the project by the configuration in force, so that they are made once. */
  tracedBy(judge: Pick<Linter, 'traceOf' | 'unkept'>): this {
    this.#tracer = { configuration: this.index.configuration().value, traceOf: judge.traceOf };
    this.#judge = judge;
    return this;
  }

  /** The trace of the project at some moment, by the configuration in force, made from the one before. */
  traceOf(project: Project): TraceGraph {
    const configuration = this.index.configuration().value;
    if (this.#tracer?.configuration !== configuration)
      this.#tracer = { configuration, traceOf: (this.#choice.tracerFor ?? createTracer)(configuration) };
    return this.#tracer.traceOf(project);
  }
}

function createTracer(configuration: Configuration): Tracer {
  let last: TraceGraph | undefined;
  return (project) => (last = createTraceGraph(project, configuration, last));
}

/**
 * The ports of a command: git may be asked, and what is recorded is read with it.
 *
 * @param isKept what git says is kept with the repository from run to run: never for who must not believe what others can write.
 */
export function portsOf(machine: Machine, isKept = false): ProjectPorts {
  return {
    ...(isKept ? { cache: machine.cache } : {}),
    ...(machine.parsed ? { parsed: machine.parsed } : {}),
    files: machine.files,
    clock: machine.clock,
    git: () => machine.git,
    record: async () => (await import('./recordReader.js')).createRecordReader(machine),
  };
}

/** Opens one project of a command and reads it. @throws UsageError for a configuration that does not parse. */
export async function openProject(
  machine: Machine,
  choice: ProjectChoice,
  needs: ProjectNeeds,
): Promise<OpenedProject> {
  const opened = new OpenedProject(portsOf(machine), choice);
  await opened.index.load();
  // Before source code is read: a broken configuration ends it all.
  opened.requireConfiguration();
  await opened.readFacts(needs);
  return opened;
}

/** Reads as much of a project as an operation needs. @throws UsageError for a configuration that does not parse. */
export function openFor(
  { reads, needs }: Pick<Operation, 'reads' | 'needs'>,
  { root, others: otherRoots }: OneProject,
  machine: Machine,
): Promise<OpenedProject> {
  const kinds = new Set(reads);
  return openProject(machine, { root, otherRoots, kindsToRead: () => kinds }, needs);
}
