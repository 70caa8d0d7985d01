import { fieldsOf } from '../base/json.js';
import { read, said } from '../base/schema.js';
import { acpAgent } from './acp/acpAgent.js';
import { acpPrograms } from './acp/acpPrograms.js';
import type { Agent, AgentAccess, AgentRequest, Payload } from './agent.js';
import type { AgentEvent } from './agentEvent.js';
import { endReader } from './readEnd.js';
import { agentNamed } from './registry.js';
import { messageEvents } from './streams/events.js';

/** An agent that a person has set up, or why it is none: a sentence without full stop. */
export type CustomAgent = { readonly agent: Agent } | { readonly problem: string };

/** An argument, or several that are left out together where there is nothing to put in: `["--model", "{model}"]`. */
type Template = readonly (string | readonly string[])[];

const shared = ['id', 'name', 'installPage', 'version', 'access'];
const known = [...shared, 'program', 'interactive', 'headless', 'stdin', 'output'];
const knownOfAcp = [...shared, 'acp'];

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
 * Or `id` and `acp`: the name of a program that speaks the Agent Client Protocol, or the command of another one, where `{model}` and
 * `{access}` are filled in, too.
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
  const agent = 'acp' in fields ? readAcp(id, fields) : readOwn(id, fields);
  return typeof agent === 'string' ? { problem: `the custom agent "${id}": ${agent}` } : { agent };
}

/** @returns a text that says what is wrong. */
function readOwn(id: string, fields: Payload): Agent | string {
  const settings = readSettings(id, fields);
  return typeof settings === 'string' ? settings : agentOf(id, settings);
}

/** @returns a text that says what is wrong. */
function readAcp(id: string, fields: Payload): Agent | string {
  const strange = Object.keys(fields).find((name) => !knownOfAcp.includes(name));
  if (strange !== undefined) return `unknown key "${strange}" (known with "acp": ${knownOfAcp.join(', ')})`;
  const { acp, name, installPage = '', version = ['--version'] } = fields;
  const { read, write } = fieldsOf(fields['access']) ?? {};
  if (!isOptionalText(name) || typeof installPage !== 'string') return '"name" and "installPage" must be strings';
  if (typeof acp === 'string') {
    const program = Object.hasOwn(acpPrograms, acp) ? acpPrograms[acp] : undefined;
    return program
      ? acpAgent({ ...program, id, name: name ?? `${program.name} (ACP)` })
      : `"acp" must be a command as a list, or one of ${Object.keys(acpPrograms).join(', ')}`;
  }
  if (!isTemplate(acp) || !isTemplate(version) || !isOptional(read) || !isOptional(write))
    return 'arguments must be a list of strings, or of lists of strings';
  const [program, ...args] = acp;
  if (typeof program !== 'string') return '"acp" begins with the program';
  return acpAgent({
    ...{ id, name: name ?? id, program, installPage, versionArgs: version.flat() },
    args: (request) => filled(args, request, { ...(read ? { read } : {}), ...(write ? { write } : {}) }),
    ...(read ? {} : { refusesToRead: noReadMode(id) }),
  });
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
    refuses: (_mode, access) => (access === 'read' && !settings.read ? noReadMode(id) : undefined),
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

function isOptionalText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string';
}

function noReadMode(id: string): string {
  return `"${id}" has no read-only mode: add access.read to its settings`;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function readPlain(line: string): readonly AgentEvent[] {
  return messageEvents(read(said, line));
}
