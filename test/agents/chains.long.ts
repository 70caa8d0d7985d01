import { describe, expect, it } from 'vitest';
import { bundledCli } from '../support/bundledCli.js';
import { built } from '../support/phaseStory.js';
import { killAtWork } from './atWork.js';
import type { AgentId } from './homes.js';
import type { Act, Fault, Script } from './model/script.js';
import { installedVersion, openPlay, type Play, type Played } from './play.js';
import { tellingOf } from './tellingOf.js';

/** The real programs when the model or the agent that was named first cannot work: the next one continues. */

const cli = bundledCli();
const story = 'STORY-001';
const test: Act = { write: 'test/cart.test.js', text: built.files['test/cart.test.js'] };
const building: Script = [
  { acts: [test] },
  { acts: [{ write: 'src/cart.js', text: built.files['src/cart.js'] }] },
  { acts: [{ run: `pactwright board tick ${story} 1` }] },
  { say: 'It is done.' },
];

/** How each asks for a model. Qwen Code is left out: its home here has one model. */
const models: readonly (readonly [id: AgentId, first: string, second: string, mark: string])[] = [
  ['claude', 'claude-opus-4-8', 'claude-sonnet-4-9', '"model":"claude-opus-4-8"'],
  ['codex', 'gpt-5', 'gpt-5-mini', '"model":"gpt-5"'],
  ['opencode', 'scripted/model', 'scripted/other', '"model":"model"'],
  ['copilot', 'gpt-5', 'gpt-5-mini', '"model":"gpt-5"'],
  ['gemini', 'gemini-2.5-pro', 'gemini-2.5-flash', '/gemini-2.5-pro:'],
];

/** What is wrong with the first, and what kind of end that is. */
const chains: readonly (readonly [first: AgentId, what: Fault | 'killed', kind: string, second: AgentId])[] = [
  ['claude', 'auth', 'auth', 'codex'],
  ['codex', 'limit', 'quota', 'opencode'],
  ['opencode', 'killed', 'crash', 'claude'],
];

/** Where each asks its model. */
const paths: Readonly<Partial<Record<AgentId, string>>> = {
  claude: '/v1/messages',
  codex: '/v1/responses',
  opencode: '/v1/chat/completions',
};

function missing(...ids: readonly AgentId[]): string {
  const left = ids.filter((id) => installedVersion(id) === undefined);
  return left.length === 0 ? '' : ` (skipped: ${left.join(', ')} is not installed)`;
}

describe.each(models.map((row) => [...row, missing(row[0])] as const))('%s', (id, first, second, mark, why) => {
  it.skipIf(why !== '')(
    `continues with the next model when the quota of the first is used up${why}`,
    async () => {
      const play = await openPlay(id, cli);
      play.model.play([{ fault: 'limit' }], mark);
      play.model.play(building);
      const ran = await play.phase('act', story, '--model', `${first},${second}`, '--retries', '0');
      // Gemini CLI keeps nothing of a conversation that failed at once: it cannot resume it, and begins a new one.
      const kinds = kindsOf(ran).filter((kind) => id !== 'gemini' || kind !== 'notStarted');
      expect(kinds, tellingOf(ran)).toEqual([expect.stringMatching(/^(?:quota|rateLimit)$/u), 'finished']);
      expect(ran.events).toContainEqual(expect.objectContaining({ event: 'again', model: second }));
      await expectBuilt(play, ran, id);
    },
    280_000,
  );
});

describe.each(chains.map((row) => [...row, missing(row[0], row[3])] as const))(
  '%s (%s: %s), then %s',
  (first, what, kind, second, why) => {
    it.skipIf(why !== '')(
      `continues with the next agent${why}`,
      async () => {
        const play = await openPlay(first, cli, second);
        play.model.play(what === 'killed' ? [{ acts: [test] }, { fault: 'hang' }] : [{ fault: what }], paths[first]);
        play.model.play(building, paths[second]);
        const agents = ['--agent', `${first},${second}`, '--retries', '0'];
        const { end } = play.start('phase', 'act', story, ...agents, '--headless', '--format', 'events');
        if (what === 'killed') await killAtWork(play);
        const ran = await end;
        expect(kindsOf(ran), tellingOf(ran)).toEqual([kind, 'finished']);
        const heard = play.model.seen.find((one) => one.isMain && one.path === paths[second]);
        expect(heard?.text).toContain('Another agent started this and could not continue');
        await expectBuilt(play, ran, second);
      },
      280_000,
    );
  },
);

const kindsOf = ({ events }: Played): readonly string[] =>
  events.flatMap((event) => (event.event === 'agentEnd' ? [event.end.kind] : []));

async function expectBuilt(play: Play, ran: Played, by: AgentId): Promise<void> {
  expect(ran.code, tellingOf(ran)).toBe(0);
  const place = ran.events.flatMap((event) => (event.event === 'phase' ? [event.folder] : [])).at(-1) ?? '';
  expect(play.git('-C', place, 'log', '-1', '--format=%(trailers:key=Agent,valueonly)')).toMatch(names[by] ?? /^$/u);
  expect(play.git('-C', place, 'status', '--porcelain')).toBe('');
  expect(await play.leftOver()).toEqual([]);
}

const names: Readonly<Partial<Record<AgentId, RegExp>>> = {
  claude: /^Claude Code/u,
  codex: /^Codex CLI/u,
  opencode: /^OpenCode/u,
  copilot: /^GitHub Copilot CLI/u,
  gemini: /^Gemini CLI/u,
};
