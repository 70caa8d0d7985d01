import path from 'node:path';
import type { Costs } from '../../agents/streams/events.js';
import {
  failingRequest,
  type FailingRequest,
  type OwnRecords,
  recordedSession,
  turnIsOver,
} from '../../agents/streams/ownRecords.js';
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

/** What a program has recorded of a session so far. */
export interface OwnRecord {
  /** Absolute. */
  readonly file: string;
  readonly writtenAt: number;
  readonly costs: Costs;
  /** The program's own id of it; undefined if it may belong to another session in the same folder. */
  readonly agentSession: string | undefined;
  /** Whether its turn is over; undefined if its program does not record that. */
  readonly isOver: boolean | undefined;
  readonly failing: FailingRequest | undefined;
}

/**
 * What the program of a session recorded of it; undefined if none of its records belongs to this session.
 *
 * @param known what earlier looks for the same session found, which is added to, so that no file is searched twice.
 */
export async function readOwnRecord(
  { disk, places }: Pick<Machine, 'disk' | 'places'>,
  records: OwnRecords,
  recorded: Recorded,
  known: KnownRecords,
): Promise<OwnRecord | undefined> {
  const files = await newestFiles(disk, folderOf(records, places), recorded.startedAt);
  const main = await mainRecord(disk, files, recorded, known);
  if (main === undefined) return undefined;
  const { file, at: writtenAt } = main;
  const own = (await textOf(disk, file)).split('\n');
  // Agents that it starts have records of their own, in a folder named like its own.
  const below = `${file.slice(0, -ending.length)}${path.sep}`;
  const lines: string[][] = [own];
  for (const one of files) if (one.file.startsWith(below)) lines.push((await textOf(disk, one.file)).split('\n'));
  return {
    file,
    writtenAt,
    costs: records.read(lines.flat(), recorded.startedAt),
    agentSession: main.isCertain ? recordedSession(own) : undefined,
    isOver: main.isCertain ? turnIsOver(records, own, recorded.startedAt) : undefined,
    failing: main.isCertain ? failingRequest(records, own, recorded.startedAt) : undefined,
  };
}

const textOf = (disk: Machine['disk'], file: string): Promise<string> => disk.readFile(file, 'utf8').catch(() => '');

interface RecordFile {
  readonly file: string;
  readonly at: number;
  readonly bornAt: number;
  readonly size: number;
}

interface MainRecord extends RecordFile {
  /** Whether it can be of no other session. */
  readonly isCertain: boolean;
}

/** A person may start other sessions in the same folder, so that only says which it is where nothing else does. */
async function mainRecord(
  disk: Machine['disk'],
  files: readonly RecordFile[],
  { session, agentSession, folder, startedAt }: Recorded,
  known: KnownRecords,
): Promise<MainRecord | undefined> {
  const ours = files.find(({ file }) => known.get(file)?.sign === 0);
  if (ours) return { ...ours, isCertain: true };
  // Other folders begin with the same letters. Gemini CLI names only files.
  const inFolder = [JSON.stringify(folder), JSON.stringify(folder + path.sep).slice(1, -1)];
  const signs = [session, ...(agentSession === undefined ? [] : [agentSession]), ...inFolder];
  const found: (RecordFile & { readonly sign: number })[] = [];
  for (const one of files) {
    const { file, at, size } = one;
    const stamp = `${at} ${size} ${agentSession ?? ''}`;
    let seen = known.get(file);
    if (seen?.stamp !== stamp) {
      const text = await textOf(disk, file);
      seen = { stamp, sign: signs.findIndex((sign) => text.includes(sign)) };
      known.set(file, seen);
    }
    const { sign } = seen;
    if (sign === 0) return { ...one, isCertain: true };
    if (sign > 0) found.push({ ...one, sign });
  }
  // Programs add to older records, too: Gemini CLI a summary, at its next start.
  const begun = found.filter(({ bornAt }) => bornAt >= startedAt);
  const likely = begun.length > 0 ? begun : found;
  const least = Math.min(...likely.map(({ sign }) => sign));
  const best = likely.find(({ sign }) => sign === least);
  return best && { ...best, isCertain: likely.length === 1 };
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
      const { mtimeMs, birthtimeMs, size } = await disk.stat(file);
      if (mtimeMs >= since && size <= mostBytes) found.push({ file, at: mtimeMs, bornAt: birthtimeMs, size });
    }
  };
  await look(folder, 0);
  return found.sort((one, other) => other.at - one.at).slice(0, mostFiles);
}
