import type { AgentEvent } from '../agents/agentEvent.js';
import { costWords } from '../agents/budget.js';
import { fenced, quoted } from '../agents/playbooks/row.js';
import { countTokens } from '../agents/playbooks/playbook.js';
import { refusedWords } from '../agents/refusedWords.js';
import { isDestroyed, type SessionEntry } from '../agents/sessionRecord.js';
import type { SessionView } from '../agents/sessions/sessionView.js';
import { durationWords } from '../base/duration.js';
import { plainLines, plainText } from '../base/plainText.js';
import { endWords } from './phase.js';

/** As long as the record keeps them. */
const longestCode = 500;

/** A session, and what its record and its prompt say. */
export interface TranscriptSources {
  readonly session: SessionView;
  readonly entries: readonly SessionEntry[];
  /** Undefined if it is gone. */
  readonly prompt: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What happened in a session, as Markdown to be read. Texts of agents are quoted, so that they are nothing else. */
export function formatTranscript({ session, entries, prompt, now }: TranscriptSources): string {
  const { phase, item, round, note } = session;
  const title = [phase ?? 'Session', item, round > 1 ? `round ${round}` : undefined];
  const parts = [
    `# ${title.filter((one) => one !== undefined).join(' ')}`,
    factsTable(session, now),
    ...(note === '' ? [] : [`> ${escaped(note)}`]),
    prompt === undefined ? 'The prompt is no longer there.' : foldedPrompt(prompt),
    '## What happened',
    ...linesOf(entries),
  ];
  return `${parts.join('\n\n')}\n`;
}

function factsTable(session: SessionView, now: number): string {
  const { id, agent, model, state, folder, branch, startedAt, endedAt, mode, access } = session;
  const began = new Date(startedAt).toISOString().slice(0, 16).replace('T', ' ');
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Session', `\`${id}\``],
    ['Agent', [agent, model].filter((one) => one !== undefined).join(', ')],
    ['State', state],
    ['Started', `${began} UTC, ${durationWords(Math.round(((endedAt ?? now) - startedAt) / 1000) * 1000)}`],
    [
      'Runs',
      `${mode === 'headless' ? 'without a terminal' : 'in a terminal'}${access === 'read' ? ', only reads' : ''}`,
    ],
    ['Folder', `\`${folder}\``],
    ['Branch', branch === undefined ? undefined : `\`${branch}\``],
    ['Tokens', tokenWords(session)],
    ['Cost', costWords(session)],
  ];
  const rows = facts.flatMap(([name, value]) => (value === undefined ? [] : [`| ${name} | ${cell(value)} |`]));
  return ['| Property | Value |', '| --- | --- |', ...rows].join('\n');
}

function tokenWords({ inputTokens, cachedTokens, outputTokens }: SessionView): string | undefined {
  const amount = (tokens: number): string => tokens.toLocaleString('en-US');
  const said = [
    ...(inputTokens === undefined
      ? []
      : [`${amount(inputTokens)} in${cachedTokens ? ` (${amount(cachedTokens)} of them cached)` : ''}`]),
    ...(outputTokens === undefined ? [] : [`${amount(outputTokens)} out`]),
  ];
  return said.length === 0 ? undefined : said.join(', ');
}

function foldedPrompt(prompt: string): string {
  const tokens = countTokens(prompt).toLocaleString('en-US');
  return `<details>\n<summary>The prompt, about ${tokens} tokens</summary>\n\n${fenced(plainLines(prompt))}\n\n</details>`;
}

/** The events in order: consecutive calls are one list, and the pieces of a message are joined. */
function linesOf(entries: readonly SessionEntry[]): readonly string[] {
  const parts: string[] = [];
  let calls: string[] = [];
  let message = '';
  const close = (): void => {
    if (calls.length > 0) parts.push(calls.join('\n'));
    if (message !== '') parts.push(quote(message));
    calls = [];
    message = '';
  };
  for (const entry of entries) {
    if (entry.kind === 'event' && entry.event.kind === 'message') {
      const { text, continues } = entry.event;
      if (calls.length > 0 || (message !== '' && !continues)) close();
      message += text;
      continue;
    }
    const call = entry.kind === 'event' ? callLine(entry.at, entry.event) : undefined;
    if (call !== undefined) {
      if (message !== '') close();
      calls.push(call);
      continue;
    }
    const block = blockOf(entry);
    if (block === undefined) continue;
    close();
    parts.push(block);
  }
  close();
  return parts.length === 0 ? ['Nothing is recorded of what the agent did.'] : parts;
}

/** A call of a tool and what became of it; undefined for what is none. */
function callLine(at: number, event: AgentEvent): string | undefined {
  switch (event.kind) {
    case 'tool':
      return `- ${clock(at)} **${escaped(event.tool)}**${event.what === undefined ? '' : ` ${quoted(event.what, longestCode)}`}`;
    case 'fileChange':
      return `- ${clock(at)} changed ${quoted(event.path, longestCode)}`;
    case 'refused':
      return [
        `- ${clock(at)} ✗ not allowed: ${escaped(refusedWords(event))}`,
        ...(event.why === undefined ? [] : [`  ${escaped(event.why)}`]),
        ...(event.setting === undefined ? [] : [`  To allow it: ${escaped(event.setting)}`]),
      ].join('\n');
    case 'error':
      return `- ${clock(at)} ! ${escaped(event.message)}`;
    case 'waiting':
      return `- ${clock(at)} ? waits: ${escaped(event.why)}`;
    default:
      return undefined;
  }
}

function blockOf(entry: SessionEntry): string | undefined {
  switch (entry.kind) {
    case 'gate': {
      const { gate, answer, next } = entry.gate;
      return `${clock(entry.at)} The gate **${escaped(gate)}**: ${escaped(answer)}${next === undefined ? '' : `. ${escaped(next)}`}`;
    }
    case 'commit':
      return `${clock(entry.at)} Commit \`${entry.hash.slice(0, 10)}\` ${escaped(entry.subject)}`;
    case 'question':
      return `${clock(entry.at)} The agent asks:\n\n${quote(entry.text)}`;
    case 'answer':
      return `${clock(entry.at)} The answer:\n\n${quote(entry.text)}`;
    case 'lost': {
      const names = entry.losses.filter(isDestroyed).map(({ name }) => `- ${quoted(name, longestCode)}`);
      return names.length === 0
        ? undefined
        : `${clock(entry.at)} **It destroyed what was not its own:**\n\n${names.join('\n')}`;
    }
    case 'end': {
      const { kind, message } = entry.end;
      return `${clock(entry.at)} The agent ${endWords[kind]}${message === '' ? '' : `: ${escaped(message)}`}`;
    }
    default:
      return undefined;
  }
}

/** Hours, minutes and seconds in UTC. */
function clock(at: number): string {
  return new Date(at).toISOString().slice(11, 19);
}

/** One line in which nothing is Markdown or HTML. */
function escaped(text: string): string {
  return plainText(text)
    .replace(/\s+/gu, ' ')
    .replace(/[\\`*_{}[\]<>#|!&~]/gu, '\\$&');
}

function cell(text: string): string {
  return plainText(text).replaceAll('|', '\\|');
}

/** What somebody said, line by line as it is. */
function quote(text: string): string {
  return plainLines(text)
    .trimEnd()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}
