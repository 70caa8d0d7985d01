import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { bundledCli } from '../support/bundledCli.js';
import { built } from '../support/phaseStory.js';
import { sessionsIn } from './atWork.js';
import type { AgentId } from './homes.js';
import type { Act, Script } from './model/script.js';
import { addProgram, openPlay, type Play, type Played } from './play.js';
import { playScenes, type Scene } from './playScenes.js';
import { tellingOf } from './tellingOf.js';

/**
 * The programs that speak the Agent Client Protocol, themselves or by a bridge, on their default settings, in a phase of a person who
 * has named them in three lines: the table in docs/agents.md.
 */

const cli = bundledCli();

/** What a person installs beside the program so that it speaks the protocol. */
const bridges: Readonly<Partial<Record<AgentId, string>>> = { claude: 'claude-agent-acp', codex: 'codex-acp' };

/** How they count where it is not everything: `own` are the requests of the conversation itself. */
const counts: Readonly<Partial<Record<AgentId, 'own' | 'nothing'>>> = {
  claude: 'own',
  codex: 'own',
  gemini: 'own',
  opencode: 'nothing',
  droid: 'nothing',
};

const story = 'STORY-001';
const code = { write: 'src/cart.js', text: built.files['src/cart.js'] };
const test = { write: 'test/cart.test.js', text: built.files['test/cart.test.js'] };

const oneByOne = (...acts: readonly Act[]): Script => acts.map((act) => ({ acts: [act] }));

const building: Script = [
  { say: 'I read the spec.', acts: [{ read: `docs/specs/${story}.md` }] },
  ...oneByOne(test, { run: `pactwright test ${story}` }, code, { run: `pactwright board tick ${story} 1` }),
  { say: 'It is done.' },
];

async function openAcp(id: AgentId): Promise<Play> {
  const play = await openPlay(id, cli);
  const folder = path.join(play.env['HOME'] ?? '', '.config/pactwright');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'agents.yaml'), `- id: ${id}-acp\n  acp: ${id}\n`);
  const bridge = bridges[id];
  if (bridge !== undefined) addProgram(play, bridge);
  return play;
}

const words = ({ id }: Play): readonly string[] => [
  ...['phase', 'act', story, '--here', '--agent', `${id}-acp`, '--headless'],
];

const act = (play: Play, ...more: readonly string[]): Promise<Played> =>
  play.pactwright(...words(play), '--format', 'events', ...more);

const eventsOf = ({ events }: Played): readonly object[] =>
  events.flatMap((event) => (event.event === 'agentEvent' ? [event.agentEvent] : []));

/** The phase in a terminal, where a person can be asked. */
function inTerminal(play: Play): { readonly shown: () => string; readonly ended: Promise<number | null> } {
  const line = ['pactwright', ...words(play), '--rounds', '1'].join(' ');
  const child: ChildProcess = spawn('script', ['-qfec', line, '/dev/null'], { cwd: play.folder, env: play.env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let shown = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (shown += text));
  return { shown: () => shown, ended: new Promise((resolve) => child.on('close', resolve)) };
}

const scenes: Readonly<Record<string, Scene>> = {
  act: async ({ play, id, note }) => {
    play.model.play(building);
    const ran = await act(play);
    note(tellingOf(ran));
    expect(ran.code).toBe(0);
    expect(play.git('log', '-1', '--format=%B')).toMatch(/STORY-001[^]*^Agent: /mu);
    expect(play.git('status', '--porcelain')).toBe('');
    expect(play.model.seen.find(({ isMain }) => isMain)?.text).toContain('This is the phase act');
    const sum = (field: string): number =>
      eventsOf(ran).reduce((all, event) => all + Number(new Map(Object.entries(event)).get(field) ?? 0), 0);
    const counted = play.model.seen.filter(
      ({ isMain }) => counts[id] === undefined || (counts[id] === 'own' && isMain),
    );
    const seen = (name: 'input' | 'cached' | 'output'): number =>
      counted.reduce((all, { usage }) => all + (usage?.[name] ?? 0), 0);
    note(JSON.stringify(play.model.seen.map(({ isMain, usage }) => ({ isMain, usage }))));
    expect(sum('inputTokens')).toBe(seen('input'));
    expect(sum('outputTokens')).toBe(seen('output'));
    // Gemini CLI reports none of them.
    if (id !== 'gemini') expect(sum('cachedTokens')).toBe(seen('cached'));
  },

  again: async ({ play, id, note }) => {
    play.model.play([{ say: 'I think that all is there.' }, ...building]);
    const ran = await act(play);
    note(tellingOf(ran));
    expect(ran.code).toBe(0);
    const main = play.model.seen.filter(({ isMain }) => isMain);
    expect(main[1]?.text).toContain('The gate act-out still blocks');
    // Gemini CLI does not always find its session again; a new one has the whole prompt.
    if (id !== 'gemini') expect(main[1]?.text).toContain('I think that all is there.');
  },

  refused: async ({ play, note }) => {
    writeFileSync(path.join(play.folder, 'my-notes.md'), 'My notes\n');
    play.model.play([...oneByOne({ run: 'git clean -fdx', beyond: true }), { say: 'Cleaned up.' }]);
    const ran = await act(play, '--rounds', '1');
    note(tellingOf(ran));
    expect(eventsOf(ran)).toContainEqual(expect.objectContaining({ kind: 'refused', what: 'git clean -fdx' }));
    expect(play.read('my-notes.md')).toBe('My notes\n');
    expect(ran.events.flatMap((event) => (event.event === 'agentEnd' ? event.losses : []))).toEqual([]);
  },

  asks: async ({ play, id, note }) => {
    play.model.play([
      ...oneByOne({ run: 'touch allowed.txt', beyond: true }, { run: 'touch rejected.txt', beyond: true }),
      { say: 'Done.' },
    ]);
    const { shown, ended } = inTerminal(play);
    for (const [what, answer] of [
      ['touch allowed.txt', 'yes'],
      ['touch rejected.txt', 'no'],
    ] as const) {
      await vi.waitFor(
        () => {
          expect(shown()).toMatch(new RegExp(String.raw`do this\? \w+: ${what}`, 'u'));
        },
        { timeout: id === 'opencode' ? 30_000 : 120_000, interval: 200 },
      );
      const answered = await play.pactwright('agent', 'answer', sessionsIn(play)[0] ?? '', answer);
      expect(answered.out + answered.err).toContain('continues in its terminal');
    }
    await ended;
    note(shown());
    expect(existsSync(path.join(play.folder, 'allowed.txt'))).toBe(true);
    expect(existsSync(path.join(play.folder, 'rejected.txt'))).toBe(false);
  },
};

const programs = ['gemini', 'qwen', 'opencode', 'copilot', 'claude', 'codex', 'droid'] as const;

playScenes({ name: 'acp', scenes, programs: programs.map((id) => [id, bridges[id] ?? id]), open: openAcp });
