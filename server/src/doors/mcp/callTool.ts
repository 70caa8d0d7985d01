import type { CallToolResult } from '@modelcontextprotocol/server';
import { dataNote } from '../../base/dataNote.js';
import { createInTurn } from '../../base/inTurn.js';
import { plainLines } from '../../base/plainText.js';
import { UsageError } from '../../base/usageError.js';
import { createHands } from '../../execution/hands/createHands.js';
import { carryOutOnDisk } from '../../execution/executor/diskTarget.js';
import { Refused } from '../../operations/errorCodes.js';
import { readInput } from '../../operations/input.js';
import type { Answer } from '../../operations/operation.js';
import type { CallDesk } from './callDesk.js';
import type { Toolset } from '../../execution/queries/toolsetNames.js';
import { type Tool, toolsOf } from '../../execution/queries/toolsets.js';

// Operations that write wait for one another here: the lock is one between processes.
const inTurn = createInTurn();

/** @returns undefined where the toolsets have no tool of this name. */
export function toolNamed(name: string, toolsets: ReadonlySet<Toolset>): Tool | undefined {
  return toolsOf(toolsets).find((tool) => tool.name === name);
}

/** Calls a tool. What is refused is an answer that a model can act on; only a fault of ours is an error of the protocol. */
export async function callTool(
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
  desk: CallDesk,
): Promise<CallToolResult> {
  const warnings: string[] = [];
  const warn = (text: string): void => void warnings.push(text);
  try {
    // What is malformed opens no project and takes no lock.
    readInput(tool.does.fields, given);
    const answer = await (tool.kind === 'query'
      ? tool.does.ask({ ...desk, warn }, given)
      : tool.does.writes
        ? inTurn(() => carryOut(tool, given, desk, warn))
        : carryOut(tool, given, desk, warn));
    return answered(answer, warnings);
  } catch (error) {
    if (error instanceof Refused) return refused(error.message, error.code, error.candidates);
    if (error instanceof UsageError) return refused(error.message, 'invalid-input', []);
    throw error;
  }
}

type OperationTool = Extract<Tool, { readonly kind: 'operation' }>;

async function carryOut(
  { does: operation }: OperationTool,
  input: Readonly<Record<string, unknown>>,
  { machine, folder, signal, progress }: CallDesk,
  warn: (text: string) => void,
): Promise<Answer> {
  const { plan } = await carryOutOnDisk({
    operation,
    input,
    folder,
    dryRun: false,
    machine,
    // No confirmation here: what needs one is refused with the command that a person runs.
    hands: createHands({
      machine,
      signal,
      warn,
      tell: (event) => {
        progress(event.event === 'done' ? event.what : event.title);
      },
      ask: undefined,
    }),
    onWait: (message) => {
      progress(message);
    },
    signal,
  });
  return plan.answer;
}

/** Both forms of an answer bear the note, as a program shows its model one of them: Claude Code shows the structured one. */
function answered({ message, data }: Answer, warnings: readonly string[]): CallToolResult {
  const notes = warnings.map((text) => `Note: ${text}\n`).join('');
  return {
    content: [{ type: 'text', text: `${dataNote}\n\n${plainLines(message.trimEnd())}\n${plainLines(notes)}` }],
    structuredContent: { note: dataNote, message, data },
  };
}

function refused(message: string, code: string, candidates: readonly string[]): CallToolResult {
  const choices = candidates.length === 0 ? '' : `\nChoices:\n${candidates.map((one) => `- ${one}`).join('\n')}`;
  return { isError: true, content: [{ type: 'text', text: plainLines(`${message} (${code})${choices}`) }] };
}
