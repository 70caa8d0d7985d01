import { stripVTControlCharacters } from 'node:util';
import { createLimiter } from '../base/limiter.js';
import { runForOutput } from '../workspace/processOutput.js';
import type { Processes } from '../workspace/ports.js';
import type { Agent } from './agent.js';

/** Whether an agent's program is there; `reason`: a sentence without full stop. */
export type Detection =
  | { readonly agent: string; readonly found: true; readonly program: string; readonly version: string }
  | { readonly agent: string; readonly found: false; readonly reason: string };

export interface DetectionPorts {
  readonly processes: Processes;
  /** Where a program lies, as for the start of a session. */
  readonly find: (
    program: string,
  ) => Promise<
    | { readonly kind: 'found'; readonly program: string; readonly args: readonly string[] }
    | { readonly kind: 'missing'; readonly message: string }
  >;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where they run; not a project's, as nothing of it is asked for. */
  readonly folder: string;
  readonly signal?: AbortSignal;
}

const mostAtOnce = 4;
/** Some of these programs take seconds to say their version. */
const patienceMs = 20_000;
/** In UTF-16 units. */
const longestOutput = 20_000;

/** Asks each program for its version, several at once; in the order given. Nothing here throws. */
export async function detectAgents(agents: readonly Agent[], ports: DetectionPorts): Promise<readonly Detection[]> {
  const limit = createLimiter(mostAtOnce);
  return Promise.all(agents.map((agent) => limit(() => detect(agent, ports))));
}

async function detect(agent: Agent, { processes, find, env, folder, signal }: DetectionPorts): Promise<Detection> {
  const missing = (reason: string): Detection => ({ agent: agent.id, found: false, reason });
  const place = await find(agent.program);
  if (place.kind === 'missing') return missing(place.message);
  const end = await runForOutput(
    processes,
    {
      program: place.program,
      args: [...place.args, ...agent.versionArgs],
      folder,
      env,
      timeLimit: patienceMs,
      ...(signal && { signal }),
    },
    longestOutput,
  );
  if (end.kind === 'notStarted') return missing(end.message);
  if (end.isLate === true) return missing(`${agent.program} did not report its version within ${patienceMs / 1000} s`);
  const lines = stripVTControlCharacters(`${end.output}\n${end.errors}`)
    .split('\n')
    .map((line) => line.trim());
  const version = versionIn(lines);
  if (end.code === 0 && version !== undefined) return { agent: agent.id, found: true, program: place.program, version };
  const said = lines.findLast((line) => line !== '');
  return missing(
    end.code === 0
      ? `${agent.program} reports no version: is it a different program with the same name?`
      : `${agent.program} exited with ${end.code === null ? 'a signal' : `exit code ${end.code}`}${said === undefined ? '' : `: ${said.slice(0, 200)}`}`,
  );
}

/** A line may begin with the program's name, and a sentence may end behind it. */
function versionIn(lines: readonly string[]): string | undefined {
  for (const line of lines) {
    const version = /(?<![\d.])\d+\.\d+(?:\.\d+)?(?:[-+.][\w.+-]*\w)?/u.exec(line)?.[0];
    if (version !== undefined) return version;
  }
  return undefined;
}
