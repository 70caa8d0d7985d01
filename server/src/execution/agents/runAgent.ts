import { phases } from '../../agents/phases/phases.js';
import { keptText } from '../../agents/sessions/keptEvent.js';
import type { FileStamps } from '../../agents/sessionRecord.js';
import { describeError } from '../../base/errors.js';
import type { Machine } from '../../workspace/machine.js';
import type { GitRepository } from '../../workspace/ports.js';
import { isAgreed } from './agreement.js';
import { writeAgentFile, writeLocalFile } from './localFiles.js';
import { createRecorder } from './sessionLog.js';
import { stampUncommitted } from './stampFiles.js';
import { findSessionPlace, type SessionPlace } from './sessionPlace.js';
import { type AgentRun, type AgentRunEnd, type Ended, hasTerminal, type Untimed } from './agentRun.js';
import { beginSession, type Begun } from './beginSession.js';
import { guardLosses } from './guardLosses.js';
import { readLeftWork } from './leftWork.js';
import { cancelled, notStarted, startAndWait } from './waitForAgent.js';

/**
 * Runs an agent to its end and records it. What keeps it from being started is recorded as its end; ending it ends all that it has
 * started.
 *
 * @throws UsageError if nothing can be recorded: nothing is started then.
 */
export async function runAgent(asked: AgentRun): Promise<AgentRunEnd> {
  const { consult } = asked;
  const run: AgentRun = {
    ...asked,
    mode: hasTerminal(asked) ? 'interactive' : 'headless',
    ...(consult && {
      consult: async (...question) => {
        // A session waits by its last entry: what came before the question is written first.
        await recorder.settled();
        return consult(...question);
      },
    }),
  };
  const place = await findSessionPlace(run.machine, run.folder);
  const begun = await beginSession(run, place);
  const recorder = createRecorder(run.machine, begun.log, (message) => {
    run.warn(`the session is no longer recorded: ${message}`);
  });
  const record = (entry: Untimed): void => {
    recorder.add({ ...entry, at: run.machine.clock() });
  };
  if (run.gate) record({ kind: 'gate', gate: run.gate });
  const { code, end, losses = [] } = await carryOut(run, begun, record, place);
  if (losses.length > 0) record({ kind: 'lost', losses });
  const left =
    end.kind === 'finished' || end.kind === 'notStarted' ? undefined : await readLeftWork(run.machine, place);
  if (left) record({ kind: 'left', ...left });
  record({ kind: 'end', code, end: { ...end, message: keptText(end.message) } });
  await recorder.settled();
  return { session: begun.session, log: begun.log, end, losses };
}

async function carryOut(
  run: AgentRun,
  begun: Begun,
  record: (entry: Untimed) => void,
  { logs, repository }: SessionPlace,
): Promise<Ended> {
  const { start, program, session, promptFile } = begun;
  if (typeof program === 'string') return notStarted(program);
  if (typeof start === 'string') return notStarted(start);
  const { agent, machine, warn, ask } = run;
  const command = [program.file, ...program.args, ...start.args];
  if (ask && !(await isAgreed({ agent, command, logs, machine, warn, ask })))
    return { code: null, end: { kind: 'cancelled', message: 'starting it was not approved' } };
  try {
    await writeLocalFile(machine, run.folder, promptFile, run.prompt);
    for (const [name, text] of Object.entries(start.files ?? {}))
      await writeAgentFile(machine, logs, session, name, text);
  } catch (error) {
    return notStarted(describeError(error));
  }
  const before = run.phase && phases[run.phase].begins && (await stampsOf(machine, repository, run.signal));
  if (run.signal.aborted) return { code: null, end: cancelled };
  if (before) record({ kind: 'before', files: before });
  const work = (): Promise<Ended> =>
    guardLosses(run, session, repository, () => startAndWait(run, { ...begun, start, program }, record));
  return run.mode === 'interactive' ? machine.terminal.ignoringInterrupts(work) : work();
}

async function stampsOf(
  machine: Machine,
  repository: GitRepository | undefined,
  signal: AbortSignal,
): Promise<FileStamps | undefined> {
  // Without it nothing is left out later; that is no reason not to begin.
  return repository && stampUncommitted(machine, repository, signal).catch(() => undefined);
}
