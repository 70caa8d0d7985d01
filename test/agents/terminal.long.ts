import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { agentChecks } from '../../server/src/agents/registry.js';
import { fieldsOf, parseJson } from '../../server/src/base/json.js';
import { bundledCli } from '../support/bundledCli.js';
import { has } from '../support/hasProgram.js';
import { writeFiles } from '../support/temporaryFolder.js';
import type { AgentId } from './homes.js';
import { openPlay, type Play, programsOf } from './play.js';

/**
 * The real programs in a real terminal, as a person has them: what the gate refuses goes back into the same conversation, and what the
 * sessions cost is what the model counted.
 */

const cli = bundledCli();

interface Manners {
  /** What it asks at its first start in a home folder, and the keys that answer it. */
  readonly asks: readonly Answer[];
  /** The keys that end it. */
  readonly quit: readonly string[];
  /** Whether its hook sends a turn back that leaves something undone. */
  readonly holds?: true;
  /** Nothing tells when its turn is over. */
  readonly hidesTurnEnd?: true;
  /** It cannot resume a session with a prompt: a new one gets the whole prompt of the phase. */
  readonly startsAgain?: true;
  /** Requests that no record of it has. */
  readonly unrecorded?: RegExp;
  /** What a person has who has used it before, by path in the home folder. */
  readonly files?: Readonly<Record<string, string>>;
}

type Answer = readonly [question: RegExp, ...keys: readonly string[]];

const manners: Readonly<Partial<Record<AgentId, Manners>>> = {
  claude: {
    // At its first start it would look for Anthropic's servers.
    files: { '.claude.json': JSON.stringify({ hasCompletedOnboarding: true }) },
    asks: [
      [/Do you want to use this API key/u, 'Up', 'Enter'],
      [/trust this folder/iu, 'Down', 'Enter'],
    ],
    quit: ['/exit', 'Enter'],
    holds: true,
  },
  codex: {
    asks: [
      [/Trust this folder/u, 'Enter'],
      [/Trust all and continue/u, 'Down', 'Enter'],
    ],
    quit: ['/quit', 'Enter'],
    holds: true,
  },
  opencode: { asks: [], quit: ['C-c'] },
  copilot: { asks: [[/Yes, and remember this folder/u, 'Down', 'Enter']], quit: ['/exit', 'Enter'] },
  gemini: { asks: [], quit: ['/quit', 'Enter'], hidesTurnEnd: true, startsAgain: true },
  qwen: { asks: [], quit: ['/quit', 'Enter'], unrecorded: /\[SUGGESTION MODE:/u },
};

interface Terminal {
  readonly shown: () => string;
  readonly press: (...keys: readonly string[]) => void;
}

/** Opens a terminal in which a command runs; the last lines say how it ended. */
function openTerminal({ folder, env }: Play, command: string): Terminal {
  const name = `pactwright-${process.pid}-${Date.now()}`;
  const tmux = (...args: readonly string[]): string =>
    execFileSync('tmux', ['-L', name, '-f', '/dev/null', ...args], {
      cwd: folder,
      env: { ...env, TERM: 'xterm-256color' },
      encoding: 'utf8',
    });
  tmux('new-session', '-d', '-x', '140', '-y', '45', `${command}; echo "EXIT CODE $?"; exec sleep 600`);
  onTestFinished(() => void tmux('kill-server'));
  return {
    shown: () => tmux('capture-pane', '-p', '-S', '-200'),
    press: (...keys) => void tmux('send-keys', ...keys),
  };
}

/** In milliseconds. */
const patience = 120_000;

/** Answers what is asked, each once, until the screen shows something. */
async function answerUntil(what: RegExp, asks: readonly Answer[], { shown, press }: Terminal): Promise<string> {
  const left = [...asks];
  const deadline = Date.now() + patience;
  for (;;) {
    const screen = shown();
    if (what.test(screen)) return screen;
    if (Date.now() > deadline) throw new Error(`the terminal does not show ${what}:\n${screen.slice(-4_000)}`);
    const at = left.findIndex(([question]) => question.test(screen));
    const [[, ...keys] = []] = at < 0 ? [] : left.splice(at, 1);
    await typed(keys, press);
    await pause(500);
  }
}

/** As somebody types: programs take what comes at once for something that is pasted. */
async function typed(keys: readonly string[], press: Terminal['press']): Promise<void> {
  for (const key of keys) {
    press(key);
    await pause(500);
  }
}

/** The sessions, newest first. */
async function sessionsOf(play: Play): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { out } = await play.pactwright('agent', 'sessions', '--all', '--format', 'json');
  const list = fieldsOf(parseJson(out))?.['sessions'];
  return Array.isArray(list) ? list.map((one) => fieldsOf(one) ?? {}) : [];
}

async function turnOver(play: Play): Promise<void> {
  const deadline = Date.now() + patience;
  while ((await sessionsOf(play))[0]?.['state'] !== 'idle') {
    if (Date.now() > deadline) throw new Error(`its turn is not over: ${JSON.stringify(await sessionsOf(play))}`);
    await pause(1_000);
  }
}

/** Waits until a program asks nothing more beside its conversation, such as what to remember of it. */
async function modelRests({ model }: Play): Promise<void> {
  let before: number;
  do {
    before = model.seen.length;
    await pause(2_000);
  } while (before < model.seen.length);
}

const hasTmux = has('tmux', '-V');

interface Spent {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

function sumOf(all: readonly (Spent | undefined)[]): Spent {
  const sum = (name: keyof Spent): number => all.reduce((before, one) => before + (one?.[name] ?? 0), 0);
  return { input: sum('input'), cached: sum('cached'), output: sum('output') };
}

const first = 'I think that all is there.';
const second = 'I still think so.';
const sentOn = 'STORY-001 is not finished. Its gate act-out finds:';

describe.each(programsOf(manners))('$title', ({ id, use, isMissing }) => {
  it.skipIf(isMissing || !hasTmux)(
    `is judged when its turn ends, is sent back in a terminal, and costs what its model counted${hasTmux ? '' : ' (skipped: tmux is not installed)'}`,
    async () => {
      const { asks, quit, holds, hidesTurnEnd, startsAgain, unrecorded, files = {} } = use;
      const play = await openPlay(id, cli);
      writeFiles(play.env['HOME'] ?? '', files);
      const terminal = openTerminal(play, `pactwright phase act STORY-001 --here --agent ${id}`);
      const turn = async (said: string, ...questions: readonly Answer[]): Promise<void> => {
        play.model.play([{ say: said }, { say: `${said} (2)` }]);
        await answerUntil(new RegExp(said, 'u'), questions, terminal);
        if (!hidesTurnEnd) await turnOver(play);
        await modelRests(play);
      };
      await turn(first, [/Start it\?/u, 'a', 'Enter'], ...asks);
      const judged = await play.pactwright('agent', 'gate', String((await sessionsOf(play))[0]?.['id']));
      expect(judged, judged.err).toMatchObject({
        code: 1,
        out: expect.stringContaining('Fix this, or have the agent fix it, and run the gate again') as string,
      });
      expect((await sessionsOf(play))[0]).toMatchObject({ gate: { gate: 'act-out', answer: 'refused' } });
      await typed(quit, terminal.press);
      await turn(second, [/Send .* back with the gate’s findings\?/u, 'y', 'Enter']);
      await typed(quit, terminal.press);
      await answerUntil(/EXIT CODE 1/u, [], terminal);

      const main = play.model.seen.filter(({ isMain }) => isMain);
      expect(main.filter(({ text }) => text.includes(sentOn)).length > 0).toBe(holds ?? false);
      expect(main.at(-1)?.text).toContain(startsAgain ? 'Build what the spec says' : first);
      const sessions = await sessionsOf(play);
      expect(sessions).toHaveLength(2);
      const counted = agentChecks[id]?.terminalTokens === 'all' ? play.model.seen : main;
      const recorded = counted.filter(({ text }) => unrecorded?.test(text) !== true);
      expect(
        sumOf(
          sessions.map(({ inputTokens, cachedTokens, outputTokens }) => ({
            input: Number(inputTokens),
            cached: Number(cachedTokens),
            output: Number(outputTokens),
          })),
        ),
      ).toEqual(sumOf(recorded.map(({ usage }) => usage)));
    },
    400_000,
  );
});
