import { contentHash } from '../../base/contentHash.js';
import { canonicalJson } from '../../base/canonicalJson.js';

/** All that the result of a run depends on. */
export interface RunIdentity {
  readonly kind: 'tests' | 'command';
  /** What is run: the ids of tests in order, or a program with its arguments. */
  readonly what: readonly string[];
  /** What it is run on: a hash of the sources. */
  readonly sources: string;
  /** The texts that are written over them, by path; undefined for a file that is taken away. */
  readonly overlay?: ReadonlyMap<string, string | undefined>;
  /** What it is run by: operating system, processor, tools, and what of the environment says which those are. */
  readonly machine: readonly string[];
}

/** The key by which the result of a run is found again in the log. */
export function runKey({ overlay, ...identity }: RunIdentity): string {
  const texts = Array.from(overlay ?? [], ([path, text]) => [path, text ?? null]).sort();
  return contentHash(canonicalJson({ ...identity, overlay: texts }));
}
