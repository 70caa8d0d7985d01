import type { Machine } from '../workspace/machine.js';
import path from 'node:path';
import { describeError } from '../base/errors.js';
import { type Baseline, createBaseline, keepOthers, readBaseline, renderBaseline } from '../rules/baseline.js';
import type { Finding } from '../rules/finding.js';
import { contentHash } from '../base/contentHash.js';
import type { FileSystem } from '../workspace/ports.js';
import { UsageError } from '../base/usageError.js';
import { readTextFile } from './readTextFile.js';

/** A baseline file; undefined if there is none. @throws UsageError if it cannot be read. */
export async function readBaselineFile(file: string, files: FileSystem): Promise<Baseline | undefined> {
  const text = await readTextFile(file, files);
  if (text === undefined) return undefined;
  const read = readBaseline(text);
  if (read.kind === 'baseline') return read.baseline;
  throw new UsageError(`${file}: ${read.message}`);
}

/**
 * Writes the baseline that accepts these findings; replaces the entries of the rules that ran.
 *
 * @param codes of the rules that ran.
 * @throws UsageError
 */
export async function writeBaselineFile(
  { disk, files }: Pick<Machine, 'disk' | 'files'>,
  file: string,
  findings: readonly Finding[],
  codes: ReadonlySet<string>,
): Promise<Baseline> {
  const before = await readTextFile(file, files);
  const read = before === undefined ? undefined : readBaseline(before);
  // One that cannot be read has nothing to keep.
  const kept = read?.kind === 'baseline' ? read.baseline : undefined;
  const baseline = keepOthers(createBaseline(findings), kept, codes);
  await disk.makeFolder(path.dirname(file)).catch((error: unknown) => {
    throw new UsageError(
      `${file} cannot be written, as its folder cannot be made (${describeError(error)}): create the folder, or specify another file with --baseline`,
    );
  });
  const expected = before === undefined ? undefined : contentHash(before);
  const result = await disk.writeAtomically(file, renderBaseline(baseline), expected);
  if (result.kind !== 'written') throw new UsageError(result.message);
  return baseline;
}
