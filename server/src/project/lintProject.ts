import type { Machine } from '../workspace/machine.js';
import path from 'node:path';
import { applySafeFixes } from '../rules/fixes.js';
import type { Baseline } from '../rules/baseline.js';
import type { Finding } from '../rules/finding.js';
import type { Linter } from '../rules/lint.js';
import { contentHash } from '../base/contentHash.js';
import type { ProjectIndex } from '../workspace/index.js';
import type { Project } from '../workspace/project.js';
import { isWithin } from '../base/within.js';

export interface LintProjectOptions {
  readonly index: ProjectIndex;
  readonly linter: Linter;
  /** Absolute paths of the files and folders to report on; undefined: all. */
  readonly within: readonly string[] | undefined;
  readonly baseline: Baseline | undefined;
  /** The identity that the baseline has for one of the project's own; undefined: the same. */
  readonly idInBaseline?: ((id: string) => string) | undefined;
  /** As it is known now. */
  readonly project: () => Project;
  /** Which findings are reported; undefined: all. */
  readonly only?: (finding: Finding) => boolean;
}

/** What was found in one project; paths are relative to its root. */
export interface LintedProject {
  /** The documents judged, in order. */
  readonly files: readonly string[];
  readonly findings: readonly Finding[];
  /** The findings that the baseline leaves out. */
  readonly baselined: readonly Finding[];
}

export function lintProject(options: LintProjectOptions): LintedProject {
  const { index, baseline, within, idInBaseline = (id: string) => id } = options;
  const wanted = isWithin(index.root, within);
  const limit = ({ path: file }: { readonly path: string }): boolean => wanted(file);
  const project = options.project();
  const judged = [...options.linter.lint(project, limit).values()].flat();
  const all = options.only ? judged.filter(options.only) : judged;
  const isKnown = ({ id }: Finding): boolean => baseline?.has(idInBaseline(id)) === true;
  return {
    files: project.documents.filter(limit).map((document) => document.path),
    findings: all.filter((finding) => !isKnown(finding)),
    baselined: all.filter(isKnown),
  };
}

/** Fixes that make room for others are followed by these; what is not stable by then goes in a circle. */
const mostPasses = 10;

export interface FixedProject {
  /** How many fixes were written, and in how many files. */
  readonly fixes: number;
  readonly files: number;
  /** Why files could not be written, as sentences without full stop. */
  readonly failures: readonly string[];
}

/** Applies the safe fixes of what `lintProject` reports until there are none, then writes each changed file once. */
export async function fixProject(machine: Machine, options: LintProjectOptions): Promise<FixedProject> {
  const { index } = options;
  const originals = new Map<string, string>();
  const fixesByFile = new Map<string, number>();
  for (let pass = 0; pass < mostPasses; pass++) {
    const byPath = new Map<string, Finding[]>();
    for (const finding of lintProject(options).findings) {
      if (!finding.fix?.safe) continue;
      const list = byPath.get(finding.path);
      if (list) list.push(finding);
      else byPath.set(finding.path, [finding]);
    }
    let changed = false;
    for (const [file, findings] of byPath) {
      const document = index.document(file);
      if (!document) continue;
      const { text, fixed } = applySafeFixes(document.text, findings);
      if (text === document.text) continue;
      if (!originals.has(file)) originals.set(file, document.text);
      await index.setOverlay(file, text);
      fixesByFile.set(file, (fixesByFile.get(file) ?? 0) + fixed.length);
      changed = true;
    }
    if (!changed) break;
  }
  const failures: string[] = [];
  for (const [file, original] of originals) {
    const text = index.document(file)?.text ?? original;
    const result = await machine.disk.writeAtomically(
      path.join(index.root, ...file.split('/')),
      text,
      contentHash(original),
    );
    if (result.kind === 'written') continue;
    failures.push(result.message);
    fixesByFile.delete(file);
    // What is reported of it is what is there.
    await index.clearOverlay(file);
  }
  return { fixes: [...fixesByFile.values()].reduce((a, b) => a + b, 0), files: fixesByFile.size, failures };
}
