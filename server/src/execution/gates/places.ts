import type { Machine } from '../../workspace/machine.js';
import path from 'node:path';
import type { Place } from '../../gates/lab.js';
import type { GitAnswer } from '../../workspace/ports.js';
import { linkDependencies } from './dependencyLinks.js';
import type { Environment } from '../../base/gitEnvironment.js';
import { writeOverlay } from './overlay.js';
import type { LabSources } from './sources.js';

/** Where something is run, as the machine has it. */
export interface PreparedPlace {
  /** The project root there: absolute. */
  readonly root: string;
  readonly env: Environment;
}

export interface PlaceOptions {
  /** The project root: absolute. */
  readonly root: string;
  readonly env: Environment;
  readonly sources: Pick<LabSources, 'top' | 'checkOut'>;
}

/**
 * Prepares a place, and takes it away again once `use` is done.
 *
 * @returns what `use` returns; or why a copy could not be made.
 * @throws what `use` throws, and the signal's reason.
 */
export async function inPlace<T>(
  machine: Machine,
  place: Place,
  { root, env, sources }: PlaceOptions,
  use: (prepared: PreparedPlace) => Promise<T>,
): Promise<GitAnswer<T>> {
  if (place.kind === 'here') return { kind: 'answer', value: await use({ root, env }) };
  return machine.withScratchFolder(async (scratch): Promise<GitAnswer<T>> => {
    const top = path.join(scratch, 'copy');
    const copied = await sources.checkOut(place.tree, top);
    if (copied.kind !== 'answer') return copied;
    const copy = path.join(top, path.relative(sources.top, root));
    // The project may not have been there then.
    await machine.disk.mkdir(copy, { recursive: true });
    const refused = await writeOverlay(machine, top, copy, place.overlay ?? new Map<string, string>());
    if (refused !== undefined) return { kind: 'failed', message: refused };
    await linkDependencies(machine, sources.top, top);
    return { kind: 'answer', value: await use({ root: copy, env: environmentOfCopy(env, copy, scratch) }) };
  });
}

/** So that neither what was compiled of the other sources nor a package that is installed from them is treated as the copy's. */
function environmentOfCopy(env: Environment, copy: string, scratch: string): Environment {
  return {
    ...env,
    CARGO_TARGET_DIR: path.join(scratch, 'target'),
    PYTHONPATH: [copy, path.join(copy, 'src'), ...(env['PYTHONPATH']?.split(path.delimiter) ?? [])].join(
      path.delimiter,
    ),
  };
}
