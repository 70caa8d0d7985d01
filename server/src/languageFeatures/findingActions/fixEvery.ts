import { parseDocument } from '../../documents/parseDocument.js';
import { composeEdits } from '../../markdown/composeEdits.js';
import { applyEdits, type TextEdit } from '../../markdown/textEdit.js';
import type { Finding, Fix } from '../../rules/finding.js';
import { overlap } from '../../rules/fixes.js';
import { createLinter, type Linter } from '../../rules/lint.js';
import { allRules, ruleOf } from '../../rules/registry.js';
import { fileAt } from '../../workspace/fileAt.js';
import type { FileChange } from '../../workspace/fileChange.js';
import { createProject, type Project } from '../../workspace/project.js';
import type { FeatureContext } from '../featureContext.js';

/** Fixes that touch the same text (two entries that move to one place) are applied in turn, at most so often. */
const mostRounds = 200;

/** Which of a finding's fixes: `fix`, or the one of its other fixes with this title for all findings of the rule. */
export type FixChoice = 'fix' | { readonly every: string };

/** What is fixed at once. */
export interface EveryFix {
  readonly code: string;
  readonly choice: FixChoice;
  /** One document; undefined for the whole project. */
  readonly path?: string;
}

/** The chosen fix of a finding; undefined if it has none, or one that renames or deletes files. */
function chosenFix({ fix, otherFixes = [] }: Finding, choice: FixChoice): Fix | undefined {
  const chosen = choice === 'fix' ? fix : otherFixes.find(({ every }) => every === choice.every);
  return chosen?.others?.some(({ kind }) => kind === 'rename' || kind === 'delete') ? undefined : chosen;
}

/** The findings shown that have this fix. */
export function fixable(
  { project, findingsOf }: Pick<FeatureContext, 'project' | 'findingsOf'>,
  { code, choice, path }: EveryFix,
): readonly Finding[] {
  const paths = path === undefined ? project.documents.map((document) => document.path) : [path];
  return paths.flatMap((one) =>
    findingsOf(one).filter((finding) => finding.code === code && chosenFix(finding, choice)),
  );
}

/**
 * The changes that fix every such finding, as one. Fixes that touch the same text are applied one after the other, each to the
 * documents as the last one left them, so that nothing is fixed twice.
 */
export async function fixEvery(
  context: Pick<FeatureContext, 'project' | 'configuration' | 'findingsOf'>,
  every: EveryFix,
): Promise<readonly FileChange[]> {
  const { project: before, configuration } = context;
  const left = new Set(fixable(context, every).map(keyOf));
  const overlay = new Overlay(before);
  const linter = createLinter(allRules, configuration);
  for (let round = 0; round < mostRounds && left.size > 0; round++) {
    const findings = round === 0 ? fixable(context, every) : stillThere(await overlay.project(), every, linter, left);
    const taken = overlay.apply(findings, every.choice);
    if (taken.length === 0) break;
    for (const finding of taken) left.delete(keyOf(finding));
  }
  return overlay.changes();
}

function keyOf({ id, path }: Finding): string {
  return `${path}\u0000${id}`;
}

function stillThere(
  project: Project,
  { code, choice, path }: EveryFix,
  linter: Pick<Linter, 'judge'>,
  left: ReadonlySet<string>,
): readonly Finding[] {
  const kinds = ruleOf(code)?.documents ?? [];
  return project.documents
    .filter((document) => (path === undefined || document.path === path) && kinds.includes(document.kind))
    .flatMap((document) => linter.judge(document, project))
    .filter((finding) => finding.code === code && left.has(keyOf(finding)) && chosenFix(finding, choice));
}

/** The texts of a project as fixes leave them. */
class Overlay {
  readonly #before: Project;
  #project: Project;
  readonly #edits = new Map<string, readonly TextEdit[]>();
  readonly #created = new Map<string, string>();
  readonly #dirty = new Set<string>();

  constructor(project: Project) {
    this.#before = project;
    this.#project = project;
  }

  /** The project with the documents that were edited read again. */
  async project(): Promise<Project> {
    if (this.#dirty.size === 0) return this.#project;
    const documents = await Promise.all(
      this.#project.documents.map(async (document) =>
        this.#dirty.has(document.path)
          ? parseDocument(document.kind, document.path, this.#textOf(document.path))
          : document,
      ),
    );
    this.#dirty.clear();
    const { code, git, record } = this.#before;
    const facts = { ...(code ? { code } : {}), ...(git ? { git } : {}), ...(record ? { record } : {}) };
    this.#project = { ...createProject(documents, this.#project), ...facts };
    return this.#project;
  }

  /** Applies the fixes that do not overlap, each whole or not at all. @returns the findings they were for. */
  apply(findings: readonly Finding[], choice: FixChoice): readonly Finding[] {
    const taken = new Map<string, TextEdit[]>();
    const done = findings.filter((finding) => {
      const fix = chosenFix(finding, choice);
      if (!fix) return false;
      const changes: readonly FileChange[] = [
        { kind: 'edit', path: finding.path, edits: fix.edits },
        ...(fix.others ?? []),
      ];
      if (!changes.every((change) => this.#fits(change, taken))) return false;
      for (const change of changes) this.#take(change, taken);
      return true;
    });
    for (const [path, edits] of taken) this.#edit(path, edits);
    return done;
  }

  changes(): readonly FileChange[] {
    return [
      ...Array.from(this.#created, ([path, text]): FileChange => ({ kind: 'create', path, text })),
      ...Array.from(this.#edits, ([path, edits]): FileChange => ({ kind: 'edit', path, edits })),
    ];
  }

  #fits(change: FileChange, taken: ReadonlyMap<string, readonly TextEdit[]>): boolean {
    if (change.kind === 'create') return !this.#created.has(change.path);
    if (change.kind !== 'edit') return false;
    const others = taken.get(change.path) ?? [];
    return change.edits.every((edit) => !others.some((other) => overlap(edit, other)));
  }

  #take(change: FileChange, taken: Map<string, TextEdit[]>): void {
    if (change.kind === 'create') this.#created.set(change.path, change.text);
    if (change.kind !== 'edit' || change.edits.length === 0) return;
    taken.set(change.path, [...(taken.get(change.path) ?? []), ...change.edits]);
  }

  #edit(path: string, edits: readonly TextEdit[]): void {
    const text = fileAt(this.#before, path)?.text;
    if (text === undefined) return;
    const before = this.#edits.get(path);
    this.#edits.set(path, before ? composeEdits(text, before, edits) : edits);
    this.#dirty.add(path);
  }

  #textOf(path: string): string {
    return applyEdits(fileAt(this.#before, path)?.text ?? '', this.#edits.get(path) ?? []);
  }
}
