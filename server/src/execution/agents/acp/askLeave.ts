import type { PermissionOption, PermissionOptionKind, RequestPermissionOutcome } from '@agentclientprotocol/sdk';
import { eventOf } from '../../../agents/acp/acpReader.js';
import type { ToolCall } from '../../../agents/acp/calls.js';
import { leaveFor } from '../../../agents/acp/leave.js';
import type { AgentAccess } from '../../../agents/agent.js';
import type { ServedFiles } from './serveFiles.js';

/** Who decides what an agent may do. */
export interface Leaves {
  readonly access: AgentAccess;
  readonly files: ServedFiles;
  /** Asks a person, until the signal is aborted. @returns undefined if there is no answer; undefined as a whole: there is no person. */
  readonly consult: Consult | undefined;
}

/** Asks a person what an agent may do. */
export type Consult = (question: string, until: AbortSignal) => Promise<string | undefined>;

/** So often a person is asked again whose answer is none of those that were offered. */
const mostTries = 3;

/** What an agent is answered that asks leave for a call: by what a phase may do, and beyond that by the person, where one is there. */
export async function answerLeave(
  call: ToolCall,
  options: readonly PermissionOption[],
  { access, files, consult }: Leaves,
  until: AbortSignal,
): Promise<RequestPermissionOutcome> {
  const leave = leaveFor(call, access);
  const once = options.find(({ kind }) => kind === 'allow_once');
  if (once && (leave === 'granted' || (leave === 'inside' && (await isInside(call, files))))) return selected(once);
  const refusal = optionOf(options, 'reject_once') ?? optionOf(options, 'reject_always');
  const refused = refusal ? selected(refusal) : ({ outcome: 'cancelled' } as const);
  if (!consult) return refused;
  const question = questionOf(call, options);
  for (let tries = 0; tries < mostTries; tries++) {
    const answer = await consult(question, until);
    if (answer === undefined) return refused;
    const chosen = optionFor(answer, options);
    if (chosen) return selected(chosen);
  }
  return refused;
}

/** Whether an answer lets the call happen. */
export function isGranted(outcome: RequestPermissionOutcome, options: readonly PermissionOption[]): boolean {
  if (outcome.outcome !== 'selected') return false;
  const chosen = options.find(({ optionId }) => optionId === outcome.optionId);
  return chosen?.kind === 'allow_once' || chosen?.kind === 'allow_always';
}

async function isInside({ paths, kind }: ToolCall, files: ServedFiles): Promise<boolean> {
  const use = kind === 'edit' ? 'write' : 'read';
  return (await Promise.all(paths.map((file) => files.holds(file, use)))).every(Boolean);
}

function selected({ optionId }: PermissionOption): RequestPermissionOutcome {
  return { outcome: 'selected', optionId };
}

function optionOf(options: readonly PermissionOption[], wanted: PermissionOptionKind): PermissionOption | undefined {
  return options.find(({ kind }) => kind === wanted);
}

/** What a person reads: the call, and what can be answered. */
function questionOf(call: ToolCall, options: readonly PermissionOption[]): string {
  const { tool, what } = eventOf(call);
  const files = call.command === undefined ? call.paths : [];
  return [
    `May I do this? ${[tool, what].filter((part) => part !== undefined).join(': ')}`,
    ...files.filter((file) => file !== what).map((file) => `  ${file}`),
    ...options.map(({ name: words }, index) => `${index + 1}. ${words}`),
  ].join('\n');
}

const plain: Readonly<Record<string, PermissionOptionKind>> = {
  y: 'allow_once',
  yes: 'allow_once',
  allow: 'allow_once',
  n: 'reject_once',
  no: 'reject_once',
  reject: 'reject_once',
};

/** The option that an answer means: by its number, its words, its id, or plainly yes or no. */
function optionFor(answer: string, options: readonly PermissionOption[]): PermissionOption | undefined {
  const word = answer.trim().toLowerCase().replace(/\.$/u, '');
  const numbered = /^\d+$/u.test(word) ? options[Number(word) - 1] : undefined;
  const named = options.find(({ name, optionId }) => [name, optionId].some((one) => one.toLowerCase() === word));
  const meant = plain[word];
  return (
    numbered ??
    named ??
    (meant && optionOf(options, meant)) ??
    (meant === 'reject_once' ? optionOf(options, 'reject_always') : undefined)
  );
}
