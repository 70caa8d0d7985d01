import path from 'node:path';
import { UsageError } from '../../base/usageError.js';
import { finalizeTasks } from '../../execution/specKitty/finalizeTasks.js';
import type { HostData } from '../../execution/specKitty/hostCalls.js';
import { markStatus } from '../../execution/specKitty/markStatus.js';
import { type MissionDesk, openMissionDesk } from '../../execution/specKitty/missionDesk.js';
import { HostRefusal } from '../../sources/specKitty/contract.js';
import { defineCommand } from './command.js';
import { type ExitCode, exitCodes, type Io } from './io.js';

const mission = { type: 'text', required: true, placeholder: 'SLUG', description: 'the mission' } as const;
const json = { type: 'flag', description: 'prints one JSON object' } as const;
const codes = { 0: 'done', 1: 'refused' } as const;

/** What a call does, and what it says to a person. */
async function carryOut(
  asJson: boolean,
  io: Io,
  use: (desk: MissionDesk) => Promise<HostData>,
  sentence: (data: HostData) => string,
): Promise<ExitCode> {
  return io.machine.terminal.untilTermination(async (signal) => {
    try {
      const { SPECIFY_REPO_ROOT: named } = io.machine.places.env;
      const data = await use(await openMissionDesk(io.machine, path.resolve(io.cwd, named ?? '.'), signal));
      io.out(asJson ? `${JSON.stringify(data)}\n` : `${sentence(data)}\n`);
      return exitCodes.fine;
    } catch (error) {
      if (!(error instanceof HostRefusal)) throw error;
      if (!asJson) throw new UsageError(error.message);
      io.out(`${JSON.stringify({ result: 'error', error_code: error.code, error: error.message, ...error.data })}\n`);
      return exitCodes.findings;
    }
  });
}

/** `pactwright agent mission finalize-tasks`, as Spec Kitty's own. */
export const finalizeTasksCommand = defineCommand({
  name: 'agent mission finalize-tasks',
  summary: 'Checks the work packages of a Spec Kitty mission, computes their lanes and commits both',
  description:
    'Front matter is completed with the keys that it lacks; what is there stays. Work packages with overlapping `owned_files` share a lane and are done one after the other. [More](guide/spec-kitty.md).',
  fields: { mission, json },
  exitCodes: codes,
  run: async ({ mission: slug, json: asJson }, io) =>
    carryOut(
      asJson,
      io,
      async (desk) => finalizeTasks(desk, slug),
      ({ lanes, warnings }) =>
        [`${slug}: ${(lanes as readonly unknown[]).length} lanes`, ...(warnings as readonly string[])].join('\n'),
    ),
});

/** `pactwright agent tasks mark-status`, as Spec Kitty's own. */
export const markStatusCommand = defineCommand({
  name: 'agent tasks mark-status',
  summary: 'Marks subtasks of a Spec Kitty mission as done or open',
  fields: {
    tasks: {
      type: 'texts',
      positional: true,
      required: true,
      placeholder: 'TASK',
      description: 'the ids: `T001`',
    },
    status: {
      type: 'text',
      required: true,
      placeholder: 'STATUS',
      values: ['done', 'pending'],
      description: 'how far they are',
    },
    mission,
    json,
  },
  exitCodes: codes,
  run: async ({ mission: slug, json: asJson, tasks, status }, io) =>
    carryOut(
      asJson,
      io,
      async (desk) => markStatus(desk, slug, { ids: tasks, status, actor: 'user' }),
      () => `${tasks.join(', ')}: ${status}`,
    ),
});
