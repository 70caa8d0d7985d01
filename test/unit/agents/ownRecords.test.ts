import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { CostName } from '../../../server/src/agents/agent.js';
import { agentNamed } from '../../../server/src/agents/registry.js';
import {
  type KnownRecords,
  type OwnRecord,
  readOwnRecord,
  type Recorded,
} from '../../../server/src/execution/agents/ownRecords.js';
import type { Machine } from '../../../server/src/workspace/machine.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { testMachine } from '../../support/testMachine.js';

type Costs = Readonly<Partial<Record<CostName, number>>>;

interface Kept {
  /** Where the program put it, in a home folder. */
  readonly file: string;
  readonly session: string;
  /** After its first answer. */
  readonly later: string;
  /** What the scripted model counted for the agent's own conversation: in all, and after that. */
  readonly all: Costs;
  readonly rest: Costs;
  /** Its own id of the session. */
  readonly own: string;
  /** The program's hooks, or nothing, tell when a turn is over. */
  readonly hidesTurns?: true;
}

const costs = (inputTokens: number, cachedTokens: number, outputTokens: number): Costs => ({
  inputTokens,
  cachedTokens,
  outputTokens,
});

/**
 * What the programs recorded of a session in a terminal, long texts cut, in front of a model that kept count. Codex and Gemini CLI do
 * not record the small requests beside the conversation.
 */
const kept: Readonly<Record<string, Kept>> = {
  claude: {
    file: '.claude/projects/-project/c109bfc4.jsonl',
    session: '20261125-232617-act-STORY-001-8ceb',
    later: '2026-11-25T23:26:24.000Z',
    all: costs(5000, 1600, 170),
    rest: costs(3900, 1200, 129),
    own: 'c109bfc4-7673-42a4-9653-aaaef34a5193',
    hidesTurns: true,
  },
  codex: {
    own: '01a21509-0708-7c40-8f9b-2f9ee645f55d',
    file: '.codex/sessions/2026/11/25/rollout.jsonl',
    session: '20261125-232636-act-STORY-001-cf43',
    later: '2026-11-25T23:27:24.000Z',
    all: costs(3800, 1200, 128),
    rest: costs(2700, 800, 87),
  },
  copilot: {
    own: '04ee9055-01e5-458c-8b37-b31e06145ce3',
    file: '.copilot/session-state/04ee9055/events.jsonl',
    session: '20261125-232903-act-STORY-001-b519',
    later: '2026-11-25T23:29:10.300Z',
    all: costs(3600, 1200, 126),
    rest: costs(2500, 800, 85),
  },
  gemini: {
    own: '75ee9678-61a6-48bd-b4b8-f0b4949ac120',
    hidesTurns: true,
    file: '.gemini/tmp/shop/chats/session.jsonl',
    session: '20261125-232920-act-STORY-001-1836',
    later: '2026-11-25T23:29:26.000Z',
    all: costs(3900, 1200, 129),
    rest: costs(2700, 800, 87),
  },
  qwen: {
    own: '0d05853d-8deb-4830-84c9-614eba6bb13c',
    file: '.qwen/projects/-project/chats/0d05853d.jsonl',
    session: '20261125-232935-act-STORY-001-1546',
    later: '2026-11-25T23:29:41.500Z',
    all: costs(3600, 1200, 126),
    rest: costs(2500, 800, 85),
  },
};

const begun = Date.parse('2026-11-25T23:20:00.000Z');

function home(files: Readonly<Record<string, string>>, at = begun + 3_600_000): Pick<Machine, 'disk' | 'places'> {
  const folder = temporaryFolder(files);
  for (const file of Object.keys(files)) utimesSync(path.join(folder, file), at / 1000, at / 1000);
  const machine = testMachine();
  return { disk: machine.disk, places: { ...machine.places, env: {}, home: folder } };
}

async function recordIn(
  id: string,
  machine: ReturnType<typeof home>,
  recorded: Partial<Recorded>,
  known: KnownRecords = new Map(),
): Promise<OwnRecord | undefined> {
  const records = agentNamed(id)?.records;
  if (!records) throw new Error(`${id} keeps no records`);
  const given = { session: 'no such session', folder: '/elsewhere', startedAt: begun, ...recorded };
  return readOwnRecord(machine, records, given, known);
}

async function costsIn(...given: Parameters<typeof recordIn>): Promise<unknown> {
  const found = (await recordIn(...given))?.costs;
  return found && costs(found.inputTokens ?? 0, found.cachedTokens ?? 0, found.outputTokens ?? 0);
}

it.each(Object.entries(kept))('%s', async (id, { file, session, later, all, rest }) => {
  const text = readFileSync(path.resolve(`test/agents/records/${id}.jsonl`), 'utf8');
  const machine = home({ [file]: text });
  expect(await costsIn(id, machine, { session, folder: '/project' })).toEqual(all);
  expect(await costsIn(id, machine, { session, folder: '/project', startedAt: Date.parse(later) })).toEqual(rest);
  expect(await costsIn(id, machine, {})).toBeUndefined();
});

it.each(Object.entries(kept))('%s: its own id, and whether its turn is over', async (id, given) => {
  const { file, session, later, own, hidesTurns } = given;
  const text = readFileSync(path.resolve(`test/agents/records/${id}.jsonl`), 'utf8');
  const over = async (kept: string, startedAt = begun): Promise<boolean | undefined> =>
    (await recordIn(id, home({ [file]: kept }), { session, folder: '/project', startedAt }))?.isOver;
  expect(await recordIn(id, home({ [file]: text }), { session, folder: '/project' })).toMatchObject({
    agentSession: own,
    isOver: hidesTurns ? undefined : true,
  });
  if (hidesTurns) return;
  const lines = text.split('\n');
  const last = lines.findLastIndex((line) => line.includes('I stop here.'));
  expect(await over(lines.slice(0, last).join('\n'))).toBe(false);
  // What was over when the session was resumed is not the end of this turn.
  expect(await over(text, Date.parse(later) + 3_600_000)).toBeUndefined();
});

it('leaves the id and the turn unknown where two sessions of the folder could be meant', async () => {
  const chat = (sessionId: string): string =>
    [
      { sessionId, type: 'user', cwd: '/project', timestamp: '2026-11-25T23:30:00.000Z' },
      { sessionId, type: 'assistant', timestamp: '2026-11-25T23:30:01.000Z', message: { parts: [{ text: 'Done.' }] } },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n');
  const folder = '.qwen/projects/-project/chats';
  const at = { folder: '/project' };
  expect(await recordIn('qwen', home({ [`${folder}/a.jsonl`]: chat('a') }), at)).toMatchObject({
    agentSession: 'a',
    isOver: true,
  });
  const two = home({ [`${folder}/a.jsonl`]: chat('a'), [`${folder}/b.jsonl`]: chat('b') });
  const found = await recordIn('qwen', two, at);
  expect(found).toBeDefined();
  expect([found?.agentSession, found?.isOver]).toEqual([undefined, undefined]);
});

it('counts how often a request has failed since the last answer', async () => {
  const line = (second: number, name: string): string => {
    const uiEvent = { 'event.name': `qwen-code.${name}`, error_message: '429 You exceeded your current quota' };
    const timestamp = `2026-11-25T23:30:0${second}.000Z`;
    return JSON.stringify({ uuid: String(second), cwd: '/project', timestamp, systemPayload: { uiEvent } });
  };
  const failing = async (...lines: readonly string[]): Promise<unknown> => {
    const machine = home({ '.qwen/projects/-project/chats/a.jsonl': lines.join('\n') });
    return (await recordIn('qwen', machine, { folder: '/project', startedAt: Date.parse('2026-11-25T23:30:02.000Z') }))
      ?.failing;
  };
  const message = '429 You exceeded your current quota';
  expect(await failing(line(1, 'api_error'), line(2, 'api_error'), line(3, 'api_error'))).toEqual({
    message,
    attempt: 2,
  });
  expect(await failing(line(2, 'api_error'), line(3, 'api_response'), line(4, 'api_error'))).toEqual({
    message,
    attempt: 1,
  });
  expect(await failing(line(2, 'api_error'), line(3, 'api_response'))).toBeUndefined();
});

const answer = (id: string, input: number): string =>
  `${JSON.stringify({ type: 'assistant', timestamp: '2026-11-25T23:30:00.000Z', message: { id, usage: { input_tokens: input, output_tokens: 1 } } })}\n`;

it('is the record that names our prompt, then that of the reported session, then the newest of the folder; with its subagents', async () => {
  const folder = '.claude/projects/-project';
  const machine = home({
    [`${folder}/one.jsonl`]: `prompts/ours.md\n${answer('a', 1)}`,
    [`${folder}/one/subagents/agent.jsonl`]: answer('b', 10),
    [`${folder}/two.jsonl`]: `two, in "/project"\n${answer('c', 100)}`,
    [`${folder}/three.jsonl`]: `in "/project"\n${answer('d', 1000)}`,
  });
  const newer = (begun + 7_200_000) / 1000;
  utimesSync(path.join(machine.places.home, folder, 'three.jsonl'), newer, newer);
  const at = { folder: '/project' };
  expect(await costsIn('claude', machine, { ...at, session: 'ours', agentSession: 'two' })).toEqual(costs(11, 0, 2));
  expect(await costsIn('claude', machine, { ...at, agentSession: 'two' })).toEqual(costs(100, 0, 1));
  expect(await costsIn('claude', machine, at)).toEqual(costs(1000, 0, 1));
});

it('is nothing that was written before, and nothing where there is no record', async () => {
  const file = '.claude/projects/-project/one.jsonl';
  expect(await costsIn('claude', home({ [file]: `ours\n${answer('a', 1)}` }, begun - 1000), { session: 'ours' })).toBe(
    undefined,
  );
  expect(await costsIn('claude', home({ 'notes.txt': '' }), { session: 'ours' })).toBeUndefined();
});

it('is not that of a folder whose name only begins the same', async () => {
  const machine = home({ '.claude/projects/-12/one.jsonl': `"cwd":"/home/me/STORY-12"\n${answer('a', 1)}` });
  expect(await costsIn('claude', machine, { folder: '/home/me/STORY-1' })).toBeUndefined();
  expect(await costsIn('claude', machine, { folder: '/home/me/STORY-12' })).toEqual(costs(1, 0, 1));
});

it('is searched for in each file once, and then read alone', async () => {
  const folder = '.claude/projects/-project';
  const machine = home({ [`${folder}/ours.jsonl`]: answer('a', 1), [`${folder}/other.jsonl`]: answer('b', 10) });
  const reads = vi.spyOn(machine.disk, 'readFile');
  onTestFinished(() => reads.mockRestore());
  const known: KnownRecords = new Map();
  const look = async (): Promise<readonly string[]> => {
    reads.mockClear();
    await costsIn('claude', machine, { session: 'our session' }, known);
    return reads.mock.calls.map(([file]) => (typeof file === 'string' ? path.basename(file) : '')).sort();
  };
  expect(await look()).toEqual(['other.jsonl', 'ours.jsonl']);
  expect(await look()).toEqual([]);
  writeFileSync(path.join(machine.places.home, folder, 'ours.jsonl'), `our session\n${answer('a', 1)}`);
  // To search it, and to read it.
  expect(await look()).toEqual(['ours.jsonl', 'ours.jsonl']);
  expect(await look()).toEqual(['ours.jsonl']);
});
