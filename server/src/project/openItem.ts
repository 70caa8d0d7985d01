import type { Machine } from '../workspace/machine.js';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Finding } from '../rules/finding.js';
import { createLinter, type Linter } from '../rules/lint.js';
import type { Configuration } from '../workspace/configuration.js';
import { type OpenedProject, portsOf } from './openProject.js';
import { allRules } from '../rules/registry.js';
import type { ItemTrace, TraceGraph } from '../trace/graph.js';
import type { ProjectIndex } from '../workspace/index.js';
import { type GitMoment, gitMoment } from '../workspace/git/gitMoment.js';
import type { ParsedTexts } from '../workspace/parsedTexts.js';
import type { Git, GitRepository } from '../workspace/ports.js';
import type { Project } from '../workspace/project.js';
import { readBaselineFile } from './baselineFiles.js';
import { UsageError } from '../base/usageError.js';
import { findTargets } from './lintTargets.js';
import { loadTargets } from './loadTargets.js';
import { unknownItem } from './traceProjects.js';

/** An item with all that documents, source code and git say of it at one moment. */
export interface OpenedItem {
  /** Absolute, with all links followed. */
  readonly root: string;
  readonly index: ProjectIndex;
  readonly project: Project;
  readonly trace: TraceGraph;
  readonly item: ItemTrace;
  /** Undefined if there is none. */
  readonly repository: GitRepository | undefined;
  /** Git as it was at that moment, so that it need not be asked the same again. */
  readonly git: Git;
  /** What all rules say of the item, without what the baseline leaves out. */
  readonly findings: readonly Finding[];
  /** What of level error is left out, and what comments leave out, as `code path: message`. */
  readonly passedOver: readonly string[];
  /** The same item as it is now: reads again what may have changed. @throws UsageError if it is gone. */
  readonly refresh: () => Promise<OpenedItem>;
  /** The same item as the project at another folder has it, at the same moment. @throws UsageError as `openItem` does. */
  readonly reopen: (folder: string) => Promise<OpenedItem>;
}

/**
 * Reads the project at a folder (or the nearest above it) and all that is known of one of its items.
 *
 * @throws UsageError if there is no such item, not exactly one project that has it, or a configuration that cannot be read.
 */
export function openItem(
  machine: Machine,
  folder: string,
  id: string,
  warn: (text: string) => void,
): Promise<OpenedItem> {
  return openAt(gitMoment(machine.git), machine, folder, id, warn);
}

async function openAt(
  moment: GitMoment,
  machine: Machine,
  folder: string,
  id: string,
  warn: (text: string) => void,
): Promise<OpenedItem> {
  const targets = await findTargets(folder, [], machine.files);
  const found: OpenedItem[] = [];
  const traces: TraceGraph[] = [];
  const ports = { ...portsOf(machine), git: () => moment.git };
  for (const { opened } of await loadTargets(targets, [], undefined, ports, warn, true)) {
    const judged = new JudgedProject(opened, moment, (elsewhere) => openAt(moment, machine, elsewhere, id, warn));
    traces.push(opened.trace);
    if (!opened.trace.items.includes(id)) continue;
    await opened.readFacts('git');
    const item = await judged.item(id);
    if (item) found.push(item);
  }
  // A project may hold others, which may have items of the same id.
  const only = found.find(({ root }) => root === folder) ?? found[0];
  if (!only) throw unknownItem(id, traces);
  if (found.length > 1 && only.root !== folder)
    throw new UsageError(
      `several projects below ${folder} have ${id}: choose one with --root (${found.map(({ root }) => root).join(', ')})`,
    );
  return only;
}

/** A project whose items are judged by all rules, now and again. */
class JudgedProject {
  readonly #opened: OpenedProject;
  readonly #moment: GitMoment;
  readonly #reopen: OpenedItem['reopen'];
  #linter: { readonly configuration: Configuration; readonly by: Linter } | undefined;

  constructor(opened: OpenedProject, moment: GitMoment, reopen: OpenedItem['reopen']) {
    this.#opened = opened;
    this.#moment = moment;
    this.#reopen = reopen;
    opened.tracedBy(this.#linterNow());
  }

  /** As it was read last; undefined if the project has no such item. */
  async item(id: string): Promise<OpenedItem | undefined> {
    const { root, index, project, trace, repository, configuration } = this.#opened;
    const item = trace.item(id);
    if (!item) return undefined;
    const all = [...this.#linterNow().lint(project).values()].flat().filter((finding) => isOf(item, finding));
    const baseline = await readBaselineFile(path.join(root, ...configuration.baseline.split('/')), this.#opened.files);
    const isKnown = ({ id: finding }: Finding): boolean => baseline?.has(finding) === true;
    return {
      root,
      index,
      project,
      trace,
      item,
      repository,
      git: this.#moment.git,
      findings: all.filter((finding) => !isKnown(finding)),
      passedOver: [
        ...all.filter((finding) => isKnown(finding) && finding.severity === 'error').map(described),
        ...suppressed(item),
      ],
      refresh: () => this.#refresh(id),
      reopen: this.#reopen,
    };
  }

  async #refresh(id: string): Promise<OpenedItem> {
    this.#moment.end();
    await this.#opened.index.load();
    this.#opened.tracedBy(this.#linterNow());
    await this.#opened.readFacts('git');
    const item = await this.item(id);
    if (!item) throw unknownItem(id, [this.#opened.trace]);
    return item;
  }

  /** The linter for the configuration in force. @throws UsageError for one that does not parse. */
  #linterNow(): Linter {
    const { configuration } = this.#opened;
    if (this.#linter?.configuration !== configuration)
      this.#linter = { configuration, by: linterFor(configuration, this.#opened.parsed) };
    return this.#linter.by;
  }
}

/** Linters by what a process keeps of documents: they know what was said of the same ones before, in another worktree or earlier. */
const linters = new WeakMap<ParsedTexts, { readonly configuration: Configuration; readonly by: Linter }>();

function linterFor(configuration: Configuration, parsed: ParsedTexts | undefined): Linter {
  const last = parsed && linters.get(parsed);
  if (last && isDeepStrictEqual(last.configuration, configuration)) return last.by;
  const by = createLinter(allRules, configuration);
  if (parsed) linters.set(parsed, { configuration, by });
  return by;
}

/** Findings in the item's own documents are about it, whatever item they name. */
function isOf({ id, spec, testCases }: ItemTrace, { item, path: file }: Finding): boolean {
  return item === id || file === spec?.path || testCases.some((document) => document.path === file);
}

function described({ code, path: file, message }: Finding): string {
  return `${code} ${file}: ${message}`;
}

function suppressed({ spec, testCases }: ItemTrace): string[] {
  return [...(spec ? [spec] : []), ...testCases].flatMap((document) =>
    document.suppressions.flatMap(({ kind, codes, span }) =>
      kind === 'enable'
        ? []
        : codes.map(({ value }) => {
            const line = document.lines.positionAt(span.start).line + 1;
            return `${value} ${document.path}: left out by a comment in line ${line}`;
          }),
    ),
  );
}
