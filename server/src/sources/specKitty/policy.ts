import * as v from 'valibot';
import { fieldsOf, parseJson } from '../../base/json.js';
import { listOf, maybe, object, type Read, read } from '../../base/schema.js';

const policySchema = object({
  orchestrator_id: v.string(),
  orchestrator_version: v.string(),
  agent_family: v.string(),
  approval_mode: v.string(),
  sandbox_mode: v.string(),
  network_mode: v.string(),
  dangerous_flags: listOf(v.string()),
  tool_restrictions: maybe(v.string()),
});

/** Who changes a work package, and what that program lets its agents do. It is part of every event that the change makes. */
export type PolicyMetadata = Read<typeof policySchema>;

/** The lanes that need an actor to move a work package to them. */
export const policyLanes: ReadonlySet<string> = new Set([
  'claimed',
  'in_progress',
  'for_review',
  'in_review',
  'approved',
]);

/** Flags that let an agent do anything; no policy may allow one. */
export const bannedFlags = [
  '--dangerously-bypass-approvals-and-sandbox',
  '--dangerously-skip-permissions',
  '--full-auto',
  '--yolo',
] as const;

const requiredFields = Object.keys(policySchema.pipe[0].entries).filter((name) => name !== 'tool_restrictions');

export type ReadPolicy =
  { readonly kind: 'policy'; readonly policy: PolicyMetadata } | { readonly kind: 'wrong'; readonly why: string };

/** Reads the text of a policy. Never throws. */
export function readPolicy(text: string): ReadPolicy {
  const value = fieldsOf(parseJson(text));
  if (!value) return wrong('the policy is not a JSON object');
  const missing = requiredFields.filter((name) => value[name] === undefined || value[name] === null);
  if (missing.length > 0) return wrong(`the policy lacks ${missing.join(', ')}`);
  const policy = read(policySchema, value);
  if (!policy)
    return wrong('a field of the policy has the wrong type: all are texts, and dangerous_flags is a list of texts');
  const secret = pathOfSecret(value, '');
  if (secret !== undefined) return wrong(`${secret} seems to hold a secret, and a policy is recorded: remove it`);
  const banned = policy.dangerous_flags.find((flag) => bannedFlags.some((one) => one === flag.trim()));
  if (banned !== undefined) return wrong(`dangerous_flags must not hold ${banned}`);
  return { kind: 'policy', policy };
}

function wrong(why: string): ReadPolicy {
  return { kind: 'wrong', why };
}

/** What Spec Kitty takes for a secret. It is coarse (`monkey` holds `key`), and kept as it is, as both sides must agree. */
const secretForm = /token|secret|key|password|credential/iu;

function pathOfSecret(value: unknown, at: string): string | undefined {
  if (typeof value === 'string') return secretForm.test(value) ? at : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const found = pathOfSecret(inner, at === '' ? name : `${at}.${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
