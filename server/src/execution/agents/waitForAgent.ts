import path from 'node:path';
import type { Agent, AgentStart } from '../../agents/agent.js';
import type { AgentEnd } from '../../agents/agentEnd.js';
import { classifyEnd } from '../../agents/failures.js';
import type { AgentEvent } from '../../agents/agentEvent.js';
import { describeError } from '../../base/errors.js';
import type { Machine, ProgramExit, StartedProgram } from '../../workspace/machine.js';
import type { Conversation } from './acp/converse.js';
import { limitCosts } from './costLimit.js';
import { type Listener, listen } from './listen.js';
import { createLineSplitter } from '../../base/lineSplitter.js';
import { markOf } from './processMark.js';
import { environmentOf } from './environmentOf.js';
import { openMeter } from './recordMeter.js';
import { type RequestDesk, serveRequests } from './serveRequests.js';
import { spentBefore, withoutSpent } from './spentBefore.js';
import { watch, type Watchdog } from './watchdog.js';
import type { AgentRun, Ended, Untimed } from './agentRun.js';
import type { Begun } from './beginSession.js';

/** So much of the end of what a program says is looked at for what its end means, in UTF-16 units. */
const mostSaid = 20_000;

/** How often output without an event is recorded, in milliseconds. */
const heardEveryMs = 20_000;

interface Ready extends Begun {
  readonly start: AgentStart;
  readonly program: Exclude<Begun['program'], string>;
}

/** Starts the program and waits for its end, or ends it once a limit is reached. */
export async function startAndWait(run: AgentRun, ready: Ready, record: (entry: Untimed) => void): Promise<Ended> {
  const { agent, mode, folder, machine, signal } = run;
  const { start, program, session } = ready;
  const spent = await spentBefore(machine, agent, ready.log, run.resumes?.session);
  const desk = await openDesk(run, ready, (what) => {
    record({ kind: 'event', event: { kind: 'tool', tool: 'outside of its sandbox', what } });
  });
  const watchdog = watchOver(run);
  const hearing = createHearing(machine, () => {
    record({ kind: 'heard' });
  });
  const lines = createLineSplitter();
  let said = '';
  const limit = limitCosts(run.limits?.dollars, run.model, watchdog);
  let reportsCosts = false;
  const listener = listen(run, (told) => {
    const event = withoutSpent(told, spent);
    record({ kind: 'event', event });
    hearing.event();
    reportsCosts ||= event.kind === 'cost';
    limit(event);
    stopIfHopeless(agent, event, watchdog);
    run.onEvent?.(event);
  });
  const conversation = agent.acp && (await converseWith(run, ready, { listener, watchdog, record }));
  const take = conversation?.take ?? listener.take;
  const started = await machine.programs.start({
    program: program.file,
    args: [...program.args, ...start.args],
    folder,
    env: { ...environmentOf(run, ready), PACTWRIGHT_REQUESTS: desk?.folder, PACTWRIGHT_ANSWERS: desk?.answers },
    ...(mode === 'headless'
      ? {
          pipes: {
            input: conversation ? undefined : (start.input ?? ''),
            take: (text, from) => {
              watchdog.heard();
              said = (said + text).slice(-mostSaid);
              if (from === 'output') for (const line of lines.take(text)) take(line);
              hearing.output();
            },
          },
        }
      : {}),
  });
  if (started.kind === 'notStarted') {
    watchdog.close();
    await desk?.close();
    return notStarted(started.message);
  }
  const meter = openMeter(run, ready, (event) => {
    record({ kind: 'event', event });
    limit(event);
    stopIfHopeless(agent, event, watchdog);
    if (mode === 'headless') run.onEvent?.(event);
  });
  const mark = await markOf(machine, started.pid);
  record({ kind: 'process', process: mark });
  const sign = `PACTWRIGHT_SESSION=${session}`;
  if (started.input) conversation?.begin(started.input);
  const reasons = [signal, watchdog.signal, ...(conversation ? [conversation.over] : [])];
  const exit = await waitFor(started, reasons, async () => {
    if (conversation?.over.aborted === false) await conversation.cancel();
    await machine.programs.endWithDescendants(mark, sign);
  });
  watchdog.close();
  await desk?.close();
  for (const line of lines.end()) take(line);
  // Background work is not left behind; in a terminal a person may have started it.
  if (mode === 'headless') await machine.programs.endWithDescendants(mark, sign);
  await meter?.close(!reportsCosts);
  const { code } = exit;
  const readEnd = (status: number | null, last: string): AgentEnd => classifyEnd(agent.id, agent.readEnd(status, last));
  const end = conversation ? conversation.close(readEnd, code, said) : readEnd(code, said);
  if (signal.aborted) return { code, end: cancelled };
  const stopped = watchdog.end();
  if (stopped) return { code, end: stopped };
  if (exit.signal === 'SIGINT') return { code, end: { kind: 'cancelled', message: 'it was interrupted' } };
  return { code, end: await listener.close(end) };
}

/** Talks to a program that is no more than a partner in a protocol; what that takes is loaded for those alone. */
async function converseWith(
  run: AgentRun,
  { session, log }: Ready,
  {
    listener,
    watchdog,
    record,
  }: { readonly listener: Listener; readonly watchdog: Watchdog; readonly record: (entry: Untimed) => void },
): Promise<Conversation> {
  const { consult } = run;
  const { openConversation } = await import('./acp/converse.js');
  return openConversation({
    ...run,
    model: run.model,
    resumes: run.resumes?.agentSession,
    promptIfNew: run.promptIfNew,
    hear: listener.take,
    tell: listener.note,
    refused: listener.noteNotRun,
    consult:
      consult &&
      (async (question, until) => {
        // A person may think as long as they like.
        const waiting = setInterval(watchdog.heard, 500);
        try {
          return await consult(question, { session, log }, until);
        } finally {
          clearInterval(waiting);
          record({ kind: 'event', event: { kind: 'working' } });
        }
      }),
  });
}

/** So often a program may ask its model in vain: most give up by themselves then. */
const mostAttempts = 10;

/** Some programs would ask a model that does not answer for ever. A quota that is used up is not renewed by asking again. */
function stopIfHopeless(agent: Agent, event: AgentEvent, watchdog: Watchdog): void {
  if (event.kind !== 'error' || event.attempt === undefined) return;
  const end = classifyEnd(agent.id, agent.readEnd(1, event.message));
  if (end.kind === 'quota' || event.attempt > mostAttempts) watchdog.stop(end);
}

/** Lets an agent ask for what its sandbox forbids; undefined if it works in no phase, or this fails. */
async function openDesk(
  { machine, folder, item, phase, warn }: AgentRun,
  { session, log }: Ready,
  tell: (what: string) => void,
): Promise<RequestDesk | undefined> {
  if (phase === undefined) return undefined;
  try {
    return await serveRequests(machine, { session, phase, item, folder, logs: path.dirname(log) }, tell);
  } catch (error) {
    warn(`cannot carry out what the agent's sandbox forbids: ${describeError(error)}`);
    return undefined;
  }
}

/** Silence counts only without a terminal; in one the agent may wait for the user. */
function watchOver({ mode, limits = {}, onSilence }: AgentRun): Watchdog {
  const { timeMs } = limits;
  return mode === 'headless'
    ? watch(limits, (ms) => onSilence?.(ms))
    : watch(timeMs === undefined ? {} : { timeMs }, () => undefined);
}

/** Records from time to time that a program writes something that is not an event: `event` has a record of its own. */
function createHearing(
  { clock }: Machine,
  record: () => void,
): { readonly output: () => void; readonly event: () => void } {
  let recordedAt = clock();
  return {
    output: () => {
      if (clock() - recordedAt < heardEveryMs) return;
      recordedAt = clock();
      record();
    },
    event: () => {
      recordedAt = clock();
    },
  };
}

/** Waits for a program to end, and stops it once one of the signals is aborted. */
async function waitFor(
  started: Extract<StartedProgram, { kind: 'started' }>,
  reasons: readonly AbortSignal[],
  endIt: () => Promise<void>,
): Promise<ProgramExit> {
  let ending: Promise<void> | undefined;
  const stop = (): void => {
    ending ??= endIt();
  };
  for (const reason of reasons)
    if (reason.aborted) stop();
    else reason.addEventListener('abort', stop, { once: true });
  const exit = await started.end;
  for (const reason of reasons) reason.removeEventListener('abort', stop);
  await ending;
  return exit;
}

export const cancelled: AgentEnd = { kind: 'cancelled', message: '' };

export function notStarted(message: string): Ended {
  return { code: null, end: { kind: 'notStarted', message } };
}
