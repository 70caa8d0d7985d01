import type { AgentEnd } from '../../agents/agentEnd.js';
import { durationWords } from '../../base/duration.js';

/** What an agent may take in one start; what is undefined has no limit. */
export interface AgentLimits {
  /** How long it may work, in milliseconds. */
  readonly timeMs?: number;
  /** How long it may say nothing, in milliseconds. */
  readonly silenceMs?: number;
  /** What it may cost, in US dollars, where its program tells that while it works. */
  readonly dollars?: number;
}

/** Looks after one start of an agent. */
export interface Watchdog {
  /** Aborted once a limit is met. */
  readonly signal: AbortSignal;
  /** Why; undefined while no limit is met. */
  readonly end: () => AgentEnd | undefined;
  /** It said something. */
  readonly heard: () => void;
  /** Ends it for a reason of the caller's. */
  readonly stop: (end: AgentEnd) => void;
  readonly close: () => void;
}

/** What a moment brings. `silent`: a word is due. */
export type Notice =
  { readonly kind: 'over'; readonly end: AgentEnd } | { readonly kind: 'silent'; readonly ms: number };

/**
 * What is to be done at a moment.
 *
 * @param workedMs since the start; `silentMs` since it was last heard; `toldMs` for which silence a word was said last, from 0.
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

/** A word is said after each so many milliseconds of silence. */
const defaultNoticeMs = 3 * 60_000;

/**
 * Watches from now on.
 *
 * @param onSilence told how long it has said nothing, in milliseconds.
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
