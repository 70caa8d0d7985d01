import * as v from 'valibot';
import { fieldsOf } from '../base/json.js';
import { fields, type Read, read, said, type Schema } from '../base/schema.js';
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
  const given = fieldsOf(value);
  const id = given?.['id'];
  if (!given || typeof id !== 'string' || !/^[a-z][a-z0-9-]{0,39}$/u.test(id))
    return { problem: 'a custom agent needs an "id" of lowercase letters, digits and hyphens' };
  const agent = 'acp' in given ? readAcp(id, given) : readOwn(id, given);
  return typeof agent === 'string' ? { problem: `the custom agent "${id}": ${agent}` } : { agent };
}

const argumentsWanted = 'arguments must be a list of strings, or of lists of strings';
const template: Schema<Template> = v.array(
  v.union([v.string(), v.array(v.string())], argumentsWanted),
  argumentsWanted,
);
/** Anything but an object has no arguments. */
const access = v.pipe(
  v.fallback(v.optional(fields, {}), {}),
  v.object({ read: v.optional(template), write: v.optional(template) }),
);

const text = (name: string): Schema<string> => v.string(`"${name}" must be a string`);
const entriesOfAll = {
  name: v.optional(text('name')),
  installPage: v.optional(text('installPage'), ''),
  version: v.optional(template, ['--version']),
  access,
};
const acpSchema = v.object({ ...entriesOfAll, acp: v.union([v.string(), template], argumentsWanted) });
const ownSchema = v.object({
  ...entriesOfAll,
  program: v.optional(text('program')),
  interactive: v.optional(template),
  headless: v.optional(template),
  stdin: v.optional(v.boolean('"stdin" must be true or false'), false),
  output: v.optional(v.unknown(), 'plain'),
});

/** @returns a text that says what is wrong first. */
function readBy<S extends typeof acpSchema | typeof ownSchema>(
  schema: S,
  settings: Payload,
  what = 'known',
): Read<S> | string {
  const keys = ['id', ...Object.keys(schema.entries)];
  const strange = Object.keys(settings).find((name) => !keys.includes(name));
  if (strange !== undefined) return `unknown key "${strange}" (${what}: ${keys.join(', ')})`;
  const result = v.safeParse(schema, settings, { abortEarly: true });
  return result.success ? result.output : result.issues[0].message;
}

/** @returns a text that says what is wrong. */
function readAcp(id: string, given: Payload): Agent | string {
  const settings = readBy(acpSchema, given, 'known with "acp"');
  if (typeof settings === 'string') return settings;
  const { acp, name, installPage, version, access } = settings;
  if (typeof acp === 'string') {
    const program = Object.hasOwn(acpPrograms, acp) ? acpPrograms[acp] : undefined;
    return program
      ? acpAgent({ ...program, id, name: name ?? `${program.name} (ACP)` })
      : `"acp" must be a command as a list, or one of ${Object.keys(acpPrograms).join(', ')}`;
  }
  const [program, ...args] = acp;
  if (typeof program !== 'string') return '"acp" begins with the program';
  return acpAgent({
    ...{ id, name: name ?? id, program, installPage, versionArgs: version.flat() },
    args: (request) => filled(args, request, access),
    ...(access.read ? {} : { refusesToRead: noReadMode(id) }),
  });
}

/** @returns a text that says what is wrong. */
function readOwn(id: string, given: Payload): Agent | string {
  const settings = readBy(ownSchema, given);
  if (typeof settings === 'string') return settings;
  const { interactive, headless, stdin, output } = settings;
  if (!interactive && !headless) return 'it has neither "interactive" nor "headless"';
  if (interactive && !has(interactive, '{prompt}')) return '"interactive" has no {prompt}';
  if (headless && !stdin && !has(headless, '{prompt}')) return '"headless" has no {prompt}, and "stdin" is not true';
  const reader = typeof output === 'string' ? agentNamed(output) : undefined;
  if (output !== 'plain' && !reader) return '"output" must be "plain" or the id of a known agent';
  return agentOf(id, settings, reader);
}

/** @param reader whose stream it writes; undefined: plain text. */
function agentOf(id: string, settings: Read<typeof ownSchema>, reader: Agent | undefined): Agent {
  const { name = id, program = id, installPage, version, interactive, headless, stdin, access: wanted } = settings;
  const readLine = reader?.readLine ?? readPlain;
  return {
    ...{ id, name, program, installPage },
    versionArgs: version.flat(),
    ...(interactive ? { interactive: (request) => ({ args: filled(interactive, request, wanted) }) } : {}),
    ...(headless
      ? {
          headless: (request) => ({
            args: filled(headless, request, wanted),
            ...(stdin ? { input: request.prompt } : {}),
          }),
        }
      : {}),
    refuses: (_mode, access) => (access === 'read' && !wanted.read ? noReadMode(id) : undefined),
    ...([interactive, headless].some((args) => args && has(args, '{model}')) ? { models: [] } : {}),
    resumes: [interactive, headless].some((args) => args && has(args, '{session}')),
    readLine,
    ...(reader?.readCalls ? { readCalls: reader.readCalls } : {}),
    readEnd: endReader({ readLine, logIn: `see how ${name} does it` }),
  };
}

function filled(
  arguments_: Template,
  request: AgentRequest,
  access: Readonly<Partial<Record<AgentAccess, Template | undefined>>>,
): readonly string[] {
  const { prompt, model, session } = request;
  const values: Readonly<Record<string, string | undefined>> = { prompt, model, session };
  const fill = (arg: string): string => arg.replaceAll(placeholder, (whole, name: string) => values[name] ?? whole);
  const isMissing = (arg: string): boolean =>
    [...arg.matchAll(placeholder)].some(([, name = '']) => values[name] === undefined);
  return arguments_.flatMap((part) => {
    if (part === '{access}') return (access[request.access] ?? []).flat();
    const args = typeof part === 'string' ? [part] : part;
    return args.some(isMissing) ? [] : args.map(fill);
  });
}

const placeholder = /\{(prompt|model|session)\}/gu;

function has(args: Template, text: string): boolean {
  return args.flat().some((arg) => arg.includes(text));
}

function noReadMode(id: string): string {
  return `"${id}" has no read-only mode: add access.read to its settings`;
}

function readPlain(line: string): readonly AgentEvent[] {
  return messageEvents(read(said, line));
}
