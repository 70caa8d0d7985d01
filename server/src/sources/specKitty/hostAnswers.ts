import * as v from 'valibot';
import { parseJson } from '../../base/json.js';
import { fields, listOf, maybe, object, type Read, read, type Schema } from '../../base/schema.js';
import { contractVersion, isBelow } from './contract.js';

const text = v.string();

const envelope = object({ success: v.boolean(), error_code: maybe(text), data: fields });

const versionData = object({ api_version: text });

const stateData = object({
  work_packages: listOf(
    object({ wp_id: text, lane: maybe(text), dependencies: listOf(text), last_actor: maybe(text) }),
  ),
});

const workspaceData = object({
  workspace_path: text,
  prompt_path: text,
  lane_id: maybe(text),
  lane_branch: maybe(text),
  lane_base_ref: maybe(text),
});

const stepData = object({ to_lane: text });

/** A call to a host, with what it answers as far as that is used. */
export interface HostCall<T> {
  readonly name: string;
  readonly schema: Schema<T>;
}

const callOf = <T>(name: string, schema: Schema<T>): HostCall<T> => ({ name, schema });

export const hostCalls = {
  version: callOf('contract-version', versionData),
  state: callOf('mission-state', stateData),
  workspace: callOf('resolve-workspace', workspaceData),
  start: callOf('start-implementation', workspaceData),
  review: callOf('start-review', stepData),
  transition: callOf('transition', stepData),
  history: callOf('append-history', object({})),
  accept: callOf('accept-mission', object({ accepted: v.boolean() })),
  merge: callOf('merge-mission', object({ merged: v.boolean(), target_branch: text })),
} as const;

export type WorkspaceAnswer = Read<typeof workspaceData>;

/** What a host said to a call. */
export type HostReply<T> =
  | { readonly kind: 'answer'; readonly data: T }
  /** `code`: as the contract has it. */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /** What it printed is no answer of this contract. */
  | { readonly kind: 'unreadable' };

export function readReply<T>(schema: Schema<T>, output: string): HostReply<T> {
  const found = read(envelope, parseJson(output));
  if (!found) return { kind: 'unreadable' };
  if (!found.success) {
    const message = found.data['message'];
    return {
      kind: 'refused',
      code: found.error_code ?? 'UNKNOWN_ERROR',
      message: typeof message === 'string' ? message : JSON.stringify(found.data),
    };
  }
  const data = read(schema, found.data);
  return data === undefined ? { kind: 'unreadable' } : { kind: 'answer', data };
}

/** Why a host with this version cannot be driven: half a sentence. */
export function whyNotDriven(version: string): string | undefined {
  return isBelow(version, contractVersion) === false
    ? undefined
    : `it has version ${version} of the contract, and ${contractVersion} is needed: update it`;
}
