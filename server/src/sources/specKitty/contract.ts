/** The version of the calls between an orchestrator and the host of a mission, and the least a caller must have. */
export const contractVersion = '1.3.0';
export const leastProviderVersion = '0.1.0';

/** Why a call failed, as both sides know it. */
export type HostErrorCode =
  | 'USAGE_ERROR'
  | 'POLICY_METADATA_REQUIRED'
  | 'POLICY_VALIDATION_FAILED'
  | 'MISSION_NOT_FOUND'
  | 'STATUS_READ_PATH_NOT_FOUND'
  | 'WP_NOT_FOUND'
  | 'TRANSITION_REJECTED'
  | 'WP_ALREADY_CLAIMED'
  | 'DEPENDENCIES_NOT_SATISFIED'
  | 'LANE_ALLOCATION_FAILED'
  | 'MISSION_NOT_READY'
  | 'HISTORY_COMMIT_FAILED'
  | 'PREFLIGHT_FAILED'
  | 'CONTRACT_VERSION_MISMATCH'
  | 'UNSUPPORTED_STRATEGY';

/** A call that the host refuses; the message says why and the way out. */
export class HostRefusal extends Error {
  override readonly name = 'HostRefusal';
  readonly code: HostErrorCode;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(code: HostErrorCode, message: string, data: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** The one JSON object that a call prints. */
export interface Envelope {
  readonly contract_version: string;
  readonly command: string;
  readonly timestamp: string;
  readonly correlation_id: string;
  readonly success: boolean;
  readonly error_code: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What is different with every call. */
export interface CallMark {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Thirty-two hexadecimal digits. */
  readonly id: string;
}

/** @param outcome what the call answers, or why it is refused. */
export function envelopeOf(
  command: string,
  outcome: Readonly<Record<string, unknown>> | HostRefusal,
  { now, id }: CallMark,
): Envelope {
  const refused = outcome instanceof HostRefusal;
  return {
    contract_version: contractVersion,
    command: `orchestrator-api.${command}`,
    timestamp: timeText(now * 1000),
    correlation_id: `corr-${id}`,
    success: !refused,
    error_code: refused ? outcome.code : null,
    data: refused ? { message: outcome.message, ...outcome.data } : outcome,
  };
}

/** Whether a version is below another: numbers between dots, missing ones count as 0. Undefined if one is no version. */
export function isBelow(version: string, least: string): boolean | undefined {
  const [mine, theirs] = [version, least].map((text) =>
    /^\d+(?:\.\d+)*$/u.test(text) ? text.split('.').map(Number) : [],
  );
  if (!mine?.length || !theirs?.length) return undefined;
  for (let at = 0; at < Math.max(mine.length, theirs.length); at++) {
    const difference = (mine[at] ?? 0) - (theirs[at] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/** Microseconds since 1970 as events have them: `2026-11-20T22:10:24.408283+00:00`. */
export function timeText(microseconds: number): string {
  const seconds = new Date(Math.floor(microseconds / 1000)).toISOString().slice(0, 19);
  return `${seconds}.${String(microseconds % 1_000_000).padStart(6, '0')}+00:00`;
}

/** The microseconds of such a text; undefined if it is none. */
export function microsecondsOf(text: string): number | undefined {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(?:Z|\+00:00)$/u.exec(text);
  const seconds = Date.parse(`${match?.[1] ?? ''}Z`);
  return Number.isNaN(seconds) ? undefined : seconds * 1000 + Number((match?.[2] ?? '').padEnd(6, '0'));
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** An id that sorts by time (ULID). @param random at least sixteen bytes. */
export function eventId(now: number, random: Uint8Array): string {
  let time = '';
  for (let left = now, digit = 0; digit < 10; digit++, left = Math.floor(left / 32))
    time = (crockford[left % 32] ?? '') + time;
  return time + [...random.subarray(0, 16)].map((byte) => crockford[byte % 32]).join('');
}
