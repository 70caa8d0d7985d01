import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { frozenHashOf } from '../../../server/src/workspace/recordedItems.js';
import { evidencePlace, verdictOf } from '../evidence.js';
import { itemId, paths } from './item.js';
import type { Casting } from './play.js';

/**
 * Has gates recorded what becomes of each item: its spec was agreed when it was begun, and it was let out when it was Done.
 *
 * @param folder the repository, as the life ended.
 * @returns the environment in which the record is known.
 */
export async function recordLife(
  folder: string,
  castings: readonly Casting[],
  withDrifts: boolean,
  at: number,
): Promise<Readonly<Record<string, string>>> {
  const place = evidencePlace(path.join(folder, '.git'));
  const log = await place.open({ at });
  for (const { number, fate, drift } of castings) {
    const item = itemId(number);
    const spec = paths.spec(item);
    const file = path.join(folder, spec);
    if (fate === 'backlog' || !existsSync(file)) continue;
    const recorded = withDrifts ? drift?.recorded : undefined;
    const hash = recorded === 'otherwise' ? 'of another text' : frozenHashOf(readFileSync(file, 'utf8'));
    await log.append({ kind: 'frozen', item, base: 'c0ffee', spec, hash });
    if (fate !== 'inProgress' && recorded !== 'nobody') await log.append(verdictOf(item));
  }
  return { PACTWRIGHT_STATE: place.state };
}
