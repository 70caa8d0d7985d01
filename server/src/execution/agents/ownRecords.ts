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

/** What a session has cost by what its program recorded; undefined if it recorded nothing that can be told to be of this session. */
export async function readOwnCosts(
  { disk, places }: Pick<Machine, 'disk' | 'places'>,
  records: OwnRecords,
  recorded: Recorded,
): Promise<Costs | undefined> {
  const all: RecordFile[] = [];
  for (const file of await newestFiles(disk, folderOf(records, places), recorded.startedAt))
    all.push({ file, text: await disk.readFile(file, 'utf8').catch(() => '') });
  const main = mainRecord(all, recorded);
  if (!main) return undefined;
  // Agents that it starts have records of their own, in a folder named like its own.
  const below = `${main.file.slice(0, -ending.length)}${path.sep}`;
  const texts = all.filter((one) => one === main || one.file.startsWith(below)).map(({ text }) => text);
  return records.read(
    texts.flatMap((text) => text.split('\n')),
    recorded.startedAt,
  );
}

interface RecordFile {
  readonly file: string;
  readonly text: string;
}

/** A person may start other sessions in the same folder, so that only says which it is where nothing else does. */
function mainRecord(all: readonly RecordFile[], { session, agentSession, folder }: Recorded): RecordFile | undefined {
  const signs = [session, ...(agentSession === undefined ? [] : [agentSession]), JSON.stringify(folder).slice(1, -1)];
  return signs.map((sign) => all.find(({ text }) => text.includes(sign))).find((found) => found !== undefined);
}

function folderOf({ in: place, folder }: OwnRecords, { env, home }: UserPlaces): string {
  const stated = place.variable === undefined ? undefined : env[place.variable];
  const base = stated !== undefined && path.isAbsolute(stated) ? stated : path.join(home, ...place.home.split('/'));
  return path.join(base, ...folder.split('/'));
}

/** The files that were written since a moment, the newest first. */
async function newestFiles(disk: Machine['disk'], folder: string, since: number): Promise<readonly string[]> {
  const found: { readonly file: string; readonly at: number }[] = [];
  const look = async (at: string, depth: number): Promise<void> => {
    for (const entry of await disk.readdir(at, { withFileTypes: true }).catch(() => [])) {
      const file = path.join(at, entry.name);
      if (entry.isDirectory() && depth < deepest) await look(file, depth + 1);
      if (!entry.isFile() || !entry.name.endsWith(ending)) continue;
      const { mtimeMs, size } = await disk.stat(file);
      if (mtimeMs >= since && size <= mostBytes) found.push({ file, at: mtimeMs });
    }
  };
  await look(folder, 0);
  return found
    .sort((one, other) => other.at - one.at)
    .slice(0, mostFiles)
    .map(({ file }) => file);
}

/** In milliseconds. */
const lookEveryMs = 60_000;

/** Tells what a session costs by its program's own records: from time to time while it works, and once more in the end. */
export interface Meter {
  /** @param looks whether to look at all. */
  readonly close: (looks: boolean) => Promise<void>;
}

/** @param find reads the costs so far. @param isLive whether to look before the end. */
export function createMeter(
  find: () => Promise<Costs | undefined>,
  tell: (event: AgentEvent) => void,
  isLive: boolean,
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
  const timer = isLive ? setInterval(() => void look(), lookEveryMs) : undefined;
  return {
    close: async (looks) => {
      clearInterval(timer);
      if (looks) await look();
    },
  };
}
