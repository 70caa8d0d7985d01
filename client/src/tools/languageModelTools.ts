import * as vscode from 'vscode';
import * as v from 'valibot';
import { dataNote, plainLines, type TraceProjectView } from '../../../server/src/protocol.js';
import { runCommandLine } from '../editor/commandLine.js';
import type { OperationInput, Operations } from '../editor/operations.js';
import { readJson } from '../editor/schemas.js';
import type { TraceItems } from '../editor/traceItems.js';
import { toolTable } from './toolTable.js';

/** What a call of a tool is carried out with. */
export interface ToolDoors {
  readonly items: Pick<TraceItems, 'get'>;
  readonly operations: Pick<Operations, 'ask'>;
  /** The command line's own program: absolute. */
  readonly program: string;
}

/** A tool as the generated table has it. */
interface ToolEntry {
  readonly kind: 'query' | 'operation';
  /** Of an operation as on the command line: `board tick`. */
  readonly name: string;
  /** Whether it changes files or runs tests, which the user has to confirm. */
  readonly confirm: boolean;
}

/**
 * Offers queries and operations to agent mode, under the names that package.json gives them. In Restricted Mode there are none: they
 * are registered once the workspace is trusted.
 */
export function registerLanguageModelTools(context: vscode.ExtensionContext, doors: ToolDoors): void {
  const register = (): void => {
    for (const [name, tool] of Object.entries<ToolEntry>(toolTable))
      context.subscriptions.push(
        vscode.lm.registerTool<OperationInput>(name, {
          prepareInvocation: ({ input }) => prepared(tool, input),
          invoke: async ({ input }, token) => {
            const text = plainLines(await call(tool, input, doors, token));
            return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
          },
        }),
      );
  };
  if (vscode.workspace.isTrusted) register();
  else context.subscriptions.push(vscode.workspace.onDidGrantWorkspaceTrust(register));
}

function prepared({ name, confirm }: ToolEntry, input: OperationInput): vscode.PreparedToolInvocation {
  const invocationMessage = vscode.l10n.t('Running pactwright {0}', name);
  if (!confirm) return { invocationMessage };
  const message = new vscode.MarkdownString(
    vscode.l10n.t('It may change files of the project or run its tests. Its input:'),
  );
  message.appendCodeblock(JSON.stringify(input, undefined, 2), 'json');
  return { invocationMessage, confirmationMessages: { title: vscode.l10n.t('Run pactwright {0}?', name), message } };
}

async function call(
  { kind, name }: ToolEntry,
  { project, ...input }: OperationInput,
  { items, operations, program }: ToolDoors,
  token: vscode.CancellationToken,
): Promise<string> {
  const projects = (await items.get()) ?? [];
  const [only, ...others] = projects.filter((one) => project === undefined || one.name === project);
  if (!only) return refusal('there is no such project in the workspace', namesOf(projects));
  if (others.length > 0) return refusal('the workspace has several projects: name one as "project"', namesOf(projects));
  if (kind === 'query') return askQuery(program, vscode.Uri.parse(only.root).fsPath, name, input, token);
  const end = await operations.ask(only.root, name, input, token);
  return end.kind === 'done' ? `${dataNote}\n\n${end.message.trimEnd()}\n` : refusal(end.message, end.candidates);
}

const namesOf = (projects: readonly TraceProjectView[]): readonly string[] => projects.map(({ name }) => name);

function refusal(message: string, choices: readonly string[]): string {
  return [`Refused: ${message}`, ...choices.map((one) => `- ${one}`)].join('\n');
}

const answerSchema = v.object({ content: v.array(v.object({ text: v.string() })) });

/** Queries may take long, or run tests: each is asked in a process of its own, which answers as the MCP server does. */
async function askQuery(
  program: string,
  folder: string,
  name: string,
  input: OperationInput,
  token: vscode.CancellationToken,
): Promise<string> {
  const aborted = new AbortController();
  const cancelling = token.onCancellationRequested(() => {
    aborted.abort();
  });
  const said: string[] = [];
  const { errors } = await runCommandLine({
    program,
    args: ['mcp', '--call', name, '--root', folder],
    folder,
    input: JSON.stringify(input),
    onLine: (line) => said.push(line),
    signal: aborted.signal,
  }).finally(() => {
    cancelling.dispose();
  });
  const answer = readJson(answerSchema, said.join('\n'));
  return answer ? answer.content.map(({ text }) => text).join('\n') : refusal(errors, []);
}
