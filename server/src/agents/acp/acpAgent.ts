import type { AcpTerms, Agent, AgentRequest } from '../agent.js';
import { endReader } from '../readEnd.js';
import { createAcpReader } from './acpReader.js';

/** A program that speaks the Agent Client Protocol. */
export interface AcpProgram extends Pick<Agent, 'id' | 'name' | 'program' | 'installPage' | 'versionArgs'> {
  readonly args: (request: AgentRequest) => readonly string[];
  readonly env?: (request: AgentRequest) => Readonly<Record<string, string>>;
  readonly terms?: AcpTerms;
  /** Why it cannot be used read-only; undefined: it asks before it changes anything, or cannot change anything. */
  readonly refusesToRead?: string;
  /** How a person logs in, as half a sentence. */
  readonly logIn?: string;
}

/** The adapter for all of them: the prompt and the permissions use the protocol. */
export function acpAgent({ args, env, terms = {}, refusesToRead, logIn, ...program }: AcpProgram): Agent {
  return {
    ...program,
    models: [],
    headless: (request) => ({ args: args(request), input: request.prompt, ...(env ? { env: env(request) } : {}) }),
    refuses: (_, access) => (access === 'read' ? refusesToRead : undefined),
    resumes: true,
    sums: ['dollars'],
    acp: terms,
    createReader: () => createAcpReader(terms),
    readLine: (line) => createAcpReader(terms)(line),
    // Errors are reported by the protocol, or in plain text on standard error.
    readEnd: endReader({ readLine: () => [], logIn: logIn ?? `see how ${program.name} does it` }),
  };
}
