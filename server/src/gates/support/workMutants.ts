import { groupBy } from '../../base/groupBy.js';
import { excerpt } from '../../base/excerpt.js';
import type { DocumentPaths } from '../../documents/documentPaths.js';
import { type Mutant, mutantsOf } from '../../syntax/mutantsOf.js';
import type { Syntax } from '../../syntax/openSyntax.js';
import { applyEdits } from '../../syntax/stub.js';
import type { Work, WorkChange } from '../../workspace/work/work.js';
import { changedLines } from './changedLines.js';
import { isProductSource } from './productFiles.js';
import { type ChangedPart, isOfProduct, stubWork } from './stubbedWork.js';

/** One small change of what the item changed. */
export interface WorkMutant {
  readonly path: string;
  /** From 0. */
  readonly line: number;
  /** Whether a name is given no value any more: what reads it may throw. */
  readonly unsets: boolean;
  /** What was changed, as half a sentence. */
  readonly what: string;
  /** The whole file with this change. */
  readonly text: string;
}

export interface WorkMutants {
  /** Those to try: each changed function that does nothing, then the changed lines. */
  readonly mutants: readonly WorkMutant[];
  /** How many there are besides. */
  readonly left: number;
}

/** So many functions are made to do nothing, one at a time. */
const mostFunctions = 10;

/** @param most so many are chosen, spread over the changed lines; the same for the same work. */
export async function mutateWork(syntax: Syntax, work: Work, paths: DocumentPaths, most: number): Promise<WorkMutants> {
  const { parts } = await stubWork(syntax, work, paths);
  const functions = parts.filter(({ part: { kind } }) => kind === 'function').map(withoutEffect);
  const lines = await lineMutants(syntax, work, paths);
  const first = spread(functions, Math.min(mostFunctions, most));
  const mutants = [...first, ...choose(lines, most - first.length)];
  return { mutants, left: functions.length + lines.length - mutants.length };
}

/** Small changes of the changed lines: all there are. */
export async function lineMutants(syntax: Syntax, work: Work, paths: DocumentPaths): Promise<readonly WorkMutant[]> {
  const lines: WorkMutant[] = [];
  for (const change of work.changes)
    if (isOfProduct(change, paths) && isProductSource(change.path)) lines.push(...(await ofChange(syntax, change)));
  return lines;
}

function withoutEffect({ path, text, part }: ChangedPart): WorkMutant {
  const what = `\`${part.name || 'a function'}\` does nothing`;
  return { path, line: part.first, unsets: false, what, text: applyEdits(text, part.neutral) };
}

async function ofChange(syntax: Syntax, change: WorkChange): Promise<readonly WorkMutant[]> {
  const { path, after = '' } = change;
  const changed = new Set(changedLines(change));
  const all = (await syntax.read(path, after, mutantsOf)) ?? [];
  return all
    .filter(({ line }) => changed.has(line))
    .sort((a, b) => a.line - b.line || kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
    .map((mutant) => ({
      path,
      line: mutant.line,
      unsets: mutant.kind === 'statement' && /^[\w.: ]+=(?!=)/u.test(mutant.was),
      what: wordsOf(mutant),
      text: applyEdits(after, [mutant.edit]),
    }));
}

/** What tells most comes first. */
const kinds: readonly Mutant['kind'][] = ['condition', 'operator', 'statement', 'constant'];

function wordsOf({ kind, was, edit: { newText } }: Mutant): string {
  const code = `\`${excerpt(was.replaceAll('`', "'"), 60)}\``;
  if (kind === 'condition') return `the condition ${code} is reversed`;
  if (kind === 'statement') return `${code} is left out`;
  return `${code} is replaced by \`${newText}\``;
}

/** The first of each line, then the second of each, and so on. */
function choose(mutants: readonly WorkMutant[], most: number): readonly WorkMutant[] {
  const rounds: WorkMutant[][] = [];
  for (const ofLine of groupBy(mutants, ({ path, line }) => `${path}:${line}`).values())
    for (const [round, mutant] of ofLine.entries()) (rounds[round] ??= []).push(mutant);
  return rounds.reduce<readonly WorkMutant[]>(
    (chosen, round) => [...chosen, ...spread(round, most - chosen.length)],
    [],
  );
}

/** So many of them, evenly. */
function spread<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all;
  return all.filter(
    (_, index) => Math.floor((index * most) / all.length) !== Math.floor(((index - 1) * most) / all.length),
  );
}
