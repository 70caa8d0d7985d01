import path from 'node:path';
import type { CommandName, CommandRun, Place } from '../../gates/lab.js';
import { runProgram } from '../programs/runProgram.js';
import { type CommandResult, keptCommand, readKeptCommand } from './keptCommand.js';
import type { LabBench } from './labBench.js';
import { inPlace } from './places.js';
import { reportPlaces, reportsBefore, reportsSince } from './reportFiles.js';
import { changedMeanwhile, keptRun, keyOf } from './runRecords.js';

/** As {@link Lab.runCommand}. */
export async function runDeclaredCommand(bench: LabBench, name: CommandName, place: Place): Promise<CommandRun> {
  const { configuration, signal, onProgress } = bench;
  const command = configuration.commands.get(name);
  const [word = '', ...args] = command ?? [];
  if (!command || word === '')
    return {
      kind: 'undeclared',
      message: `the project declares no ${name} command (\`gates.commands.${name}\` in .pactwright/config.yaml)`,
    };
  const shown = command.join(' ');
  if (!bench.isApproved(command))
    return {
      kind: 'unapproved',
      command,
      message: `\`${shown}\` comes from the repository and is not allowed to run here: allow it in the editor, which asks once per workspace, or pass --trust-commands`,
    };
  const before = await bench.sources.before();
  const key = await keyOf(bench, 'command', [name, ...command], place, before);
  const what = `the project's ${name} command`;
  const around =
    before.kind === 'answer'
      ? { commit: before.value.head, tree: place.kind === 'here' ? before.value.tree : place.tree }
      : {};
  const known = keptRun(bench, key, readKeptCommand);
  if (known)
    return {
      kind: 'ran',
      ...known.value,
      timedOut: false,
      changed: [],
      evidence: { what, ...around, at: known.at, command, record: known.record, reused: true },
    };

  onProgress(`running \`${shown}\``);
  const at = bench.machine.clock();
  const ran = await inPlace(bench.machine, place, bench, async ({ root, env }) => {
    const there = await reportsBefore(bench.machine, root, placesOf(name, configuration));
    const began = bench.machine.clock();
    const end = await runProgram({
      ...bench,
      env,
      root,
      folder: root,
      program: { kind: 'declared', word },
      args,
      keepOutput: false,
      onOutput: () => undefined,
    });
    // As programs see the folder they run in, which may lie behind a link: reports name files by that.
    return {
      end,
      root: await bench.machine.disk.realpath(root).catch(() => root),
      reports: await reportsSince(bench.machine, root, there, began),
    };
  });
  signal.throwIfAborted();
  if (ran.kind !== 'answer') return { kind: 'notStarted', message: `cannot copy the sources: ${ran.message}` };
  const { end, reports, root: ranIn } = ran.value;
  if (end.kind === 'notStarted') return { kind: 'notStarted', message: end.message };
  const { changed, same } = await changedMeanwhile(bench, place, before);
  const said = end.kind === 'brokenOff' ? '' : end.said;
  const result: CommandResult = {
    code: end.kind === 'ended' ? end.code : null,
    said,
    reports,
    root: ranIn.split(path.sep).join('/'),
  };
  // What keeps a command from succeeding may be missing beside the sources, and come.
  const kept = key !== undefined && same && result.code === 0 ? keptCommand(result) : undefined;
  const record = key === undefined || kept === undefined ? undefined : await bench.keep(key, kept);
  return {
    kind: 'ran',
    ...result,
    timedOut: end.kind === 'timedOut',
    changed,
    evidence: { what, ...around, at, command, ...(record === undefined ? {} : { record }) },
  };
}

/** The files in which a command may write what it found. */
function placesOf(name: CommandName, configuration: LabBench['configuration']): readonly string[] {
  if (name === 'coverage') return reportPlaces(name, configuration.coverageReports);
  if (name === 'mutation') return reportPlaces(name, configuration.mutationReports);
  return [];
}
