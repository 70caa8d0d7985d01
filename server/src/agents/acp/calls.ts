import path from 'node:path';
import * as v from 'valibot';
import { fieldsOf } from '../../base/json.js';
import { read, said, some, someOf } from '../../base/schema.js';
import type { AcpTerms } from '../agent.js';
import { textIn } from '../streams/values.js';

/** A tool call as the Agent Client Protocol reports it: piece by piece, under the agent's own id. */
export interface ToolCall {
  readonly id: string;
  readonly name?: string;
  readonly title?: string;
  /** `read`, `edit`, `execute` …; undefined if the agent does not say. */
  readonly kind?: string;
  readonly status?: string;
  readonly input?: unknown;
  /** The command for a shell, if the agent names it. */
  readonly command?: string;
  /** The files it names: absolute. */
  readonly paths: readonly string[];
  /** Further output, such as why it failed. */
  readonly text: string;
}

const update = some({
  toolCallId: said,
  name: said,
  title: said,
  kind: said,
  status: said,
  rawInput: v.unknown(),
  content: someOf(some({ type: said, path: said, content: some({ text: said }) })),
  locations: someOf(some({ path: said })),
});

/** Puts the pieces of calls together. */
export interface CallBook {
  /** @returns the call with everything known so far; undefined if this is not a piece of one. */
  readonly add: (piece: unknown) => ToolCall | undefined;
}

export function createCallBook({ titleIsCommand }: Pick<AcpTerms, 'titleIsCommand'>): CallBook {
  const calls = new Map<string, ToolCall>();
  return {
    add: (piece) => {
      const { toolCallId: id, rawInput, content = [], locations = [], ...words } = read(update, piece) ?? {};
      if (id === undefined) return undefined;
      const before = calls.get(id);
      const named = [
        ...locations.map((location) => location.path),
        ...content.map((one) => (one.type === 'diff' ? one.path : undefined)),
        ...pathFields.map((field) => textIn(rawInput, field)),
        // The protocol requires absolute paths; a relative one could mean any file.
      ].filter((file): file is string => file !== undefined && path.isAbsolute(file));
      const { name, title, kind, status } = words;
      const command =
        commandIn(rawInput) ?? (titleIsCommand && (kind ?? before?.kind) === 'execute' ? title : undefined);
      const call: ToolCall = {
        ...before,
        id,
        ...(name === undefined ? {} : { name }),
        ...(title === undefined ? {} : { title }),
        ...(kind === undefined ? {} : { kind }),
        ...(status === undefined ? {} : { status }),
        ...(command === undefined ? {} : { command }),
        // An agent may start with an empty input and fill it later.
        ...(Object.keys(fieldsOf(rawInput) ?? {}).length > 0 ? { input: rawInput } : {}),
        paths: [...new Set([...(before?.paths ?? []), ...named])],
        text: content.flatMap((one) => one.content?.text ?? []).join('\n') || (before?.text ?? ''),
      };
      calls.set(id, call);
      return call;
    },
  };
}

/** The fields of a tool's input that name a file, in all programs. */
const pathFields = ['file_path', 'filePath', 'filepath', 'path', 'absolute_path', 'notebook_path', 'dir_path'];

function commandIn(input: unknown): string | undefined {
  const { command, cmd } = fieldsOf(input) ?? {};
  const given = command ?? cmd;
  if (typeof given === 'string') return given;
  if (!Array.isArray(given) || !given.every((word) => typeof word === 'string')) return undefined;
  const [shell = '', option = '', script] = given;
  return /(?:^|\/)(?:ba|z|da)?sh$/u.test(shell) && /^-\w*c$/u.test(option) ? script : given.join(' ');
}
