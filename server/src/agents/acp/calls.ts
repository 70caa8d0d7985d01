import path from 'node:path';
import * as v from 'valibot';
import { fieldsOf } from '../../base/json.js';
import { read, said, some, someOf } from '../../base/schema.js';
import type { AcpTerms } from '../agent.js';
import { textIn } from '../streams/values.js';

/** A call of a tool as the Agent Client Protocol tells it: piece by piece, under the agent's own name of it. */
export interface ToolCall {
  readonly id: string;
  readonly name?: string;
  readonly title?: string;
  /** `read`, `edit`, `execute` …; undefined where the agent says nothing. */
  readonly kind?: string;
  readonly status?: string;
  readonly input?: unknown;
  /** What it hands to a shell, where that is said. */
  readonly command?: string;
  /** The files it names: absolute. */
  readonly paths: readonly string[];
  /** What it says beside, such as why it failed. */
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
  /** @returns the call with all that is known of it; undefined where this is no piece of one. */
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
        // The protocol has no others; a part of one may be of any file.
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
        // An agent may begin with an empty one, and say later what is in it.
        ...(Object.keys(fieldsOf(rawInput) ?? {}).length > 0 ? { input: rawInput } : {}),
        paths: [...new Set([...(before?.paths ?? []), ...named])],
        text: content.flatMap((one) => one.content?.text ?? []).join('\n') || (before?.text ?? ''),
      };
      calls.set(id, call);
      return call;
    },
  };
}

/** What programs call the fields of a tool's input that name a file. */
const pathFields = ['file_path', 'filePath', 'filepath', 'path', 'absolute_path', 'notebook_path', 'dir_path'];

function commandIn(input: unknown): string | undefined {
  const { command, cmd } = fieldsOf(input) ?? {};
  const given = command ?? cmd;
  if (typeof given === 'string') return given;
  if (!Array.isArray(given) || !given.every((word) => typeof word === 'string')) return undefined;
  const [shell = '', option = '', script] = given;
  return /(?:^|\/)(?:ba|z|da)?sh$/u.test(shell) && /^-\w*c$/u.test(option) ? script : given.join(' ');
}
