import { isSourcePath } from '../../code/otherSyntaxes.js';
import type { Place, World } from '../../gates/lab.js';
import { madeByRuns } from '../../gates/support/leftByRuns.js';
import { isBelowFolderNotLookedInto } from '../../workspace/foldersNotLookedInto.js';
import type { GitAnswer } from '../../workspace/ports.js';
import { findNode } from '../programs/findProgram.js';
import { decisivePart } from './environment.js';
import type { LabBench } from './labBench.js';
import type { FolderState } from './sources.js';
import { contentHash } from '../../base/contentHash.js';
import { canonicalJson } from '../../base/canonicalJson.js';

/**
 * The key of a run.
 *
 * @returns undefined if it is not known what the sources are, so that the run cannot be found again.
 */
export async function keyOf(
  bench: LabBench,
  kind: RunIdentity['kind'],
  what: readonly string[],
  place: Place,
  before: GitAnswer<FolderState>,
  world?: World,
): Promise<string | undefined> {
  if (before.kind !== 'answer') return undefined;
  const { tree, relevant } = before.value;
  // A copy of the folder as it is depends on documents as little as the folder itself.
  const isFolder = place.kind === 'here' || place.tree === tree;
  return runKey({
    kind,
    what,
    sources: isFolder ? relevant : place.tree,
    ...(place.kind === 'tree' && place.overlay ? { overlay: place.overlay } : {}),
    ...(world
      ? { world: [world.order, ...Object.entries(world.variables).map(([name, value]) => `${name}=${value ?? ''}`)] }
      : {}),
    machine: [
      bench.machine.places.platform,
      bench.machine.self.architecture,
      await findNode(bench.machine, bench.env),
      place.kind,
      ...decisivePart(bench.env),
    ],
  });
}

export interface KeptRun<T> {
  readonly value: T;
  /** When it was run: milliseconds since 1970. */
  readonly at: number;
  readonly record: number;
}

/** The result of an earlier run, where it may be used again. */
export function keptRun<T>(
  { log, mayReuse }: LabBench,
  key: string | undefined,
  read: (result: unknown) => T | undefined,
): KeptRun<T> | undefined {
  const record = key === undefined || !mayReuse(key) ? undefined : log.run(key);
  if (record?.entry.kind !== 'run') return undefined;
  const value = read(record.entry.result);
  return value === undefined ? undefined : { value, at: record.at, record: record.number };
}

export interface Meanwhile {
  /** Whether the folder is as it was, documents aside, so that the result is one of these very sources. */
  readonly same: boolean;
  /** The sources that are not as they were. */
  readonly changed: readonly string[];
}

/** So many new files are recorded of a run: one that makes more makes no reports. */
const mostMade = 1_000;

/**
 * What a run in the folder itself changed there. What tools write beside the sources is no harm, but cannot be found again; which files
 * they made is recorded.
 */
export async function changedMeanwhile(
  { sources, log }: LabBench,
  place: Place,
  before: GitAnswer<FolderState>,
): Promise<Meanwhile> {
  if (place.kind === 'tree') return { same: true, changed: [] };
  const now = await sources.now();
  if (before.kind !== 'answer' || now.kind !== 'answer') return { same: false, changed: [] };
  if (now.value.relevant === before.value.relevant) return { same: true, changed: [] };
  const paths = await sources.changed(before.value.tree, now.value.tree);
  if (paths.kind !== 'answer') return { same: false, changed: [] };
  const known = madeByRuns(log);
  const made = paths.value.flatMap(({ path, isNew }) => (isNew && !known.has(path) ? [path] : [])).slice(0, mostMade);
  if (made.length > 0) await log.append({ kind: 'made', paths: made });
  const isSource = (path: string): boolean =>
    (isSourcePath(path) || path.endsWith('.snap')) && !isBelowFolderNotLookedInto(path);
  return { same: false, changed: paths.value.map(({ path }) => path).filter(isSource) };
}

/** Everything that the result of a run depends on. */
interface RunIdentity {
  readonly kind: 'tests' | 'command';
  /** What is run: the ids of tests in order, or a program with its arguments. */
  readonly what: readonly string[];
  /** What it is run on: a hash of the sources. */
  readonly sources: string;
  /** The texts that are written over them, by path; undefined for a file that is taken away. */
  readonly overlay?: ReadonlyMap<string, string | undefined>;
  /** How its surroundings differ from the usual ones. */
  readonly world?: readonly string[];
  /** What it is run by: operating system, processor, tools, and what of the environment says which those are. */
  readonly machine: readonly string[];
}

/** The key of a run in the log. */
function runKey({ overlay, ...identity }: RunIdentity): string {
  const texts = Array.from(overlay ?? [], ([path, text]) => [path, text ?? null]).sort();
  return contentHash(canonicalJson({ ...identity, overlay: texts }));
}
