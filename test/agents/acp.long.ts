import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { bundledCli } from '../support/bundledCli.js';
import { has } from '../support/hasProgram.js';
import { built } from '../support/phaseStory.js';
import { sessionsIn } from './atWork.js';
import type { Act, Script } from './model/script.js';
import { installedVersion, openPlay, type Play, type Played } from './play.js';

/**
 * The programs that speak the Agent Client Protocol themselves, as they come, by that protocol: in a phase of a person who has
 * named them in three lines.
 */

const cli = bundledCli();
const hasScript = has('script', '--version');

/** With how they count: `all` the tokens that the model counted, `some` of them, or `none`. */
const programs = [
  ['opencode', 'none'],
  ['copilot', 'all'],
  ['gemini', 'some'],
  ['qwen', 'all'],
] as const;

type Id = (typeof programs)[number][0];

const story = 'STORY-001';
const code = { write: 'src/cart.js', text: built.files['src/cart.js'] };
const test = { write: 'test/cart.test.js', text: built.files['test/cart.test.js'] };

const oneByOne = (...acts: readonly Act[]): Script => acts.map((act) => ({ acts: [act] }));

const building: Script = [
  { say: 'I read the spec.', acts: [{ read: `docs/specs/${story}.md` }] },
  ...oneByOne(test, { run: `pactwright test ${story}` }, code, { run: `pactwright board tick ${story} 1` }),
  { say: 'It is done.' },
];

async function openAcp(id: Id): Promise<Play> {
  const play = await openPlay(id, cli);
  const folder = path.join(play.env['HOME'] ?? '', '.config/pactwright');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'agents.yaml'), `- id: ${id}-acp\n  acp: ${id}\n`);
  return play;
}

const words = (id: Id): readonly string[] => ['phase', 'act', story, '--here', '--agent', `${id}-acp`, '--headless'];

const act = (play: Play, id: Id, ...more: readonly string[]): Promise<Played> =>
  play.pactwright(...words(id), '--format', 'events', ...more);

const eventsOf = ({ events }: Played): readonly object[] =>
  events.flatMap((event) => (event.event === 'agentEvent' ? [event.agentEvent] : []));

const telling = ({ code: exit, err, events }: Played): string =>
  [exit, err, ...events.map((event) => JSON.stringify(event).slice(0, 300))].join('\n');

/** The phase in a terminal, where a person can be asked. */
function inTerminal(play: Play, id: Id): { readonly shown: () => string; readonly ended: Promise<number | null> } {
  const line = ['pactwright', ...words(id), '--rounds', '1'].join(' ');
  const child: ChildProcess = spawn('script', ['-qfec', line, '/dev/null'], { cwd: play.folder, env: play.env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let shown = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (shown += text));
  return { shown: () => shown, ended: new Promise((resolve) => child.on('close', resolve)) };
}

describe.each(
  programs.map(
    ([id, counts]) =>
      [id, installedVersion(id) !== undefined ? '' : ' (skipped: it is not installed)', counts] as const,
  ),
)('%s%s', (id, _, counts) => {
  const played = it.skipIf(installedVersion(id) === undefined);

  played(
    'builds what the spec says, and the gate lets it pass',
    async () => {
      const play = await openAcp(id);
      play.model.play(building);
      const ran = await act(play, id);
      expect(ran.code, telling(ran)).toBe(0);
      expect(play.git('log', '-1', '--format=%B')).toMatch(/STORY-001[^]*^Agent: /mu);
      expect(play.git('status', '--porcelain')).toBe('');
      expect(play.model.seen.find(({ isMain }) => isMain)?.text).toContain('This is the phase act');
      const sum = (field: string): number =>
        eventsOf(ran).reduce((all, event) => all + Number(new Map(Object.entries(event)).get(field) ?? 0), 0);
      // Gemini CLI leaves out its small requests beside the conversation.
      const counted = play.model.seen.filter(({ isMain }) => isMain || counts === 'all');
      const seen = counted.reduce((all, { usage }) => all + (usage?.input ?? 0), 0);
      if (counts === 'none') expect(sum('inputTokens')).toBe(0);
      else expect(sum('inputTokens')).toBe(seen);
      if (counts === 'all') expect(sum('cachedTokens')).toBe(play.model.seen.length * 400);
    },
    280_000,
  );

  played(
    'goes on in the same conversation when it is sent back',
    async () => {
      const play = await openAcp(id);
      play.model.play([{ say: 'I think that all is there.' }, ...building]);
      const ran = await act(play, id);
      expect(ran.code, telling(ran)).toBe(0);
      const main = play.model.seen.filter(({ isMain }) => isMain);
      expect(main[1]?.text).toContain('The gate act-out still blocks');
      // Gemini CLI does not always find its session again; a new one has the whole prompt.
      if (id !== 'gemini') expect(main[1]?.text).toContain('I think that all is there.');
    },
    280_000,
  );

  // OpenCode asks for nothing inside the folder, unless its own settings say so.
  it.skipIf(installedVersion(id) === undefined || id === 'opencode')(
    'is refused what nobody is there to allow, and nothing is lost by it',
    async () => {
      const play = await openAcp(id);
      writeFileSync(path.join(play.folder, 'my-notes.md'), 'My notes\n');
      play.model.play([...oneByOne({ run: 'git clean -fdx' }), { say: 'Cleaned up.' }]);
      const ran = await act(play, id, '--rounds', '1');
      expect(eventsOf(ran), telling(ran)).toContainEqual(
        expect.objectContaining({ kind: 'refused', what: 'git clean -fdx' }),
      );
      expect(play.read('my-notes.md')).toBe('My notes\n');
      expect(ran.events.flatMap((event) => (event.event === 'agentEnd' ? event.losses : []))).toEqual([]);
    },
    280_000,
  );

  it.skipIf(installedVersion(id) === undefined || id === 'opencode' || !hasScript)(
    'waits for a person to allow it, who answers elsewhere',
    async () => {
      const play = await openAcp(id);
      play.model.play([...oneByOne({ run: 'touch allowed.txt' }, { run: 'touch rejected.txt' }), { say: 'Done.' }]);
      const { shown, ended } = inTerminal(play, id);
      for (const [what, answer] of [
        ['touch allowed.txt', 'yes'],
        ['touch rejected.txt', 'no'],
      ] as const) {
        await vi.waitFor(
          () => {
            expect(shown()).toContain(`do this? execute: ${what}`);
          },
          { timeout: 120_000, interval: 200 },
        );
        const answered = await play.pactwright('agent', 'answer', sessionsIn(play)[0] ?? '', answer);
        expect(answered.out + answered.err).toContain('continues in its terminal');
      }
      await ended;
      expect(existsSync(path.join(play.folder, 'allowed.txt')), shown()).toBe(true);
      expect(existsSync(path.join(play.folder, 'rejected.txt'))).toBe(false);
    },
    280_000,
  );
});
