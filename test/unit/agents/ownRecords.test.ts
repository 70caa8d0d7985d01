import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { CostName } from '../../../server/src/agents/agent.js';
import { agentNamed } from '../../../server/src/agents/registry.js';
import { type KnownRecords, readOwnCosts, type Recorded } from '../../../server/src/execution/agents/ownRecords.js';
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
  },
  codex: {
    file: '.codex/sessions/2026/11/25/rollout.jsonl',
    session: '20261125-232636-act-STORY-001-cf43',
    later: '2026-11-25T23:27:24.000Z',
    all: costs(3800, 1200, 128),
    rest: costs(2700, 800, 87),
  },
  copilot: {
    file: '.copilot/session-state/04ee9055/events.jsonl',
    session: '20261125-232903-act-STORY-001-b519',
    later: '2026-11-25T23:29:10.300Z',
    all: costs(3600, 1200, 126),
    rest: costs(2500, 800, 85),
  },
  gemini: {
    file: '.gemini/tmp/shop/chats/session.jsonl',
    session: '20261125-232920-act-STORY-001-1836',
    later: '2026-11-25T23:29:26.000Z',
    all: costs(3900, 1200, 129),
    rest: costs(2700, 800, 87),
  },
  qwen: {
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

async function costsIn(
  id: string,
  machine: ReturnType<typeof home>,
  recorded: Partial<Recorded>,
  known: KnownRecords = new Map(),
): Promise<unknown> {
  const records = agentNamed(id)?.records;
  if (!records) throw new Error(`${id} keeps no records`);
  const given = { session: 'no such session', folder: '/elsewhere', startedAt: begun, ...recorded };
  const found = await readOwnCosts(machine, records, given, known);
  return found && costs(found.inputTokens ?? 0, found.cachedTokens ?? 0, found.outputTokens ?? 0);
}

it.each(Object.entries(kept))('%s', async (id, { file, session, later, all, rest }) => {
  const text = readFileSync(path.resolve(`test/agents/records/${id}.jsonl`), 'utf8');
  const machine = home({ [file]: text });
  expect(await costsIn(id, machine, { session, folder: '/project' })).toEqual(all);
  expect(await costsIn(id, machine, { session, folder: '/project', startedAt: Date.parse(later) })).toEqual(rest);
  expect(await costsIn(id, machine, {})).toBeUndefined();
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
