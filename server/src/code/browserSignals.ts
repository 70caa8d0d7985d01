import * as v from 'valibot';
import { parseJson } from '../base/json.js';
import { finite, read, some, someOf } from '../base/schema.js';

/** Something that a browser or a server reported while it ran. */
export interface Signal {
  readonly kind: 'console' | 'network' | 'performance';
  readonly severity: 'error' | 'warning' | 'info';
  /** Half a sentence without full stop. */
  readonly message: string;
  /** How often it was reported. */
  readonly times: number;
}

type OneSignal = Omit<Signal, 'times'>;

/** Slower is noticed: https://web.dev/articles/lcp. */
const slowMs = 2_500;

/** What a HAR file or a log of the console tells, the worst first, each once; undefined for a file in which nothing can be read. */
export function signalsIn(text: string): readonly Signal[] | undefined {
  const found =
    /^\s*\{/u.test(text) && parseJson(text) !== undefined ? harSignals(parseJson(text)) : consoleSignals(text);
  return found && counted(found);
}

const har = some({
  log: some({
    pages: someOf(
      some({
        title: v.string(),
        pageTimings: some({ onLoad: finite, _lcp: finite, _largestContentfulPaint: finite }),
      }),
    ),
    entries: someOf(
      some({
        request: some({ method: v.string(), url: v.string() }),
        response: some({ status: finite, _error: v.string() }),
      }),
    ),
  }),
});

function harSignals(value: unknown): readonly OneSignal[] | undefined {
  const { log } = read(har, value) ?? {};
  if (!log?.entries) return undefined;
  return [
    ...log.entries.flatMap(({ request, response }): readonly OneSignal[] => {
      const severity = severityOfStatus(response?.status ?? 0);
      if (!severity) return [];
      const { method = 'GET', url = '' } = request ?? {};
      const said = response?.status
        ? String(response.status)
        : `no answer${response?._error ? ` (${response._error})` : ''}`;
      return [{ kind: 'network', severity, message: `${said}: ${method} ${withoutQuery(url)}` }];
    }),
    ...(log.pages ?? []).flatMap(({ title = '', pageTimings = {} }) => {
      const { _lcp: ours, _largestContentfulPaint: paint = ours } = pageTimings;
      return slow(paint, title);
    }),
  ];
}

/** A page that is not found may not have to exist. */
function severityOfStatus(status: number): Signal['severity'] | undefined {
  if (status <= 0 || status >= 500) return 'error';
  if (status === 404) return 'info';
  return status >= 400 ? 'warning' : undefined;
}

/** Query strings hold private data: tokens, names. */
function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/u, '');
}

function slow(ms: number | undefined, what: string): readonly OneSignal[] {
  if (ms === undefined || ms <= slowMs) return [];
  return [
    {
      kind: 'performance',
      severity: 'warning',
      message: `LCP ${Math.round(ms)} ms (over ${slowMs})${what === '' ? '' : `: ${what}`}`,
    },
  ];
}

const consoleLine = some({
  type: v.string(),
  level: v.string(),
  text: v.string(),
  message: v.string(),
  msg: v.string(),
});

/** Lines of text, or of JSON as Playwright and Chrome write them. */
function consoleSignals(text: string): readonly OneSignal[] {
  return text.split(/\r?\n/u).flatMap((line): readonly OneSignal[] => {
    const { type, level = type, text: said, message = said, msg = message } = read(consoleLine, parseJson(line)) ?? {};
    const plain = msg ?? line;
    const [, ms] = /\bLCP\b\D{0,20}(\d+(?:\.\d+)?)\s*ms/u.exec(plain) ?? [];
    if (ms !== undefined) return slow(Number(ms), '');
    const severity = severityOfLevel(level ?? levelWord.exec(line)?.[1] ?? '', plain);
    const [, status, rest] = /\b(?:status of|HTTP\S*) (\d{3})\b(.*)/u.exec(plain) ?? [];
    const byStatus = status === undefined ? undefined : severityOfStatus(Number(status));
    if (byStatus)
      return [{ kind: 'network', severity: byStatus, message: `${status ?? ''}${rest ?? ''}`.trim().slice(0, 300) }];
    return severity ? [{ kind: 'console', severity, message: plain.replace(levelWord, '').trim().slice(0, 300) }] : [];
  });
}

const levelWord = /^\W*(?:\d[\d:T.Z-]*\s+)?\W*\b(error|warn(?:ing)?|assert|fatal|severe)\b\W*/iu;

function severityOfLevel(level: string, text: string): Signal['severity'] | undefined {
  if (/^(?:error|assert|fatal|severe|pageerror)$/iu.test(level)) return 'error';
  if (/^warn(?:ing)?$/iu.test(level)) return 'warning';
  return /^(?:Uncaught\b|\w*Error: )/u.test(text) ? 'error' : undefined;
}

const ranks = { error: 0, warning: 1, info: 2 } as const;

function counted(signals: readonly OneSignal[]): readonly Signal[] {
  const times = new Map<string, { readonly signal: OneSignal; times: number }>();
  for (const signal of signals) {
    const key = JSON.stringify(signal);
    const known = times.get(key);
    if (known) known.times++;
    else times.set(key, { signal, times: 1 });
  }
  return [...times.values()]
    .map(({ signal, times: many }) => ({ ...signal, times: many }))
    .sort((a, b) => ranks[a.severity] - ranks[b.severity]);
}
