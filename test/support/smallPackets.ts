import type { FakeSteps } from './runPlace.js';

/** What a small packet makes, and what is in it. */
export function smallPart(id: string): readonly [file: string, text: string] {
  return [`parts/${id}.txt`, `${id}\n`];
}

/**
 * A repository with a plan of packets for which there is little to do: an agent writes a file, another one reviews it, and a gate of
 * one command looks whether it is there. So hundreds of them can be played; what the engine does with each is as with any other.
 *
 * @param open makes it, with these files.
 * @returns with what its agents do, and with what a run works on them.
 */
export function smallPackets<T>(
  ids: readonly string[],
  open: (files: Readonly<Record<string, string>>) => T,
): {
  readonly place: T;
  readonly steps: Readonly<Record<string, FakeSteps>>;
  readonly args: readonly string[];
} {
  const packets = ids.map((id) => {
    const [file] = smallPart(id);
    return { packet_id: id, files_in_scope: [file], verification_commands: { there: ['test', '-s', file] } };
  });
  const place = open({ 'plan.json': JSON.stringify({ waves: [{ work_packets: packets }] }) });
  const steps = Object.fromEntries(
    ids.map((id) => {
      const [file, text] = smallPart(id);
      return [`${id}:undefined:well`, [{ write: { [file]: text } }, { pause: 100 }, { say: 'VERDICT: PASS' }]] as const;
    }),
  );
  return { place, steps, args: ['--plan', 'plan.json', '--trust-commands'] };
}
