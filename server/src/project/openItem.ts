import type { Machine } from '../workspace/machine.js';
import path from 'node:path';
import type { Finding } from '../rules/finding.js';
import { createLinter } from '../rules/lint.js';
import { allRules } from '../rules/registry.js';
import type { ItemTrace, TraceGraph } from '../trace/graph.js';
import type { ProjectIndex } from '../workspace/index.js';
import type { GitRepository } from '../workspace/ports.js';
import type { Project } from '../workspace/project.js';
import { readBaselineFile } from './baselineFiles.js';
import { configurationInForce } from './configurationInForce.js';
import { UsageError } from '../base/usageError.js';
import { findTargets } from './lintTargets.js';
import { loadTargets } from './loadTargets.js';
import { unknownItem } from './traceProjects.js';
import { createProjectFacts } from './projectFacts.js';
import { createRecordReader } from './recordReader.js';

/** An item with all that documents, source code and git say of it. */
export interface OpenedItem {
  /** Absolute, with all links followed. */
  readonly root: string;
  readonly index: ProjectIndex;
  readonly project: Project;
  readonly trace: TraceGraph;
  readonly item: ItemTrace;
  /** Undefined where there is none. */
  readonly repository: GitRepository | undefined;
  /** What all rules say of the item, without what the baseline leaves out. */
  readonly findings: readonly Finding[];
  /** What of level error is left out, and what comments leave out, as `code path: message`. */
  readonly passedOver: readonly string[];
}

/**
 * Reads the project at a folder (or the nearest above it) and all that is known of one of its items.
 *
 * @throws UsageError where there is no such item, not exactly one project that has it, or a configuration that cannot be read.
 */
export async function openItem(
  machine: Machine,
  folder: string,
  id: string,
  warn: (text: string) => void,
): Promise<OpenedItem> {
  const targets = await findTargets(folder, [], machine.files);
  const roots = targets.targets.map(({ root }) => root);
  const opened: OpenedItem[] = [];
  const traces: TraceGraph[] = [];
  for (const { index } of await loadTargets(targets, [], undefined, machine.files, warn, true)) {
    const configuration = configurationInForce(index);
    const linter = createLinter(allRules, configuration);
    const documents = index.project();
    traces.push(linter.traceOf(documents));
    if (!linter.traceOf(documents).items.includes(id)) continue;
    const facts = createProjectFacts({
      index,
      files: machine.files,
      otherRoots: roots,
      git: () => machine.git,
      clock: machine.clock,
      record: createRecordReader(machine),
      traceOf: linter.traceOf,
    });
    await facts.loadCode();
    await facts.refreshGit();
    const project = facts.project();
    const trace = linter.traceOf(project);
    const item = trace.item(id);
    if (!item) continue;
    const all = [...linter.lint(project).values()].flat().filter((finding) => isOf(item, finding));
    const baseline = await readBaselineFile(path.join(index.root, ...configuration.baseline.split('/')), machine.files);
    const isKnown = ({ id: finding }: Finding): boolean => baseline?.has(finding) === true;
    opened.push({
      root: index.root,
      index,
      project,
      trace,
      item,
      repository: facts.repository(),
      findings: all.filter((finding) => !isKnown(finding)),
      passedOver: [
        ...all.filter((finding) => isKnown(finding) && finding.severity === 'error').map(described),
        ...suppressed(item),
      ],
    });
  }
  // A project may hold others, which may have items of the same id.
  const only = opened.find(({ root }) => root === folder) ?? opened[0];
  if (!only) throw unknownItem(id, traces);
  if (opened.length > 1 && only.root !== folder)
    throw new UsageError(
      `several projects below ${folder} have ${id}: name one of them with --root (${opened.map(({ root }) => root).join(', ')})`,
    );
  return only;
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
