import { Refused } from '../../operations/errorCodes.js';
import { collide } from '../../runs/decide.js';
import type { Packet } from '../../runs/event.js';
import { packetsOfItems } from '../../sources/items.js';
import { openPhaseProject } from '../phases/openPhaseProject.js';
import type { PhaseDesk } from '../phases/phaseDesk.js';

/** An item that can be worked on now. */
export interface NextItem extends Pick<Packet, 'id' | 'title'> {
  /** An item before it in the list that can change the same file, so that they are not worked on at the same time. */
  readonly notBeside?: { readonly id: string; readonly shared: string };
}

/** The open items with a spec that wait for no other. @throws Refused where there are none. */
export async function nextItems(folder: string, desk: PhaseDesk): Promise<readonly NextItem[]> {
  const { root, trace } = await openPhaseProject(folder, desk);
  if (!trace) throw new Refused('not-found', `${root} is not a Pactwright project: \`pactwright init\` makes it one`);
  const ready = packetsOfItems(trace, [], new Map()).filter(({ needs }) => needs.length === 0);
  return ready.map((packet, at) => {
    for (const other of ready.slice(0, at)) {
      const shared = collide(packet, other);
      if (shared !== undefined) return { id: packet.id, title: packet.title, notBeside: { id: other.id, shared } };
    }
    return { id: packet.id, title: packet.title };
  });
}
