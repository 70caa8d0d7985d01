import type { AgentEnd } from '../../agents/agentEnd.js';
import { durationWords } from '../../base/duration.js';

/** The limits of one run of an agent; undefined means no limit. */
export interface AgentLimits {
  /** How long it may work, in milliseconds. */
  readonly timeMs?: number;
  /** How long it may be silent, in milliseconds. */
  readonly silenceMs?: number;
  /** What it may cost, in US dollars, if its program reports that while it works. */
  readonly dollars?: number;
}

/** Watches one run of an agent. */
export interface Watchdog {
  /** Aborted once a limit is reached. */
  readonly signal: AbortSignal;
  /** Why; undefined while no limit is reached. */
  readonly end: () => AgentEnd | undefined;
  /** Notes that it wrote something. */
  readonly heard: () => void;
  /** Stops it for another reason. */
  readonly stop: (end: AgentEnd) => void;
  readonly close: () => void;
}

/** What is due at a moment. `silent`: a notice of the silence. */
export type Notice =
  { readonly kind: 'over'; readonly end: AgentEnd } | { readonly kind: 'silent'; readonly ms: number };

/**
 * What is due at a moment.
 *
 * @param workedMs since the start; `silentMs` since the last output; `toldMs` the length of the silence at the last notice, from 0.
 */
export function noticeAt(
  { timeMs, silenceMs }: AgentLimits,
  { workedMs, silentMs, toldMs }: Readonly<Record<'workedMs' | 'silentMs' | 'toldMs', number>>,
  noticeMs: number,
): Notice | undefined {
  if (timeMs !== undefined && workedMs >= timeMs)
    return { kind: 'over', end: { kind: 'timeLimit', message: `it took longer than ${durationWords(timeMs)}` } };
  if (silenceMs !== undefined && silentMs >= silenceMs)
    return { kind: 'over', end: { kind: 'silence', message: `it said nothing for ${durationWords(silenceMs)}` } };
  const due = Math.floor(silentMs / noticeMs) * noticeMs;
  return due > toldMs ? { kind: 'silent', ms: due } : undefined;
}

/** A notice is due after each such length of silence, in milliseconds. */
const defaultNoticeMs = 3 * 60_000;

/**
 * Starts to watch.
 *
 * @param onSilence called with the length of the silence, in milliseconds.
 */
export function watch(
  limits: AgentLimits,
  onSilence: (ms: number) => void,
  { noticeMs = defaultNoticeMs, now = () => performance.now() } = {},
): Watchdog {
  const controller = new AbortController();
  const startedAt = now();
  let heardAt = startedAt;
  let toldMs = 0;
  let end: AgentEnd | undefined;
  const stop = (reason: AgentEnd): void => {
    end ??= reason;
    controller.abort();
  };
  const tick = (): void => {
    const at = now();
    const notice = noticeAt(limits, { workedMs: at - startedAt, silentMs: at - heardAt, toldMs }, noticeMs);
    if (notice?.kind === 'over') stop(notice.end);
    if (notice?.kind !== 'silent') return;
    toldMs = notice.ms;
    onSilence(notice.ms);
  };
  const shortest = Math.min(limits.timeMs ?? Infinity, limits.silenceMs ?? Infinity, noticeMs);
  const timer = setInterval(tick, Math.max(20, Math.min(1_000, shortest / 4)));
  return {
    signal: controller.signal,
    end: () => end,
    heard: () => {
      heardAt = now();
      toldMs = 0;
    },
    stop,
    close: () => {
      clearInterval(timer);
    },
  };
}
