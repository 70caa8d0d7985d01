import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { allAgents } from '../../server/src/agents/registry.js';

const fakes = path.resolve('test/agents/fakes');

/**
 * Puts fake agents into a folder that is meant for the PATH; what they do is told by variables, see test/agents/fakes/play.mjs.
 *
 * @param ids all of them, unless it says otherwise.
 */
export function installFakeAgents(folder: string, ids: readonly string[] = allAgents.map(({ id }) => id)): void {
  mkdirSync(folder, { recursive: true });
  for (const { id, program } of allAgents)
    if (ids.includes(id)) symlinkSync(path.join(fakes, `${program}.mjs`), path.join(folder, program));
}
