import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Agent } from '../../server/src/agents/agent.js';
import type { AgentEndKind } from '../../server/src/agents/agentEnd.js';
import { classifyEnd, nextTry } from '../../server/src/agents/failures.js';
import { allAgents } from '../../server/src/agents/registry.js';
import { parseWorkPackage } from '../../server/src/documents/workPackage/parseWorkPackage.js';
import { endedAs } from '../../server/src/execution/runs/hands.js';
import { scanBlocks } from '../../server/src/markdown/scanBlocks.js';
import type { RunEvent } from '../../server/src/runs/event.js';
import { openFold } from '../../server/src/runs/runFold.js';
import { describeWithShared } from '../support/shared.js';

type Failure = 'timeout' | 'auth_error' | 'rate_limit' | 'network_error' | 'general_error';

/** Values that spec-kitty-orchestrator 0.1.3 computed. */
interface Vectors {
  readonly should_retry: readonly {
    readonly type: Failure;
    readonly retries: number;
    readonly max: number;
    readonly retry: boolean;
  }[];
  readonly should_fallback: readonly {
    readonly type: Failure;
    readonly exhausted: boolean;
    readonly has: boolean;
    readonly fallback: boolean;
  }[];
  readonly subtasks: readonly { readonly t: string; readonly ids: readonly string[] }[];
  readonly argv: Readonly<Record<string, { readonly binary: string; readonly implementation: readonly string[] }>>;
  readonly classify: readonly { readonly exit: number; readonly errors: readonly string[]; readonly type: Failure }[];
  readonly parse: readonly {
    readonly agent: string;
    readonly stdout: string;
    readonly stderr: string;
    readonly exit: number;
    readonly success: boolean;
  }[];
}

/** Where its name of an agent is not ours. */
const ourNames: Readonly<Record<string, string>> = { 'claude-code': 'claude', kilocode: 'kilo', augment: 'auggie' };

function ourAgent(name: string): Agent {
  const found = allAgents.find(({ id }) => id === (ourNames[name] ?? name));
  if (!found) throw new Error(`there is no adapter for ${name}`);
  return found;
}

const typeOf: Partial<Readonly<Record<AgentEndKind, Failure>>> = {
  timeout: 'timeout',
  auth: 'auth_error',
  crash: 'general_error',
  // Gemini’s 52: a configuration that it cannot use.
  notStarted: 'general_error',
};

const endOf: Readonly<Record<Failure, AgentEndKind>> = {
  timeout: 'timeLimit',
  auth_error: 'auth',
  rate_limit: 'rateLimit',
  network_error: 'timeout',
  general_error: 'crash',
};

/** Whether a run starts a step again whose agent ended so, after it was started again `tries` times. */
function isRetried(end: AgentEndKind, tries: number, retries: number): boolean {
  const events: RunEvent[] = [
    {
      kind: 'planned',
      run: 'r',
      folder: '/p',
      target: 'main',
      packets: [{ id: 'WP01', title: 'WP01', needs: [], touches: [], resources: [] }],
      limits: {
        parallel: 1,
        perAgent: {},
        agents: {},
        review: true,
        rounds: 2,
        retries,
        firstRetryMs: 0,
        haltAfter: 3,
        askAfterCrash: false,
      },
      terms: {},
    },
  ];
  for (let at = 0; at <= tries; at++) {
    const which = { key: String(at), packet: 'WP01' };
    events.push({ kind: 'started', ...which, step: 'build' });
    // Those before failed for the network.
    events.push({
      kind: 'ended',
      ...which,
      result: endedAs({ kind: at === tries ? end : 'timeout', message: '' }),
    });
  }
  const one = openFold(events.map((event, at) => ({ number: at + 1, at, event })))?.state.packets.get('WP01');
  return one?.outcome === undefined && one?.tries === tries + 1;
}

describeWithShared(
  'What spec-kitty-orchestrator decides',
  ['fixtures', 'spec-kitty-orchestrator-0.1.3-vectors.json'],
  (file) => {
    if (file === '') return;
    const vectors = JSON.parse(readFileSync(file, 'utf8')) as Vectors;

    it.each(vectors.should_retry)('$type, $retries of $max: retried $retry', ({ type, retries, max, retry }) => {
      // What took too long once would take as long again: a person decides.
      expect(isRetried(endOf[type], retries, max)).toBe(type === 'timeout' ? false : retry);
    });

    it.each(vectors.should_fallback)(
      '$type, exhausted $exhausted, another $has: $fallback',
      ({ type, exhausted, has, fallback }) => {
        const choices = [{ agent: 'claude' }, ...(has ? [{ agent: 'codex' }] : [])];
        const next = nextTry(endOf[type], { at: 0, tried: exhausted ? 1 : 0 }, choices, { times: 1, firstMs: 1 });
        // Another agent follows at once on one that crashed, and none on one that took too long.
        const ours = type === 'timeout' ? false : type === 'general_error' ? has : fallback;
        expect(next.kind === 'next').toBe(ours);
      },
    );

    it.each(Object.entries(vectors.argv))(
      '%s: the same program, and nothing that switches its safety off',
      (name, theirs) => {
        const { program, headless, acp } = ourAgent(name);
        // Ours starts Kilo Code by the shorter of its names.
        expect(program).toBe(name === 'kilocode' ? 'kilo' : theirs.binary);
        for (const access of ['write', 'read'] as const) {
          const args = headless?.({ prompt: 'Do it', access }).args ?? [];
          expect(args.length > 0 || acp !== undefined).toBe(true);
          expect(
            args.filter((arg) => ['--dangerously-skip-permissions', '--full-auto', '--yolo'].includes(arg)),
          ).toEqual([]);
        }
      },
    );

    it.each(vectors.classify)('exit code $exit, $errors: $type', ({ exit, errors, type }) => {
      // 41 and 52 are Gemini’s.
      const { kind } = classifyEnd('gemini', ourAgent('gemini').readEnd(exit, errors.join('\n')));
      // An author is no authentication; and where the network fails, it is tried again as after a time-out.
      const ours = errors.includes('author name missing')
        ? 'general_error'
        : type === 'network_error'
          ? 'timeout'
          : type;
      expect(typeOf[kind]).toBe(ours);
    });

    // What a program says of files and commits is not read: git says it.
    it.each(vectors.parse)('$agent, exit code $exit: success $success', ({ agent, stdout, stderr, exit, success }) => {
      expect(ourAgent(agent).readEnd(exit, `${stdout}\n${stderr}`).kind === 'finished').toBe(success);
    });

    it.each(vectors.subtasks)('subtasks $ids', async ({ t, ids }) => {
      expect((await parseWorkPackage('WP01-a.md', t, scanBlocks(t))).subtasks).toEqual(ids);
    });
  },
);
