import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Act, Call, Tool } from './script.js';

type OwnAct = Exclude<Act, { call: string }>;

type Doing = 'run' | 'read' | 'write' | 'edit' | 'ask';

/** What programs call their tools, best first. */
const names: Readonly<Record<Doing, readonly string[]>> = {
  run: ['Bash', 'bash', 'run_shell_command', 'exec_command', 'shell_command', 'shell', 'Execute'],
  read: ['Read', 'read', 'read_file', 'view'],
  write: ['Write', 'write', 'write_file', 'create', 'Create', 'apply_patch'],
  edit: ['Edit', 'edit', 'replace', 'apply_patch'],
  ask: ['AskUserQuestion', 'question', 'ask_user', 'ask_user_question', 'request_user_input'],
};

/** What programs call the fields of their tools, by what is put there. */
const fieldNames: Readonly<Record<string, readonly string[]>> = {
  command: ['command', 'cmd'],
  path: ['file_path', 'filePath', 'path', 'absolute_path'],
  text: ['content', 'file_text'],
  from: ['old_string', 'oldString', 'old_str'],
  to: ['new_string', 'newString', 'new_str'],
};

/** Whether these are the tools of an agent at work; for titles and summaries programs ask with few or none. */
export function isAtWork(tools: readonly Tool[]): boolean {
  return toolFor('run', tools) !== undefined || toolFor('read', tools) !== undefined;
}

/**
 * Says an act as a program calls it.
 *
 * @param folder where the agent works: absolute.
 * @returns a call, or what the model says instead where it has no tool for it.
 */
export function callFor(act: Act, tools: readonly Tool[], folder: string): Call | string {
  if ('call' in act) {
    const { name: tool = `mcp__pactwright__${act.call}`, group } = offered(act, tools) ?? {};
    return { tool, input: act.input, ...(group === undefined ? {} : { group }) };
  }
  const doing = doingOf(act);
  const tool = toolFor(doing, tools);
  const shell = doing === 'ask' ? undefined : toolFor('run', tools);
  if (!tool && shell) return callFor({ run: commandFor(act) }, [shell], folder);
  // In the form that the playbooks require.
  if (!tool)
    return 'ask' in act
      ? `QUESTION: ${act.ask}`
      : `I have no tool to ${doing} ${JSON.stringify(Object.values(act)[0])}.`;
  if (tool.name === 'apply_patch') return patchCall(act, tool);
  // Copilot's `create` fails if the file exists.
  if (tool.name === 'create' && 'write' in act && existsSync(path.join(folder, act.write))) {
    const from = readFileSync(path.join(folder, act.write), 'utf8');
    return callFor({ edit: act.write, from, to: act.text }, tools, folder);
  }
  if ('ask' in act) return { tool: tool.name, input: questionInput(act, tool) };
  return { tool: tool.name, input: inputFor(act, tool, folder) };
}

/** The tool of a server under the name that the program gives it. */
function offered({ call }: Extract<Act, { call: string }>, tools: readonly Tool[]): Tool | undefined {
  return tools.find(({ name, group }) =>
    group === undefined ? [`_${call}`, `-${call}`].some((end) => name.endsWith(end)) : name === call,
  );
}

/**
 * How a model gets to know the tools of servers where the program tells it only their names at first, or does not wait for the servers:
 * then by a call that does. Undefined where it has them.
 */
export function searchFor(acts: readonly Act[], tools: readonly Tool[]): Call | undefined {
  const wanted = acts.flatMap((act) => ('call' in act && !offered(act, tools) ? [act.call] : []));
  const search = tools.find(({ name }) => name === 'ToolSearch' || name === 'tool_search');
  const query = `select:${wanted.map((name) => `mcp__pactwright__${name}`).join(',')}`;
  if (wanted.length === 0) return undefined;
  if (search) return { tool: search.name, input: { query, max_results: 5 } };
  const waits = tools.find(({ name }) => name === 'list_mcp_resources');
  return waits && { tool: waits.name, input: {} };
}

/** The same as a command, for a program that has no tool of its own for it. */
function commandFor(act: OwnAct): string {
  if ('read' in act) return `cat ${act.read}`;
  if ('write' in act) return `cat > ${act.write} <<'END'\n${act.text.replace(/\n$/u, '')}\nEND`;
  if (!('edit' in act)) throw new Error(`there is no command for ${JSON.stringify(act)}`);
  const script =
    'const [file, from, to] = process.argv.slice(1); const fs = require("fs"); fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace(from, () => to));';
  return ['node', '-e', script, act.edit, act.from, act.to]
    .map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`)
    .join(' ');
}

function doingOf(act: OwnAct): Doing {
  if ('run' in act) return 'run';
  if ('read' in act) return 'read';
  if ('write' in act) return 'write';
  return 'edit' in act ? 'edit' : 'ask';
}

function toolFor(doing: Doing, tools: readonly Tool[]): Tool | undefined {
  return names[doing].flatMap((name) => tools.find((tool) => tool.name === name) ?? [])[0];
}

function inputFor(
  act: Exclude<OwnAct, { ask: string }>,
  { fields = {}, required, choices = {} }: Tool,
  folder: string,
): Call['input'] {
  const file = 'read' in act ? act.read : 'write' in act ? act.write : 'edit' in act ? act.edit : undefined;
  const values: Readonly<Record<string, string | undefined>> = {
    command: 'run' in act ? act.run : undefined,
    path: file === undefined ? undefined : path.join(folder, file),
    text: 'write' in act ? act.text : undefined,
    from: 'edit' in act ? act.from : undefined,
    to: 'edit' in act ? act.to : undefined,
  };
  const input: Record<string, unknown> = {};
  for (const [what, value] of Object.entries(values)) {
    const name = fieldNames[what]?.find((one) => one in fields);
    if (name !== undefined && value !== undefined)
      input[name] = fields[name] === 'array' ? ['bash', '-lc', value] : value;
  }
  if ('run' in act && act.beyond && 'sandbox_permissions' in fields)
    Object.assign(input, { sandbox_permissions: 'require_escalated', justification: 'May I?' });
  // Droid asks for a summary in words, and for one of its levels of risk.
  for (const name of required) input[name] ??= choices[name] ?? (fields[name] === 'boolean' ? false : 'As was agreed');
  return input;
}

/** A question with its choices, as the programs' schemas have it. */
function questionInput({ ask, options }: Extract<OwnAct, { ask: string }>, { fields = {} }: Tool): Call['input'] {
  const choices = options.map((label) => ({ label, description: label }));
  if ('questions' in fields)
    return {
      questions: [
        { id: 'one', question: ask, header: 'Question', type: 'choice', options: choices, multiSelect: false },
      ],
    };
  return { question: ask, choices: options };
}

/** Codex and Copilot change files by patches; a file that is written as a whole is an added one. */
function patchCall(act: OwnAct, { name, fields }: Tool): Call {
  const change =
    'write' in act
      ? [`*** Add File: ${act.write}`, ...linesOf(act.text).map((line) => `+${line}`)]
      : 'edit' in act
        ? [
            `*** Update File: ${act.edit}`,
            '@@',
            ...linesOf(act.from).map((line) => `-${line}`),
            ...linesOf(act.to).map((line) => `+${line}`),
          ]
        : [];
  const patch = ['*** Begin Patch', ...change, '*** End Patch', ''].join('\n');
  const [field] = Object.keys(fields ?? {});
  return { tool: name, input: field === undefined ? patch : { [field]: patch } };
}

function linesOf(text: string): readonly string[] {
  return text.replace(/\n$/u, '').split('\n');
}
