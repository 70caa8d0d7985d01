import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Act, Script } from '../agents/model/script.js';
import { installedVersion } from '../agents/play.js';
import { built, planned, title as storyTitle } from '../support/phaseStory.js';
import { packedExtension } from './packedExtension.js';
import { realAgentProgram } from './realAgentProgram.js';
import { shareWorkbench } from './shareWorkbench.js';
import { shownTerminal } from './terminal.js';
import { answerText, askCommand, askedText, openFile, runCommand, screenshot, showBoard } from './workbench.js';

const title = 'Wrap a gift';
const story = 'STORY-011';
/** The demo has a cart. */
const ofDemo = (text: string): string => text.replaceAll('STORY-001', story).replaceAll('cart', 'wrap');
const spec = `docs/specs/${story}.md`;
const testCase = `docs/test_cases/${story}_case.md`;

const one = (...acts: readonly Act[]): Script => acts.map((act) => ({ acts: [act] }));

const scripts = {
  plan: [
    ...one(
      { write: spec, text: ofDemo(planned.files['docs/specs/STORY-001.md'].replace(storyTitle, title)) },
      { write: testCase, text: ofDemo(planned.files['docs/test_cases/STORY-001_case.md']) },
      { run: `pactwright board add-task ${story} "Add up"` },
    ),
    { say: 'The plan is written.' },
  ],
  talk: [{ say: 'I think that all is there.' }],
  act: [
    ...one(
      { write: 'test/wrap.test.js', text: ofDemo(built.files['test/cart.test.js']) },
      { write: 'src/wrap.js', text: built.files['src/cart.js'] },
      { run: `pactwright board tick ${story} 1` },
    ),
    { say: 'The work is built.' },
  ],
  check: [...one({ read: 'src/wrap.js' }), { say: 'The review is over.\n\nVERDICT: PASS' }],
  done: [{ say: 'Nothing else is to be done.' }],
} as const satisfies Readonly<Record<string, Script>>;

interface Session {
  readonly state: string;
  readonly inputTokens?: number;
  readonly cachedTokens?: number;
  readonly outputTokens?: number;
}

/** Programs start, gates run tests, and all of that on a machine that has much else to do: only states are waited for. */
const longest = { timeout: 600_000 };
const longestTest = 2 * longest.timeout;

const version = installedVersion('opencode');
const why = version === undefined ? ' (skipped: it is not installed)' : '';

/** What a person does who has installed the extension and OpenCode, in its own terminal. */
describe.skipIf(version === undefined)(`an item of the demo with OpenCode${why}`, () => {
  const { env, model } = realAgentProgram('opencode', {
    XDG_CONFIG_HOME: '.config',
    XDG_DATA_HOME: 'data',
    XDG_STATE_HOME: 'state',
    XDG_CACHE_HOME: 'cache',
  });
  const extension = packedExtension();
  const { folder, page } = shareWorkbench(undefined, () => ({ env, extension }));
  const terminal = shownTerminal(page, longest);
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' });
  // The model answers in this process, which must not stand still meanwhile.
  const sessions = async (): Promise<readonly Session[]> => {
    const args = ['agent', 'sessions', '--all', '--format', 'json', '--root', folder];
    const { stdout } = await promisify(execFile)(process.execPath, [path.resolve('dist/cli.js'), ...args]);
    // Our own output.
    return (JSON.parse(stdout) as { readonly sessions: readonly Session[] }).sessions;
  };
  const pick = async (text: string): Promise<void> => {
    const row = page().locator('.quick-input-widget .monaco-list-row', { hasText: text }).first();
    await row.waitFor(longest);
    await row.click();
  };
  const startPhase = async (summary: string): Promise<void> => {
    await askCommand(page(), 'Pactwright: Start Phase…');
    await askedText(page()).fill(summary);
    await pick(summary);
  };
  const words = (): Promise<string> => page().locator('.terminal-wrapper.active .xterm-rows').innerText();
  /** Waits for what the agent says at last, however long its program takes to start, and ends it as a person does. */
  const leave = async (said: string): Promise<void> => {
    const shown = async (): Promise<string> => (await words().catch(String)).replaceAll('\u00A0', ' ');
    await expect.poll(shown, { ...longest, interval: 1_000 }).toContain(said);
    // Its plugin reports what an answer has cost once that is complete.
    await expect.poll(async () => (await sessions())[0]?.state, { ...longest, interval: 2_000 }).toBe('idle');
    await page().locator('.terminal-wrapper.active .xterm-helper-textarea').press('Control+c');
  };
  const close = async (picture: string): Promise<void> => {
    const end = /Press Enter to close this terminal/u;
    await terminal.showing(end);
    await screenshot(page(), picture);
    await terminal.answer(end, '');
    await terminal.gone();
  };
  const goOn = /Do you want to continue\? \[y\/N\]/u;

  it(
    'is planned, and the plan is committed',
    async () => {
      await showBoard(page());
      model().play(scripts.plan);
      await startPhase('Writes the spec and the scenarios');
      await answerText(page(), /What is it about/u, title);
      await pick('OpenCode');
      await terminal.answer(/Start it\?.*\[N\]o/u, 'a');
      await leave('The plan is written');
      await terminal.answer(goOn, 'y');
      await close('real-planned');
      expect(git('log', '-1', '--format=%s')).toContain(`docs: plan ${story}`);
    },
    longestTest,
  );

  it(
    'is refused by the gate, sent back, and built in its worktree',
    async () => {
      model().play(scripts.talk);
      await openFile(page(), `${story}.md`);
      await startPhase('Builds what the spec says');
      await pick(story);
      await pick('OpenCode');
      await leave('I think that all is there');
      await terminal.showing(/Send OpenCode back with the gate’s findings/u);
      await page()
        .getByLabel('Work', { exact: true })
        .getByText(/refused by the gate/u)
        .waitFor(longest);
      await screenshot(page(), 'real-refused');
      model().play(scripts.act);
      await terminal.answer(/Send OpenCode back/u, 'y');
      await leave('The work is built');
      await close('real-built');
      expect(git('log', '-1', '--format=%B', `feature/${story}`)).toMatch(/^Agent: OpenCode/mu);
    },
    longestTest,
  );

  it(
    'is reviewed, and closed: merged, and nothing left over',
    async () => {
      model().play(scripts.check);
      await startPhase('Reviews the work against its spec');
      await pick(story);
      await pick('OpenCode');
      await leave('VERDICT: PASS');
      await close('real-reviewed');
      model().play(scripts.done);
      await startPhase('Closes an item');
      await pick(story);
      await pick('OpenCode');
      await leave('Nothing else is to be done');
      await terminal.answer(goOn, 'y');
      await terminal.answer(/merge feature[\s\S]*Do you want to continue\? \[y\/N\]/u, 'y');
      await close('real-closed');
      await runCommand(page(), 'Pactwright: Focus on Agents View');
      const view = page().locator('.pane', { hasText: 'Agents' });
      await view
        .getByText(new RegExp(`done ${story}`, 'u'))
        .first()
        .waitFor(longest);
      await screenshot(page(), 'real-agents');
      expect(readFileSync(path.join(folder, 'docs/product/sprint_board.md'), 'utf8')).not.toContain(story);
      expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
      expect(git('show', 'main:src/wrap.js')).toContain('total');
      const all = await sessions();
      const told = (name: Exclude<keyof Session, 'state'>): number =>
        all.reduce((sum, session) => sum + (session[name] ?? 0), 0);
      const counted = model().seen.filter(({ isMain }) => isMain);
      const sum = (name: 'input' | 'cached' | 'output'): number =>
        counted.reduce((before, { usage }) => before + (usage?.[name] ?? 0), 0);
      expect([told('inputTokens'), told('cachedTokens'), told('outputTokens')]).toEqual([
        sum('input'),
        sum('cached'),
        sum('output'),
      ]);
    },
    longestTest,
  );
});
