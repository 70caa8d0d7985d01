import * as v from 'valibot';
import { parseJson } from '../../base/json.js';
import { count as plural } from '../../base/count.js';
import { listOf, object, type Read, read, recordOf } from '../../base/schema.js';
import { wavesOf } from '../../base/waves.js';
import { Refused } from '../../operations/errorCodes.js';
import type { Packet } from '../../runs/event.js';
import type { PlanTask } from '../../runs/planTask.js';

const text = v.string();
const texts = v.nullish(listOf(text), []);

const workPacket = object({
  /** It is part of a branch and of file names. */
  packet_id: v.pipe(text, v.regex(/^[A-Za-z0-9](?:[\w-]|\.(?![.]|lock$|$))*$/u)),
  title: v.nullish(text, ''),
  spec_section: v.nullish(text, ''),
  files_in_scope: texts,
  files_out_of_scope: texts,
  depends_on: texts,
  acceptance_criteria: texts,
  verification_commands: v.nullish(recordOf(listOf(text)), {}),
  builder_prompt: v.nullish(text, ''),
});

const planFile = object({
  waves: listOf(object({ wave_number: v.nullish(v.number(), 0), work_packets: listOf(workPacket) })),
});

/** The packets of a plan, with what is to be done in each, by id. */
export interface PlannedPackets {
  readonly packets: readonly Packet[];
  readonly tasks: Readonly<Record<string, PlanTask>>;
}

type WorkPacket = Read<typeof workPacket>;

/**
 * Reads a `plan.json` of SpecOrch. A packet needs what it depends on and all of the wave before: waves follow each other.
 *
 * @throws Refused for what is no plan, names a packet twice or one that there is not, and for a circle.
 */
export function readPlanFile(content: string): PlannedPackets {
  const plan = read(planFile, parseJson(content));
  if (!plan)
    throw new Refused(
      'invalid-input',
      'the file is not a plan of SpecOrch: it needs `waves` with `work_packets`, and a `packet_id` of letters, digits, `-`, `_` and `.` in each',
    );
  const waves = plan.waves.toSorted((one, other) => one.wave_number - other.wave_number);
  const all = waves.flatMap(({ work_packets: list }) => list);
  if (all.length === 0) throw new Refused('not-found', 'the plan has no packets');
  const ids = all.map(({ packet_id: id }) => id);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) throw new Refused('ambiguous', `the plan has two packets ${twice}: rename one`);
  const packets = waves.flatMap(({ work_packets: list }, at) =>
    list.map((one) => packetOf(one, waves[at - 1]?.work_packets ?? [], ids)),
  );
  const sorted = wavesOf(new Map(packets.map(({ id, needs }) => [id, needs]))).flat();
  const inCircle = ids.filter((id) => !sorted.includes(id));
  if (inCircle.length > 0)
    throw new Refused(
      'not-allowed',
      `${plural(inCircle.length, 'packet')} of the plan wait for each other, or for a later wave: ${inCircle.join(', ')}; remove a dependency`,
      inCircle,
    );
  return { packets, tasks: Object.fromEntries(all.map((one) => [one.packet_id, taskOf(one)])) };
}

function packetOf(one: WorkPacket, before: readonly WorkPacket[], ids: readonly string[]): Packet {
  const unknown = one.depends_on.find((id) => !ids.includes(id));
  if (unknown !== undefined)
    throw new Refused('not-found', `${one.packet_id} depends on ${unknown}, which is not in the plan`);
  return {
    id: one.packet_id,
    title: one.title === '' ? one.packet_id : one.title,
    needs: [...new Set([...one.depends_on, ...before.map(({ packet_id: id }) => id)])],
    touches: one.files_in_scope,
    resources: [],
  };
}

function taskOf(one: WorkPacket): PlanTask {
  const list = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines.map((line) => `- ${line}`)];
  const checks = Object.entries(one.verification_commands).flatMap(([name, command]) =>
    command.length === 0 ? [] : [{ name, command }],
  );
  return {
    prompt: [
      `# ${one.packet_id}: ${one.title === '' ? one.packet_id : one.title}`,
      '',
      one.builder_prompt === '' ? 'Do what the acceptance criteria ask for.' : one.builder_prompt,
      ...(one.spec_section === '' ? [] : ['', `The section of the specification: ${one.spec_section}`]),
      ...list('Acceptance criteria', one.acceptance_criteria),
      ...list('Change only these files', one.files_in_scope),
      ...list('Do not change these files', one.files_out_of_scope),
      ...list(
        'These commands have to pass',
        checks.map(({ command }) => `\`${command.join(' ')}\``),
      ),
      '',
      'Leave your work in this folder: it is committed for you.',
    ].join('\n'),
    inScope: one.files_in_scope,
    outOfScope: one.files_out_of_scope,
    checks,
  };
}
