import { fieldsOf, isCount, isTime } from '../../gates/evidence/readEntry.js';
import type { AgentEnd, AgentEndKind } from '../agentEnd.js';
import type { AgentEvent } from '../agentEvent.js';
import { phaseNames } from '../phase.js';
import type { FileStamps, GateAnswer, ProcessMark, SessionEntry, SessionStart } from '../sessionRecord.js';

type Fields = Readonly<Record<string, unknown>>;

/** A line of a session's log; undefined where it is none that this version knows. Never throws. */
export function readSessionEntry(line: string): SessionEntry | undefined {
  const fields = fieldsOf(parseJson(line));
  const at = fields?.['at'];
  if (!fields || !isTime(at)) return undefined;
  switch (fields['kind']) {
    case 'start': {
      const start = readStart(fieldsOf(fields['start']) ?? {});
      const keeper = readMark(fieldsOf(fields['keeper']) ?? {});
      return start && keeper && { kind: 'start', at, start, keeper };
    }
    case 'before': {
      const files = fieldsOf(fields['files']);
      return files && { kind: 'before', at, files: stampsOf(files) };
    }
    case 'process': {
      const mark = readMark(fieldsOf(fields['process']) ?? {});
      return mark && { kind: 'process', at, process: mark };
    }
    case 'event': {
      const event = readEvent(fieldsOf(fields['event']) ?? {});
      return event && { kind: 'event', at, event };
    }
    case 'gate': {
      const gate = readGate(fieldsOf(fields['gate']) ?? {});
      return gate && { kind: 'gate', at, gate };
    }
    case 'end': {
      const end = readEnd(fieldsOf(fields['end']) ?? {});
      const { code } = fields;
      return end && (code === null || typeof code === 'number') ? { kind: 'end', at, code, end } : undefined;
    }
    default:
      return undefined;
  }
}

function readStart(fields: Fields): SessionStart | undefined {
  const { id, agent, round, folder, command } = fields;
  const mode = (['interactive', 'headless'] as const).find((one) => one === fields['mode']);
  const access = (['read', 'write'] as const).find((one) => one === fields['access']);
  const phase = phaseNames.find((one) => one === fields['phase']);
  if (typeof id !== 'string' || typeof agent !== 'string' || typeof folder !== 'string') return undefined;
  if (!mode || !access || !isCount(round) || !isTexts(command)) return undefined;
  const texts = textsOf(fields, 'model', 'item', 'branch', 'resumes');
  return { id, agent, mode, access, ...texts, ...(phase ? { phase } : {}), round, folder, command };
}

function stampsOf(files: Fields): FileStamps {
  return Object.fromEntries(
    Object.entries(files).flatMap(([path, stamp]) => (typeof stamp === 'string' ? [[path, stamp]] : [])),
  );
}

function readMark({ pid, startedAt }: Fields): ProcessMark | undefined {
  return isCount(pid) && typeof startedAt === 'string' ? { pid, startedAt } : undefined;
}

function readGate(fields: Fields): GateAnswer | undefined {
  const { gate, answer } = fields;
  if (typeof gate !== 'string' || typeof answer !== 'string') return undefined;
  return { gate, answer, ...textsOf(fields, 'next') };
}

function readEvent(fields: Fields): AgentEvent | undefined {
  const { session, text, tool, path, why, message } = fields;
  switch (fields['kind']) {
    case 'session':
      return typeof session === 'string' ? { kind: 'session', session, ...textsOf(fields, 'transcript') } : undefined;
    case 'message':
      return typeof text === 'string' ? { kind: 'message', text } : undefined;
    case 'tool':
      return typeof tool === 'string' ? { kind: 'tool', tool, ...textsOf(fields, 'what') } : undefined;
    case 'fileChange':
      return typeof path === 'string' ? { kind: 'fileChange', path } : undefined;
    case 'cost':
      return {
        kind: 'cost',
        ...numbersOf(fields, 'dollars', 'inputTokens', 'outputTokens'),
        ...(fields['isMore'] === true ? { isMore: true as const } : {}),
      };
    case 'waiting':
      return typeof why === 'string' ? { kind: 'waiting', why } : undefined;
    case 'working':
      return { kind: 'working' };
    case 'turnEnd':
      return { kind: 'turnEnd' };
    case 'error':
      return typeof message === 'string' ? { kind: 'error', message } : undefined;
    default:
      return undefined;
  }
}

const endKinds: readonly AgentEndKind[] = [
  'finished',
  'auth',
  'rateLimit',
  'timeout',
  'cancelled',
  'crash',
  'notStarted',
];

function readEnd({ kind, message }: Fields): AgentEnd | undefined {
  const known = endKinds.find((one) => one === kind);
  return known && typeof message === 'string' ? { kind: known, message } : undefined;
}

/** Those of the fields that are texts. */
function textsOf<K extends string>(fields: Fields, ...names: readonly K[]): { readonly [key in K]?: string } {
  return ofKind(fields, names, (value) => typeof value === 'string');
}

function numbersOf<K extends string>(fields: Fields, ...names: readonly K[]): { readonly [key in K]?: number } {
  return ofKind(fields, names, (value) => typeof value === 'number');
}

function ofKind<K extends string, T>(
  fields: Fields,
  names: readonly K[],
  is: (value: unknown) => value is T,
): { readonly [key in K]?: T } {
  const found: { [key in K]?: T } = {};
  for (const name of names) {
    const value = fields[name];
    if (is(value)) found[name] = value;
  }
  return found;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
