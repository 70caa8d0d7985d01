import path from 'node:path';
import { UsageError } from '../../base/usageError.js';
import { orRefused } from '../../operations/orRefused.js';
import { Refused } from '../../operations/errorCodes.js';
import type { Packet } from '../../runs/event.js';
import { hostCalls, whyNotDriven } from '../../sources/specKitty/hostAnswers.js';
import type { Machine } from '../../workspace/machine.js';
import { createMissionHost, type MissionHost } from './hostClient.js';

/** A mission of a host, as a run works on it. */
export interface MissionSource {
  readonly mission: string;
  /** The program of the host, absolute, and what is before all other arguments; undefined: this Pactwright. */
  readonly host?: readonly string[];
  /** The version of the Pactwright that planned the run, for the host's policy. */
  readonly version: string;
}

/** The lanes in which a package is over. */
export const overLanes: ReadonlySet<string | undefined> = new Set(['done', 'canceled']);

/** @throws UsageError for a host that is too old or says no. */
export async function openHost(
  machine: Machine,
  { host }: Pick<MissionSource, 'host'>,
  root: string,
  signal: AbortSignal,
): Promise<MissionHost> {
  const opened = createMissionHost(machine, host, root);
  const version = await opened.call(hostCalls.version, [], signal);
  const why = version.kind === 'refused' ? version.message : whyNotDriven(version.data.api_version);
  if (why !== undefined) throw new UsageError(`the host cannot be driven: ${why}`);
  return opened;
}

/** The main checkout of a repository: absolute. */
export async function mainCheckout(machine: Machine, folder: string, signal: AbortSignal): Promise<string> {
  const repository = orRefused(await machine.git.repository(folder, signal));
  const listed = orRefused(await machine.git.worktrees(repository, signal));
  return listed.find(({ main }) => main)?.path ?? path.resolve(folder);
}

/**
 * The open work packages of a mission as packets. A lane is a resource that one of them has at a time, as the host says which lane
 * each is in; its files are not looked at.
 *
 * @throws Refused if the host knows no such mission, or none of its packages is open.
 */
export async function packetsOfMission(
  host: MissionHost,
  { mission }: Pick<MissionSource, 'mission'>,
  signal: AbortSignal,
): Promise<readonly Packet[]> {
  const state = await host.call(hostCalls.state, ['--mission', mission], signal);
  if (state.kind === 'refused') throw new Refused('not-found', `the host says: ${state.message}`);
  const open = state.data.work_packages.filter(({ lane }) => !overLanes.has(lane));
  if (open.length === 0) throw new Refused('not-found', `no work package of ${mission} is open`);
  const ids = new Set(open.map(({ wp_id: id }) => id));
  const packets: Packet[] = [];
  for (const { wp_id: id, dependencies } of open) {
    const place = await host.call(hostCalls.workspace, ['--mission', mission, '--wp', id], signal);
    if (place.kind === 'refused') throw new Refused('not-allowed', `the host says of ${id}: ${place.message}`);
    packets.push({
      id,
      title: id,
      needs: dependencies.filter((one) => ids.has(one)),
      touches: [],
      resources: [place.data.lane_id ?? 'lane-planning'],
    });
  }
  return packets;
}
