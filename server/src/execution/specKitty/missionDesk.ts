import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { contentHash } from '../../base/contentHash.js';
import { canonicalJson } from '../../base/canonicalJson.js';
import { isErrorCode } from '../../base/errors.js';
import { parseWorkPackage, workPackageIdOf } from '../../documents/workPackage/parseWorkPackage.js';
import { scanBlocks } from '../../markdown/scanBlocks.js';
import { orRefused } from '../../operations/orRefused.js';
import { eventId, HostRefusal, microsecondsOf, timeText } from '../../sources/specKitty/contract.js';
import { type Mission, missionOf, missionsFolder, missionStatusText } from '../../sources/specKitty/mission.js';
import { reduceStatus } from '../../sources/specKitty/reduceStatus.js';
import { readStatusEvents } from '../../sources/specKitty/statusEvent.js';
import type { Machine } from '../../workspace/machine.js';
import type { GitRepository } from '../../workspace/ports.js';

/** Where missions are hosted: the main checkout of a repository, wherever the call came from. */
export interface MissionDesk {
  readonly machine: Machine;
  /** The main checkout. */
  readonly repository: GitRepository;
  /** Its top: absolute. */
  readonly root: string;
  readonly signal: AbortSignal;
}

/** @param folder any in the repository: absolute. @throws HostRefusal where there is no repository. */
export async function openMissionDesk(machine: Machine, folder: string, signal: AbortSignal): Promise<MissionDesk> {
  const answer = await machine.git.repository(folder, signal);
  if (answer.kind !== 'answer')
    throw new HostRefusal(
      'STATUS_READ_PATH_NOT_FOUND',
      `${folder} is not in a git repository: \`git init\` creates one`,
    );
  const listed = orRefused(await machine.git.worktrees(answer.value, signal));
  const main = listed.find((one) => one.main && !one.bare);
  if (!main)
    throw new HostRefusal('STATUS_READ_PATH_NOT_FOUND', 'the repository has no main checkout to keep missions in');
  return { machine, repository: orRefused(await machine.git.repository(main.path, signal)), root: main.path, signal };
}

/** A name of a folder directly in `kitty-specs`, and of nothing else. */
const slugForm = /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u;

/** @throws HostRefusal where there is no such mission. */
export async function readMission({ machine, root }: MissionDesk, slug: string): Promise<Mission> {
  const notFound = new HostRefusal('MISSION_NOT_FOUND', `Mission '${slug}' not found in ${missionsFolder}/`);
  if (!slugForm.test(slug)) throw notFound;
  const folder = `${missionsFolder}/${slug}`;
  const readText = async (name: string): Promise<string | undefined> => {
    const file = await machine.disk.insideRoot(root, `${folder}/${name}`);
    if (file === undefined) return undefined;
    return machine.disk.readFile(file, 'utf8').catch((error: unknown) => {
      if (isErrorCode(error, 'ENOENT') || isErrorCode(error, 'ENOTDIR')) return undefined;
      throw error;
    });
  };
  const meta = await readText('meta.json');
  if (meta === undefined) throw notFound;
  const names = await machine.disk.readdir(path.join(root, folder, 'tasks')).catch(() => []);
  const packages = [];
  for (const name of names.filter((one) => workPackageIdOf(one) !== undefined).sort()) {
    const text = (await readText(`tasks/${name}`)) ?? '';
    const file = `${folder}/tasks/${name}`;
    packages.push({ path: file, text, wp: await parseWorkPackage(file, text, scanBlocks(text)) });
  }
  return missionOf({
    slug,
    meta,
    packages,
    tasks: (await readText('tasks.md')) ?? '',
    lanes: await readText('lanes.json'),
    events: (await readText('status.events.jsonl')) ?? '',
  });
}

/** How long another writer may take, in milliseconds: it may have to make a worktree. */
const waitMilliseconds = 60_000;

/**
 * Changes a mission under its lock.
 *
 * @throws HostRefusal; what `use` throws.
 */
export async function changeMission<T>(
  desk: MissionDesk,
  slug: string,
  use: (mission: Mission) => Promise<T>,
): Promise<T> {
  const { machine, repository, signal } = desk;
  await readMission(desk, slug);
  const lock = path.join(repository.commonFolder, 'pactwright', 'spec-kitty', `${slug}.lock`);
  const locked = await machine.withLock(lock, async () => use(await readMission(desk, slug)), {
    waitMilliseconds,
    signal,
  });
  if (locked.kind === 'failed') throw new HostRefusal('STATUS_READ_PATH_NOT_FOUND', locked.message);
  return locked.value;
}

/** An event without what every event has. */
export type NewEvent = Readonly<Record<string, unknown>>;

/** Adds events to a mission's log and writes what they come to. @returns the ids of the events. */
export async function appendEvents(
  desk: MissionDesk,
  mission: Mission,
  events: readonly NewEvent[],
): Promise<readonly string[]> {
  const { machine } = desk;
  // What happened later is later in the log, whatever the clock says.
  const last = Math.max(0, ...mission.log.map(({ at }) => microsecondsOf(at) ?? 0));
  const first = Math.max(machine.clock() * 1000, last + 1);
  const whole = events.map((event, at) => ({
    ...event,
    at: timeText(first + at),
    event_id: eventId(Math.floor((first + at) / 1000), randomBytes(16)),
  }));
  const lines = whole.map((event) => spaced(canonicalJson(event)));
  const before = mission.events === '' || mission.events.endsWith('\n') ? mission.events : `${mission.events}\n`;
  const log = `${before}${lines.map((line) => `${line}\n`).join('')}`;
  await writeMissionFile(desk, mission.slug, 'status.events.jsonl', log);
  await writeMissionFile(
    desk,
    mission.slug,
    'status.json',
    missionStatusText(mission, reduceStatus(readStatusEvents(log))),
  );
  return whole.map(({ event_id: id }) => id);
}

/** JSON on one line as Spec Kitty's Python writes it: a space behind each colon and comma. */
function spaced(json: string): string {
  return json.replace(/"(?:\\.|[^"\\])*"|[:,]/gu, (part) => (part.startsWith('"') ? part : `${part} `));
}

/** Replaces a file of a mission, if it holds another text. @throws HostRefusal where it cannot be written. */
export async function writeMissionFile(
  { machine, root }: MissionDesk,
  slug: string,
  name: string,
  text: string,
): Promise<void> {
  const relative = `${missionsFolder}/${slug}/${name}`;
  const file = await machine.disk.insideRoot(root, relative);
  if (file === undefined)
    throw new HostRefusal('STATUS_READ_PATH_NOT_FOUND', `${relative} leads out of the repository`);
  const old = await machine.disk.readFile(file, 'utf8').catch(() => undefined);
  if (old === text) return;
  const written = await machine.disk.writeAtomically(file, text, old === undefined ? undefined : contentHash(old));
  if (written.kind !== 'written')
    throw new HostRefusal('STATUS_READ_PATH_NOT_FOUND', `${relative}: ${written.message}`);
}
