import * as v from 'valibot';
import { parseJson } from '../../base/json.js';
import { manifestPath } from '../../documents/projectMarks.js';
import { Refused } from '../errorCodes.js';
import type { ClonePart } from '../step.js';
import type { SharedPiece } from './piece.js';
import { type Scope, scopes } from './scope.js';
import type { Inserted } from './sharedText.js';

const someJson = v.object({
  kind: v.literal('json'),
  path: v.string(),
  keys: v.array(v.string()),
  value: v.unknown(),
  isElement: v.exactOptional(v.literal(true)),
});
const someBlock = v.object({
  kind: v.literal('block'),
  path: v.string(),
  form: v.picklist(['markdown', 'toml']),
  text: v.string(),
});

const someManifest = v.object({
  version: v.literal(1),
  scope: v.optional(v.picklist(scopes), 'project'),
  agents: v.array(v.string()),
  only: v.array(v.string()),
  exclude: v.array(v.string()),
  /** `contentHash` of each file of ours, with `\n`. */
  files: v.record(v.string(), v.string()),
  /** What was inserted into files of others, in that order. `made`: the file was not there. */
  shared: v.record(
    v.string(),
    v.object({
      made: v.boolean(),
      inserted: v.array(v.object({ piece: v.variant('kind', [someJson, someBlock]), text: v.string() })),
    }),
  ),
});

export interface Manifest extends Choice {
  readonly files: Readonly<Record<string, string>>;
  readonly shared: Readonly<Record<string, SharedFile>>;
}

/** What a person chose: names of agents, and of what is deployed, where that is not all. */
export interface Choice {
  readonly scope: Scope;
  readonly agents: readonly string[];
  readonly only: readonly string[];
  readonly exclude: readonly string[];
}

/** What is left out by name, or by naming others, is not installed. */
export function isChosen({ only, exclude }: Pick<Choice, 'only' | 'exclude'>, part: ClonePart): boolean {
  return (only.length === 0 || only.includes(part)) && !exclude.includes(part);
}

export interface SharedFile {
  readonly made: boolean;
  readonly inserted: readonly Inserted[];
}

/** @throws Refused if the file is not one that we wrote. */
export function readManifest(text: string): Manifest {
  const read = v.safeParse(someManifest, parseJson(text));
  if (read.success) return read.output;
  throw new Refused(
    'unreadable',
    `${manifestPath} cannot be read: restore it from git, or delete it and run \`pactwright init\` again`,
  );
}

export function writeManifest({ scope, agents, only, exclude, files, shared }: Manifest): string {
  const sorted = <T>(map: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
    Object.fromEntries(Object.entries(map).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  const written = {
    version: 1,
    ...(scope === 'user' ? { scope } : {}),
    agents,
    only,
    exclude,
    files: sorted(files),
    shared: sorted(shared),
  };
  return `${JSON.stringify(written, undefined, 2)}\n`;
}

/** What a piece is, without what only code knows. */
export function keptPiece(piece: SharedPiece): SharedPiece {
  if (piece.kind === 'json') return piece;
  const { kind, path, form, text } = piece;
  return { kind, path, form, text };
}
