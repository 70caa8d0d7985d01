import { fieldsOf } from '../base/json.js';
import { read, said } from '../base/schema.js';
import type { Agent, AgentAccess, AgentRequest, Payload } from './agent.js';
import type { AgentEvent } from './agentEvent.js';
import { endReader } from './readEnd.js';
import { agentNamed } from './registry.js';
import { messageEvents } from './streams/events.js';

/** An agent that a person has set up, or why it is none: a sentence without full stop. */
export type CustomAgent = { readonly agent: Agent } | { readonly problem: string };

/** An argument, or several that are left out together where there is nothing to put in: `["--model", "{model}"]`. */
type Template = readonly (string | readonly string[])[];

const known = [
  'id',
  'name',
  'program',
  'installPage',
  'version',
  'interactive',
  'headless',
  'access',
  'stdin',
  'output',
];

/**
 * Reads the person's own agents: from a setting that only the person's machine holds, or a file in their own folders; never from a
 * repository. Each is an object:
 *
 * - `id`, and optionally `name`, `program` (the id, unless it says otherwise), `installPage`, `version` (arguments);
 * - `interactive`, `headless`: arguments with `{prompt}`, `{model}`, `{session}`, and `{access}` for those of `access`;
 * - `access`: `{ "read": […], "write": […] }`; without `read` it is never asked only to read;
 * - `stdin`: whether the prompt is handed over there when it works headless;
 * - `output`: the id of the agent whose stream it writes; else plain text.
 *
 * @param value the list as it was read from JSON or YAML.
 */
export function readCustomAgents(value: unknown): readonly CustomAgent[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return [{ problem: 'the custom agents must be a list' }];
  const seen = new Set<string>();
  return value.map((one: unknown) => {
    const read = readAgent(one);
    if ('problem' in read) return read;
    const { id } = read.agent;
    if (agentNamed(id) || seen.has(id)) return { problem: `the agent "${id}" already exists` };
    seen.add(id);
    return read;
  });
}

function readAgent(value: unknown): CustomAgent {
  const fields = fieldsOf(value);
  const id = fields?.['id'];
  if (!fields || typeof id !== 'string' || !/^[a-z][a-z0-9-]{0,39}$/u.test(id))
    return { problem: 'a custom agent needs an "id" of lowercase letters, digits and hyphens' };
  const settings = readSettings(id, fields);
  return typeof settings === 'string'
    ? { problem: `the custom agent "${id}": ${settings}` }
    : { agent: agentOf(id, settings) };
}

interface Settings {
  readonly name: string;
  readonly program: string;
  readonly installPage: string;
  readonly version: Template;
  readonly interactive?: Template;
  readonly headless?: Template;
  readonly read?: Template;
  readonly write?: Template;
  readonly stdin: boolean;
  /** Undefined: plain text. */
  readonly output?: Agent;
}

/** @returns a text that says what is wrong. */
function readSettings(id: string, fields: Payload): Settings | string {
  const strange = Object.keys(fields).find((name) => !known.includes(name));
  if (strange !== undefined) return `unknown key "${strange}" (known: ${known.join(', ')})`;
  const { name = id, program = id, installPage = '', stdin = false, output = 'plain' } = fields;
  if (typeof name !== 'string' || typeof program !== 'string' || typeof installPage !== 'string')
    return '"name", "program" and "installPage" must be strings';
  if (typeof stdin !== 'boolean') return '"stdin" must be true or false';
  const { version = ['--version'], interactive, headless } = fields;
  const { read, write } = fieldsOf(fields['access']) ?? {};
  if (
    !isTemplate(version) ||
    !isOptional(interactive) ||
    !isOptional(headless) ||
    !isOptional(read) ||
    !isOptional(write)
  )
    return 'arguments must be a list of strings, or of lists of strings';
  if (!interactive && !headless) return 'it has neither "interactive" nor "headless"';
  if (interactive && !has(interactive, '{prompt}')) return '"interactive" has no {prompt}';
  if (headless && !stdin && !has(headless, '{prompt}')) return '"headless" has no {prompt}, and "stdin" is not true';
  const reader = typeof output === 'string' ? agentNamed(output) : undefined;
  if (output !== 'plain' && !reader) return '"output" must be "plain" or the id of a known agent';
  return {
    ...{ name, program, installPage, stdin, version },
    ...(interactive ? { interactive } : {}),
    ...(headless ? { headless } : {}),
    ...(read ? { read } : {}),
    ...(write ? { write } : {}),
    ...(reader ? { output: reader } : {}),
  };
}

function agentOf(id: string, settings: Settings): Agent {
  const { name, program, installPage, version, interactive, headless, stdin } = settings;
  const readLine = settings.output?.readLine ?? readPlain;
  return {
    ...{ id, name, program, installPage },
    versionArgs: version.flat(),
    ...(interactive ? { interactive: (request) => ({ args: filled(interactive, request, settings) }) } : {}),
    ...(headless
      ? {
          headless: (request) => ({
            args: filled(headless, request, settings),
            ...(stdin ? { input: request.prompt } : {}),
          }),
        }
      : {}),
    refuses: (_mode, access) =>
      access === 'read' && !settings.read
        ? `"${id}" has no read-only mode: add access.read to its settings`
        : undefined,
    ...([interactive, headless].some((template) => template && has(template, '{model}')) ? { models: [] } : {}),
    resumes: [interactive, headless].some((template) => template && has(template, '{session}')),
    readLine,
    ...(settings.output?.readCalls ? { readCalls: settings.output.readCalls } : {}),
    readEnd: endReader({ readLine, logIn: `see how ${name} does it` }),
  };
}

function filled(template: Template, request: AgentRequest, access: Pick<Settings, AgentAccess>): readonly string[] {
  const { prompt, model, session } = request;
  const values: Readonly<Record<string, string | undefined>> = { prompt, model, session };
  const fill = (arg: string): string => arg.replaceAll(placeholder, (whole, name: string) => values[name] ?? whole);
  const isMissing = (arg: string): boolean =>
    [...arg.matchAll(placeholder)].some(([, name = '']) => values[name] === undefined);
  return template.flatMap((part) => {
    if (part === '{access}') return (access[request.access] ?? []).flat();
    const args = typeof part === 'string' ? [part] : part;
    return args.some(isMissing) ? [] : args.map(fill);
  });
}

const placeholder = /\{(prompt|model|session)\}/gu;

function has(template: Template, text: string): boolean {
  return template.flat().some((arg) => arg.includes(text));
}

function isTemplate(value: unknown): value is Template {
  return Array.isArray(value) && value.every((part) => typeof part === 'string' || isTexts(part));
}

function isOptional(value: unknown): value is Template | undefined {
  return value === undefined || isTemplate(value);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function readPlain(line: string): readonly AgentEvent[] {
  return messageEvents(read(said, line));
}
