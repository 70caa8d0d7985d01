import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AgentEnd } from '../../server/src/agents/agentEnd.js';
import { bundledCli } from '../support/bundledCli.js';
import { built } from '../support/phaseStory.js';
import { writeFiles } from '../support/temporaryFolder.js';
import type { Act, Script } from './model/script.js';
import { openPlay, type Play, type Played, programsOf } from './play.js';
import { tellingOf } from './tellingOf.js';

/** The real programs when money or time runs out: in the middle of a round, between two, or before the first. */

const cli = bundledCli();
const story = 'STORY-001';
const test = { write: 'test/cart.test.js', text: built.files['test/cart.test.js'] };
const reading: readonly Act[] = Array.from({ length: 8 }, () => ({ read: 'package.json' }));

const oneByOne = (...acts: readonly Act[]): Script => acts.map((act) => ({ acts: [act] }));

const endsOf = ({ events }: Played): readonly AgentEnd[] =>
  events.flatMap((event) => (event.event === 'agentEnd' ? [event.end] : []));

const notStarted = /^No agent is started: this (?:run of the phase|item) has cost \$0\.0\d/u;

/** What it did is where the phase says, with the command that continues. */
async function expectLeft(play: Play, ran: Played, kind: AgentEnd['kind']): Promise<void> {
  expect(ran.code, tellingOf(ran)).toBe(3);
  expect(endsOf(ran).map((end) => end.kind)).toEqual([kind]);
  const [place = ''] = ran.events.flatMap((event) => (event.event === 'phase' ? [event.folder] : []));
  expect(readFileSync(path.join(place, test.write), 'utf8')).toBe(test.text);
  expect(ran.events.at(-1)).toMatchObject({ next: expect.stringContaining('pactwright agent resume') as unknown });
  expect(await play.leftOver()).toEqual([]);
}

// A price by the settings of the program, which reports its costs with each answer, or by the list, and from its own records.
describe.each(programsOf({ opencode: 'scripted/priced', codex: 'gpt-5-codex' }))(
  '$title',
  ({ id, use: model, isMissing }) => {
    it.skipIf(isMissing)(
      'is stopped in the middle of a round when its money is spent, and what it did stays',
      async () => {
        const play = await openPlay(id, cli);
        play.model.play(oneByOne(test, ...reading, ...Array.from({ length: 20 }, () => ({ run: 'sleep 4' }))));
        const ran = await play.phase('act', story, '--model', model, '--budget', '0.01');
        await expectLeft(play, ran, 'budget');
        expect(endsOf(ran)[0]?.message).toMatch(/^it has cost \$0\.0\d, more than was left/u);
      },
      280_000,
    );
  },
);

describe.each(programsOf({ codex: 'gpt-5-codex' }))('$title', ({ id, use: model, isMissing }) => {
  it.skipIf(isMissing)(
    'is not sent back when the money of the phase is spent',
    async () => {
      const play = await openPlay(id, cli);
      play.model.play([...oneByOne(test, ...reading), { say: 'I think that all is there.' }]);
      const ran = await play.phase('act', story, '--model', model, '--budget', '0.01');
      await expectLeft(play, ran, 'finished');
      expect(ran.events).toContainEqual({ event: 'done', what: expect.stringMatching(notStarted) as unknown });
    },
    280_000,
  );

  it.skipIf(isMissing)(
    'is not started when the money of the item is spent',
    async () => {
      const play = await openPlay(id, cli);
      writeFiles(play.folder, { '.pactwright/config.yaml': 'agents:\n  budget: { item: 0.01 }\n' });
      play.git('add', '--all');
      play.git('commit', '--quiet', '-m', 'chore: keep a budget');
      play.model.play([...oneByOne(test, ...reading), { say: 'I think that all is there.' }]);
      await play.phase('act', story, '--model', model, '--rounds', '1');
      const seen = play.model.seen.length;
      const ran = await play.phase('act', story, '--model', model);
      expect(ran.code, tellingOf(ran)).toBe(3);
      expect(ran.events).toContainEqual({ event: 'done', what: expect.stringMatching(notStarted) as unknown });
      expect(play.model.seen).toHaveLength(seen);
    },
    280_000,
  );
});

describe.each(programsOf({ claude: 0, gemini: 0 }))('$title', ({ id, isMissing }) => {
  it.skipIf(isMissing)(
    'is stopped in the middle of a round when its time is over, and what it did stays',
    async () => {
      const play = await openPlay(id, cli);
      play.model.play([...oneByOne(test), { fault: 'hang' }]);
      const ran = await play.phase('act', story, '--timeout', '20');
      await expectLeft(play, ran, 'timeLimit');
    },
    280_000,
  );
});
