import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Agent } from '../../server/src/agents/agent.js';
import { agentNamed } from '../../server/src/agents/registry.js';
import type { Verdict } from '../../server/src/gates/gate.js';
import { bundledCli } from '../support/bundledCli.js';
import { installFakeAgents } from '../support/fakeAgents.js';
import type { GitRepository } from '../support/gitRepository.js';
import { phaseProject, type PhaseRun } from '../support/phaseProject.js';
import { why } from '../support/phaseStory.js';
import { oneOfEach } from '../support/runs.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { allPlaced, canBePlayed, partOf, type Placed, type PlayedPhase, playedPhases, type Side } from './inPhases.js';
import { missed } from './missed.js';
import { item, openShop } from './play.js';
import { requireAllWasPlayed } from './requireAllWasPlayed.js';
import { nameOf } from './playCheats.js';
import { node } from './stacks/node.js';

/** In milliseconds. */
const longest = 180_000;
/** They take their turns. */
const agents = ['claude', 'codex', 'opencode'];

/** Whether an item is closed: it is in the archive, and a commit says so. */
interface Closed {
  readonly archived: boolean;
  readonly committed: boolean;
}

/** What came of a story that an agent took through the phases. */
interface Played {
  readonly closed: Closed;
  readonly runs: readonly { readonly phase: PlayedPhase; readonly run: PhaseRun }[];
}

/** Who plays what. */
interface Part {
  readonly placed: Placed;
  readonly side: Side;
  readonly agent: Agent;
  /** The program that does what is to be done in a phase: absolute. */
  readonly player: string;
}

/** Lets an agent take the item through the phases; where one of them refuses it, `done` is asked for nevertheless. */
async function play({ placed, side, agent, player }: Part): Promise<Played> {
  const { cheat } = placed;
  const project = phaseProject(undefined, openShop(node, cheat));
  const script = side === 'cheat' ? 'cheat' : 'well';
  const part = { run: [process.execPath, player, cheat.name, side, node.name] };
  const steps = Object.fromEntries(
    playedPhases.map((phase) => [
      `${phase}:${script}`,
      [...(partOf(placed, side, phase).length > 0 ? [part] : []), { say: 'PASS' }],
    ]),
  );
  const outside = temporaryFolder({ 'steps.json': JSON.stringify(steps), record: '' });
  installFakeAgents(path.join(outside, 'bin'), [agent.id]);
  const env = {
    PATH: [path.join(outside, 'bin'), path.dirname(process.execPath), process.env['PATH'] ?? ''].join(path.delimiter),
    FAKE_AGENT_SCRIPT: script,
    FAKE_AGENT_STEPS: path.join(outside, 'steps.json'),
    FAKE_AGENT_RECORD: path.join(outside, 'record'),
  };
  const runs: Played['runs'][number][] = [];
  for (const phase of playedPhases) {
    if (phase !== 'done' && runs.some(({ run }) => run.outcome !== 'passed')) continue;
    const { profile } = cheat;
    const run = await project.run(phase, item, {}, { agent, env, profile, rounds: 1, trustCommands: true, yes: true });
    runs.push({ phase, run });
  }
  requireAllWasPlayed(readFileSync(env.FAKE_AGENT_RECORD, 'utf8'));
  return { closed: isClosed(project.repository), runs };
}

function known(id = ''): Agent {
  const agent = agentNamed(id);
  if (!agent) throw new Error(`no agent is called ${id}`);
  return agent;
}

const verdicts = ({ events }: PhaseRun): readonly Verdict[] =>
  events.flatMap((event) => (event.event === 'gate' ? [event.verdict] : []));
const failedIn = ({ conditions }: Verdict): readonly string[] =>
  conditions.filter(({ state, required }) => required && state === 'fail').map(({ name }) => name);
const told = ({ runs }: Played): string =>
  runs.map(({ phase, run }) => `${phase} ${run.outcome}\n${why(run)}`).join('\n');

function isClosed({ folder, git }: GitRepository): Closed {
  return {
    archived: existsSync(path.join(folder, 'docs/product/archive')),
    committed: git('log', '--all', '--format=%s').includes(`close ${item}`),
  };
}

/** Lets agents play cheats and their honest twins through the phases of an item, and prints what came of them. */
export function playPhases(name: string, all: readonly Placed[]): void {
  const chosen = oneOfEach(all, ({ cheat, phase }) => `${phase} ${cheat.caughtBy}`);
  describe(`an agent in the phases: ${name}`, () => {
    const seen = { caught: 0, missed: 0, accused: 0 };
    const at = new Map<string, number>();
    const twins = new Map<string, Played>();
    const player = bundledCli('test/support/programs/playPart.ts');
    const parts = chosen.map((placed, index) => ({
      name: placed.cheat.name,
      placed,
      agent: known(agents[index % agents.length]),
      player,
    }));

    it.each(parts.filter(({ placed }) => canBePlayed(placed, 'cheat')))(
      'is caught: $name',
      async (part) => {
        const { placed } = part;
        const { cheat } = placed;
        seen.missed++;
        const played = await play({ ...part, side: 'cheat' });
        if (missed.has(cheat.name)) {
          expect(played.closed, `it is caught by now: ${told(played)}`).toEqual({ archived: true, committed: true });
          return;
        }
        const refused = played.runs.flatMap(({ run }) => verdicts(run)).find(({ answer }) => answer === 'refused');
        const last = played.runs.at(-1)?.run;
        expect(last?.outcome, told(played)).toBe('refused');
        expect(last && verdicts(last).flatMap(failedIn), told(played)).toContain(cheat.caughtBy);
        expect(played.closed).toEqual({ archived: false, committed: false });
        at.set(refused?.gate ?? '', (at.get(refused?.gate ?? '') ?? 0) + 1);
        seen.missed--;
        seen.caught++;
      },
      longest,
    );

    it.each(
      oneOfEach(
        parts.filter(({ placed }) => canBePlayed(placed, 'honest')),
        ({ placed }) => placed.phase,
      ),
    )(
      'is not accused whose work looks like: $name',
      async (part) => {
        const { placed } = part;
        seen.accused++;
        // Many cheats have the same twin.
        const twin = nameOf(placed.cheat);
        const key = twin === undefined ? undefined : `${placed.phase} ${twin}`;
        const played = (key === undefined ? undefined : twins.get(key)) ?? (await play({ ...part, side: 'honest' }));
        if (key !== undefined) twins.set(key, played);
        expect(
          played.runs.map(({ phase, run }) => `${phase} ${run.outcome}`),
          told(played),
        ).toEqual(playedPhases.map((phase) => `${phase} passed`));
        expect(played.closed).toEqual({ archived: true, committed: true });
        seen.accused--;
      },
      longest,
    );

    afterAll(() => {
      const { caught, missed: passed, accused } = seen;
      const where = [...at].map(([gate, count]) => `${count} by ${gate}`).join(', ');
      process.stdout.write(
        `\n${node.name}, by agents in phases (${name}, ${chosen.length} of ${allPlaced.length}): ${caught} caught (${where}), ${passed} missed, ${accused} falsely accused\n`,
      );
    });
  });
}
