import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Verdict } from '../../server/src/gates/gate.js';
import { bundledCli } from '../support/bundledCli.js';
import { installFakeAgents } from '../support/fakeAgents.js';
import type { GitRepository } from '../support/gitRepository.js';
import { oneOfEach } from '../support/runs.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { allPlaced, canBePlayed, partOf, placedElsewhere, type Placed, type Side } from './inPhases.js';
import { missed } from './missed.js';
import { item, openShop } from './play.js';
import { requireAllWasPlayed } from './requireAllWasPlayed.js';
import { node } from './stacks/node.js';

const cli = bundledCli();
const player = bundledCli('test/support/programs/playPart.ts');
const target = 'main';
/** In milliseconds. */
const longest = 900_000;

interface Played {
  readonly said: string;
  /** What was merged into the default branch, as the merge says. */
  readonly merged: string;
  /** The conditions that refused the work. */
  readonly refusedBy: readonly string[];
}

type LoggedLine = { readonly event: string; readonly verdict?: Verdict };

function refusalsIn(folder: string): readonly string[] {
  const runs = path.join(folder, '.git', 'pactwright', 'runs');
  const [id = ''] = readdirSync(runs).filter((name) => /^\d/u.test(name));
  const lines = readFileSync(path.join(runs, id, `${item}.log.jsonl`), 'utf8').split('\n');
  return lines
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LoggedLine)
    .flatMap(({ verdict }) => verdict?.conditions ?? [])
    .flatMap(({ name, state, required }) => (required && state === 'fail' ? [name] : []));
}

/** A run of the one item, whose agent plays a side of a cheat. */
async function play(placed: Placed, side: Side): Promise<Played> {
  const { stack, cheat } = placed;
  const repository: GitRepository = openShop(stack, cheat);
  repository.git('config', 'user.name', 'Ann Example');
  repository.git('config', 'user.email', 'ann@example.org');
  // The story is planned on the branch of the item, and a run makes that branch itself.
  const planned = repository.git('symbolic-ref', '--short', 'HEAD');
  repository.git('switch', '--quiet', target);
  repository.git('merge', '--quiet', '--ff-only', planned);
  repository.git('branch', '--quiet', '-D', planned);
  const script = side === 'cheat' ? 'cheat' : 'well';
  const part = { run: [process.execPath, player, cheat.name, side, stack.name] };
  const steps = { [`act:${script}`]: partOf(placed, side, 'act').length > 0 ? [part] : [] };
  const outside = temporaryFolder({ 'steps.json': JSON.stringify(steps), record: '' });
  installFakeAgents(path.join(outside, 'bin'), ['claude']);
  const env = {
    // Where Node is, there may be another Python.
    PATH: [path.join(outside, 'bin'), process.env['PATH'] ?? '', path.dirname(process.execPath)].join(path.delimiter),
    HOME: temporaryFolder(),
    PACTWRIGHT_STATE: temporaryFolder(),
    XDG_CACHE_HOME: temporaryFolder(),
    XDG_CONFIG_HOME: temporaryFolder(),
    FAKE_AGENT_SCRIPT: script,
    FAKE_AGENT_STEPS: path.join(outside, 'steps.json'),
    FAKE_AGENT_RECORD: path.join(outside, 'record'),
    GIT_CONFIG_NOSYSTEM: '1',
    // What these have built once is theirs, and takes minutes.
    GOCACHE: path.join(os.homedir(), '.cache', 'go-build'),
    PYENV_ROOT: path.join(os.homedir(), '.pyenv'),
    RUSTUP_HOME: process.env['RUSTUP_HOME'] ?? path.join(os.homedir(), '.rustup'),
  };
  const limits = ['--no-review', '--returns', '0', '--rounds', '1', '--retries', '0', '--trust-commands'];
  const profile = cheat.profile === undefined ? [] : ['--profile', cheat.profile];
  const args = ['run', 'start', item, '--agent', 'claude', '--target', target, ...limits, ...profile];
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: repository.folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()));
  await new Promise((resolve) => child.on('close', resolve));
  if (steps[`act:${script}`]?.length) requireAllWasPlayed(readFileSync(env.FAKE_AGENT_RECORD, 'utf8'));
  const merged = repository.git('log', '--format=%(trailers:key=Pactwright-Packet,valueonly,separator=)', target);
  return { said, merged: merged.trim(), refusedBy: refusalsIn(repository.folder) };
}

/** What refuses a cheat before the condition that it is about is judged: an agent of a run may change fewer files than a person. */
const soonerCaughtBy: ReadonlyMap<string, string> = new Map([
  ['a coverage report that was written by hand', 'scope'],
  ['a scenario of another criterion', 'spec-frozen'],
]);

const isHere = ({ stack }: Placed): boolean => stack.isHere;
const inAct = [...allPlaced, ...placedElsewhere].filter((placed) => placed.phase === 'act' && isHere(placed));
const chosen = oneOfEach(inAct, ({ stack, cheat }) => `${stack.name} ${cheat.caughtBy}`);

describe('cheats as packets of a run', () => {
  const seen = { refused: 0, merged: 0 };

  it.each(chosen.filter((placed) => canBePlayed(placed, 'cheat') && !missed.has(placed.cheat.name)))(
    'are not merged: $stack.name, $cheat.name',
    async (placed) => {
      seen.merged++;
      const { said, merged, refusedBy } = await play(placed, 'cheat');
      expect(merged, said).toBe('');
      seen.merged--;
      seen.refused++;
      const { name, caughtBy } = placed.cheat;
      // In other languages a condition may see it that is asked sooner.
      if (placed.stack === node) expect(refusedBy, said).toContain(soonerCaughtBy.get(name) ?? caughtBy);
      else expect(refusedBy, said).not.toEqual([]);
    },
    longest,
  );

  // So that the tests above cannot hold because nothing is ever merged.
  it.each(
    [...new Map(chosen.map((placed) => [placed.stack, placed] as const).toReversed()).values()].filter((placed) =>
      canBePlayed(placed, 'honest'),
    ),
  )(
    'and the honest twin is merged: $stack.name, $cheat.name',
    async (placed) => {
      const { said, merged } = await play(placed, 'honest');
      expect(merged, said).toBe(item);
    },
    longest,
  );

  afterAll(() => {
    process.stdout.write(
      `\ncheats as packets (${chosen.length} of ${inAct.length}): ${seen.refused} not merged, ${seen.merged} merged\n`,
    );
  });
});
