import path from 'node:path';
import type { AgentEvent } from '../../agents/agentEvent.js';
import { type Costs, costEvents } from '../../agents/streams/events.js';
import type { OwnRecords } from '../../agents/streams/ownRecords.js';
import type { UserPlaces } from '../../base/userFolders.js';
import type { Machine } from '../../workspace/machine.js';

/** The session whose costs are looked for. */
export interface Recorded {
  /** Ours: the program was given a prompt file of this name. */
  readonly session: string;
  /** The program's own id, if it reported that. */
  readonly agentSession?: string | undefined;
  /** Where the program worked: absolute. */
  readonly folder: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** Programs sort sessions by year, month and day, or by project and session. */
const ending = '.jsonl';
const deepest = 5;
const mostFiles = 50;
const mostBytes = 64 * 1024 * 1024;

/** What is known of a file from an earlier look: which sign it had when it was like that. */
export type KnownRecords = Map<string, { readonly stamp: string; readonly sign: number }>;

/**
 * What a session has cost by what its program recorded; undefined if none of its records certainly belongs to this session.
 *
 * @param known what earlier looks for the same session found, which is added to, so that no file is searched twice.
 */
export async function readOwnCosts(
  { disk, places }: Pick<Machine, 'disk' | 'places'>,
  records: OwnRecords,
  recorded: Recorded,
  known: KnownRecords,
): Promise<Costs | undefined> {
  const files = await newestFiles(disk, folderOf(records, places), recorded.startedAt);
  const main = await mainRecord(disk, files, recorded, known);
  if (main === undefined) return undefined;
  // Agents that it starts have records of their own, in a folder named like its own.
  const below = `${main.slice(0, -ending.length)}${path.sep}`;
  const lines: string[][] = [];
  for (const { file } of files)
    if (file === main || file.startsWith(below)) lines.push((await textOf(disk, file)).split('\n'));
  return records.read(lines.flat(), recorded.startedAt);
}

const textOf = (disk: Machine['disk'], file: string): Promise<string> => disk.readFile(file, 'utf8').catch(() => '');

interface RecordFile {
  readonly file: string;
  readonly at: number;
  readonly size: number;
}

/** A person may start other sessions in the same folder, so that only says which it is where nothing else does. */
async function mainRecord(
  disk: Machine['disk'],
  files: readonly RecordFile[],
  { session, agentSession, folder }: Recorded,
  known: KnownRecords,
): Promise<string | undefined> {
  const ours = files.find(({ file }) => known.get(file)?.sign === 0);
  if (ours) return ours.file;
  // Other folders begin with the same letters. Gemini CLI names only files.
  const inFolder = [JSON.stringify(folder), JSON.stringify(folder + path.sep).slice(1, -1)];
  const signs = [session, ...(agentSession === undefined ? [] : [agentSession]), ...inFolder];
  let best: { readonly file: string; readonly sign: number } | undefined;
  for (const { file, at, size } of files) {
    const stamp = `${at} ${size} ${agentSession ?? ''}`;
    let found = known.get(file);
    if (found?.stamp !== stamp) {
      const text = await textOf(disk, file);
      found = { stamp, sign: signs.findIndex((sign) => text.includes(sign)) };
      known.set(file, found);
    }
    const { sign } = found;
    if (sign >= 0 && sign < (best?.sign ?? Infinity)) best = { file, sign };
    if (sign === 0) break;
  }
  return best?.file;
}

function folderOf({ in: place, folder }: OwnRecords, { env, home }: UserPlaces): string {
  const stated = place.variable === undefined ? undefined : env[place.variable];
  const base = stated !== undefined && path.isAbsolute(stated) ? stated : path.join(home, ...place.home.split('/'));
  return path.join(base, ...folder.split('/'));
}

/** The files that were written since a moment, the newest first. */
async function newestFiles(disk: Machine['disk'], folder: string, since: number): Promise<readonly RecordFile[]> {
  const found: RecordFile[] = [];
  const look = async (at: string, depth: number): Promise<void> => {
    for (const entry of await disk.readdir(at, { withFileTypes: true }).catch(() => [])) {
      const file = path.join(at, entry.name);
      if (entry.isDirectory() && depth < deepest) await look(file, depth + 1);
      if (!entry.isFile() || !entry.name.endsWith(ending)) continue;
      const { mtimeMs, size } = await disk.stat(file);
      if (mtimeMs >= since && size <= mostBytes) found.push({ file, at: mtimeMs, size });
    }
  };
  await look(folder, 0);
  return found.sort((one, other) => other.at - one.at).slice(0, mostFiles);
}

/** Tells what a session costs by its program's own records: from time to time while it works, and once more in the end. */
export interface Meter {
  /** @param looks whether to look at all. */
  readonly close: (looks: boolean) => Promise<void>;
}

/** @param find reads the costs so far. @param everyMs how often to look before the end; undefined: not at all. */
export function createMeter(
  find: () => Promise<Costs | undefined>,
  tell: (event: AgentEvent) => void,
  everyMs: number | undefined,
): Meter {
  let told = '';
  let looking = Promise.resolve();
  const look = (): Promise<void> =>
    (looking = looking.then(async () => {
      // Another program wrote it: what cannot be read is not known.
      const [event] = costEvents((await find().catch(() => undefined)) ?? {});
      if (!event || JSON.stringify(event) === told) return;
      told = JSON.stringify(event);
      tell(event);
    }));
  const timer = everyMs === undefined ? undefined : setInterval(() => void look(), everyMs);
  return {
    close: async (looks) => {
      clearInterval(timer);
      if (looks) await look();
    },
  };
}
