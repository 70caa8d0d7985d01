import type { Machine } from '../../workspace/machine.js';
import { createHash } from 'node:crypto';
import path from 'node:path';
import * as v from 'valibot';
import { parseJson } from '../../base/json.js';
import { object, read, some, someOf } from '../../base/schema.js';
import { stateFolder } from '../../base/userFolders.js';
import type { GitRepository } from '../../workspace/ports.js';
import { recordOwner } from '../../project/openLog.js';

/** In the user's state folder; the editor writes it, once a person has seen the command. */
const fileName = 'approved-commands.json';

const approvedCommands = some({ commands: someOf(object({ repository: v.string(), sha256: v.string() })) });

export interface ApprovalPlaces {
  /** The project root: absolute. */
  readonly root: string;
  readonly repository: GitRepository | undefined;
}

/**
 * Which commands of the configuration a person let run in this repository: `{ "version": 1, "commands": [{ "repository": what
 * the record is known by, "sha256": hex of the command as JSON }] }`.
 *
 * @returns whether a command is among them; none is where the file is missing or cannot be read.
 */
export async function readApprovals(
  machine: Pick<Machine, 'disk' | 'places'>,
  options: ApprovalPlaces,
): Promise<(command: readonly string[]) => boolean> {
  const file = path.join(stateFolder(machine.places), fileName);
  const content = parseJson(await machine.disk.readFile(file, 'utf8').catch(() => ''));
  const { commands = [] } = read(approvedCommands, content) ?? {};
  const repository = recordOwner(machine.disk, options.root, options.repository);
  const known = new Set(commands.filter((one) => one.repository === repository).map(({ sha256 }) => sha256));
  return (command) => known.has(createHash('sha256').update(JSON.stringify(command)).digest('hex'));
}
